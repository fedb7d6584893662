import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'crypto-password-verify',
  title: 'Verify a password',
  summary: 'Checks a password against a stored Argon2 or bcrypt hash.',
  searchWords: [
    'bcrypt compare',
    'argon2',
    'does the login match',
    'stored hash',
    'check credentials',
    'sign in',
    'correct password',
    'matches',
    'authenticate a user',
    'check a login',
    'compare with a hash',
    'is the password right',
    'log in',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  worker: true,
  related: ['crypto-password-hash'],
  takes: { hash: ['password-hash'] },
  firstFor: ['password-hash'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    password: wellFormedText(1_024).min(1).describe('The password to check'),
    hash: z
      .string()
      .max(512)
      .describe('The stored hash: $argon2id$v=19$… (also i and d) or $2a$, $2b$, $2y$…'),
  }),
  output: z.strictObject({
    matches: z.boolean().describe('Whether the password is correct'),
    algorithm: z.enum(['argon2id', 'argon2i', 'argon2d', 'bcrypt']).describe('The hash algorithm'),
    parameters: namedValues(z.string(), z.number()).describe(
      'The cost of the hash: memory_kib, passes and lanes, or cost',
    ),
    weak: z
      .boolean()
      .describe(
        "True if the cost is below OWASP's current recommendation, so that the password should " +
          'be hashed again',
      ),
  }),

  // Argon2: test.c of the reference implementation; bcrypt: wrapper.c of Openwall's crypt_blowfish.
  examples: [
    {
      title: 'The correct password',
      input: {
        password: 'password',
        hash: '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
      },
      output: {
        matches: true,
        algorithm: 'argon2id',
        parameters: { memory_kib: 65_536, passes: 2, lanes: 1 },
        weak: false,
      },
    },
    {
      title: 'A hash that is cheap to crack',
      input: {
        password: 'password',
        hash: '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
      },
      output: {
        matches: true,
        algorithm: 'argon2id',
        parameters: { memory_kib: 256, passes: 2, lanes: 1 },
        weak: true,
      },
    },
    {
      title: 'bcrypt with a wrong password',
      input: {
        password: 'U*V',
        hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
      },
      output: { matches: false, algorithm: 'bcrypt', parameters: { cost: 5 }, weak: true },
    },
  ],

  prepare: () => import('./lib/password-verifier.ts'),
  handler: async ({ password, hash }) => {
    const { readStoredHash } = await import('./lib/password-verifier.ts')
    const { algorithm, parameters, matches } = readStoredHash(hash)
    return {
      matches: await matches(password),
      algorithm,
      parameters: { ...parameters },
      weak: isWeak(algorithm, parameters),
    }
  },
})

// OWASP, Password Storage Cheat Sheet: memory against passes, or a bcrypt cost of 10.
const ENOUGH = [
  { memory: 47_104, passes: 1 },
  { memory: 19_456, passes: 2 },
  { memory: 12_288, passes: 3 },
  { memory: 9_216, passes: 4 },
  { memory: 7_168, passes: 5 },
]

function isWeak(algorithm: string, parameters: Readonly<Record<string, number>>): boolean {
  const { cost = 0, memory_kib = 0, passes = 0 } = parameters
  if (algorithm === 'bcrypt') return cost < 10
  return algorithm !== 'argon2id' || !ENOUGH.some((one) => memory_kib >= one.memory && passes >= one.passes)
}
