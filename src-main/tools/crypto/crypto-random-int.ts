import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { uniformBelow } from './lib/uniform-random.ts'
import { counted } from '../../../src-shared/counted.ts'

const WHOLE = Number.MAX_SAFE_INTEGER
const whole = z.int().min(-WHOLE).max(WHOLE)

export default defineTool({
  slug: 'crypto-random-int',
  title: 'Random whole numbers',
  summary: 'Random whole numbers from a range, all equally likely; optionally all different.',
  searchWords: [
    'dice',
    'roll',
    'lottery',
    'pick a winner',
    'draw',
    'raffle',
    'coin flip',
    'number between',
    'shuffle numbers',
    'choose at random',
    'heads or tails',
    'die',
    'lucky number',
    'guess a number',
    'toss a coin',
    'roll dice',
    'lottery numbers',
    'random pick',
    'random order',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  related: ['crypto-random-bytes'],
  gives: 'number',
  mainOutput: 'numbers',

  input: z.strictObject({
    min: whole.default(0).describe('The smallest possible number'),
    max: whole.default(100).describe('The largest possible number'),
    count: z.int().min(1).max(1_000).default(1).describe('Number of numbers'),
    unique: z.boolean().default(false).describe('Draw without replacement: no number occurs twice'),
  }),
  output: z.strictObject({
    numbers: z
      .array(z.int().describe('A number'))
      .describe('The numbers in the order in which they were drawn'),
  }),

  examples: [
    { title: 'A range of one number', input: { min: 7, max: 7 }, output: { numbers: [7] } },
    { title: 'Two dice', input: { min: 1, max: 6, count: 2 } },
    { title: 'Six of 49', input: { min: 1, max: 49, count: 6, unique: true } },
  ],

  handler: ({ min, max, count, unique }, ctx) => {
    if (min > max) throw new InvalidInput('min', '`min` is greater than `max`; swap them')
    const span = max - min + 1
    if (span > WHOLE) throw new InvalidInput('max', 'The range has more than 2^53 - 1 numbers; narrow it')
    if (unique && span < count)
      throw new InvalidInput(
        'count',
        `The range has only ${counted(span, 'number')}, fewer than ${count}; widen it or turn ` +
          `\`unique\` off`,
      )
    const draw = () => min + uniformBelow(span, ctx.random)
    return {
      numbers: unique ? drawUnique(span, count, min, ctx.random) : Array.from({ length: count }, draw),
    }
  },
})

// Floyd's algorithm draws a set, which is then shuffled: every order of every set is equally
// likely.
function drawUnique(
  span: number,
  count: number,
  min: number,
  random: (bytes: number) => Uint8Array,
): number[] {
  const drawn = new Set<number>()
  for (let top = span - count; top < span; top++) {
    const one = uniformBelow(top + 1, random)
    drawn.add(drawn.has(one) ? top : one)
  }
  const numbers = [...drawn]
  for (let last = numbers.length - 1; last > 0; last--) {
    const other = uniformBelow(last + 1, random)
    ;[numbers[last], numbers[other]] = [numbers[other]!, numbers[last]!]
  }
  return numbers.map((number) => number + min)
}
