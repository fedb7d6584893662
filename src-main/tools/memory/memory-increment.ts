import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { keyField, namespaceField, ttlField } from '../lib/memory-fields.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

export default defineTool({
  slug: 'memory-increment',
  title: 'Add to a stored number',
  summary: "Adds to a number in the caller's own memory in one step, so that parallel calls lose nothing.",
  searchWords: [
    'plus one',
    'running total',
    'score',
    'increase',
    'counter',
    'sum up',
    'add to a total',
    'accumulate',
    'atomic',
    'tally',
    'points',
    'add points',
    'number of times',
    'increase safely',
    'running sum',
  ],
  category: 'Memory',
  tier: 'memory',
  credits: 1,
  sideEffects: true,
  related: ['memory-get', 'memory-set', 'counter-increment'],
  mainField: 'key',
  gives: 'number',
  mainOutput: 'value',

  input: z.strictObject({
    key: keyField().describe('The name of the number'),
    by: z.number().min(-1e15).max(1e15).default(1).describe('What to add; a negative number subtracts'),
    initial: z
      .number()
      .min(-1e15)
      .max(1e15)
      .default(0)
      .describe('The starting value if the key does not exist'),
    namespace: namespaceField().default('default').describe('The namespace it is stored in'),
    ttl_seconds: ttlField()
      .optional()
      .describe('Seconds from now until it expires; if not set, its expiry stays the same'),
  }),
  output: z.strictObject({
    value: z.number().describe('The number after adding'),
    created: z.boolean().describe('Whether the key was created by this call'),
    namespace: z.string().describe('Its namespace'),
    key: z.string().describe('Its key'),
    updated_at: z.iso.datetime().describe('When it was set'),
    expires_at: z.iso.datetime().nullable().describe('When it expires; null for never'),
  }),

  examples: [
    { title: 'One more', input: { key: 'visits' } },
    { title: 'Money spent, from a budget', input: { key: 'budget', by: -2.5, initial: 100 } },
    { title: 'For an hour', input: { key: 'tries', namespace: 'login', ttl_seconds: 3600 } },
  ],

  handler: async ({ key, by, initial, namespace, ttl_seconds }, ctx) => {
    let created = false
    const first = decimalSum(initial, by)
    let sum = first
    const record = await ctx.memory.update({ namespace, key, ttlSeconds: ttl_seconds }, (before) => {
      created = before === null
      if (before === null) return (sum = first)
      if (typeof before.value !== 'number')
        throw new InvalidInput(
          'key',
          'The value of this key is not a number; choose another key, or set it to a number first',
        )
      sum = decimalSum(before.value, by)
      return checked(sum, before.value, by)
    })
    const { updated_at, expires_at } = record
    return { value: sum, created, namespace, key, updated_at, expires_at }
  },
})

// 0.1 and 0.2 are 0.3: as whole numbers of their last decimal place, as long as these are exact.
function decimalSum(one: number, other: number): number {
  const written = [String(one), String(other)]
  if (written.some((number) => number.includes('e'))) return one + other
  const scale = 10 ** Math.max(...written.map((number) => number.split('.')[1]?.length ?? 0))
  const sum = Math.round(one * scale) + Math.round(other * scale)
  const isExact = [one * scale, other * scale, sum].every(
    (whole) => Math.abs(whole) < Number.MAX_SAFE_INTEGER,
  )
  return isExact ? sum / scale : one + other
}

// Above 2^53, adding one may add nothing.
function checked(sum: number, before: number, by: number): number {
  const isExact =
    Number.isInteger(before) && Number.isInteger(by) ? Number.isSafeInteger(sum) : Number.isFinite(sum)
  if (!isExact)
    throw new InvalidInput('by', 'The sum would be beyond 2^53, above which numbers are not stored exactly')
  return sum
}
