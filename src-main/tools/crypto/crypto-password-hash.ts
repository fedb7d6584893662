import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { checkArgonCost, checkBcryptCost, checkBcryptPassword } from './lib/password-cost.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'crypto-password-hash',
  title: 'Hash a password',
  summary: 'Hashes a password with Argon2id or bcrypt and a fresh salt, ready to be stored.',
  searchWords: [
    'bcrypt',
    'argon2',
    'store a login',
    'salted',
    'scrypt',
    'hash credentials',
    'secure storage',
    'user table',
    'encrypt password for database',
    'pbkdf',
    'save a password safely',
    'keep passwords in a database',
    'password storage',
    'hash for a user table',
  ],
  category: 'Crypto & Security',
  tier: 'compute',
  credits: 1,
  worker: true,
  mainField: 'password',
  related: ['crypto-password-verify', 'crypto-password-generate'],
  gives: 'hash',
  mainOutput: 'hash',

  input: z.strictObject({
    password: wellFormedText(1_024).min(1).describe('The password; for bcrypt at most 72 bytes'),
    algorithm: z.enum(['argon2id', 'bcrypt']).default('argon2id').describe('The hash algorithm'),
    // The defaults are the first choice of OWASP's Password Storage Cheat Sheet.
    memory_kib: z.int().min(8).max(65_536).default(19_456).describe('Argon2id: memory in KiB'),
    passes: z.int().min(1).max(10).default(2).describe('Argon2id: passes over the memory'),
    lanes: z.int().min(1).max(4).default(1).describe('Argon2id: degree of parallelism'),
    cost: z.int().min(4).max(12).default(10).describe('bcrypt: rounds as a power of two'),
  }),
  output: z.strictObject({
    hash: z.string().describe('The hash with its parameters and salt: a PHC string, or $2b$… for bcrypt'),
    algorithm: z.enum(['argon2id', 'bcrypt']).describe('The hash algorithm'),
  }),

  // The salt is random, so the output cannot be known in advance; crypto-password-verify has the
  // test vectors.
  examples: [
    { title: 'Argon2id with the default cost', input: { password: 'correct horse battery staple' } },
    { title: 'Argon2id with more memory', input: { password: 'hunter2', memory_kib: 47_104, passes: 1 } },
    {
      title: 'bcrypt, for a system that supports nothing else',
      input: { password: 'hunter2', algorithm: 'bcrypt' },
    },
  ],

  prepare: () => import('hash-wasm'),
  handler: async ({ password, algorithm, memory_kib, passes, lanes, cost }, ctx) => {
    const { argon2id, bcrypt } = await import('hash-wasm')
    const salt = ctx.random(16)
    if (algorithm === 'bcrypt') {
      checkBcryptCost(cost, 'cost')
      checkBcryptPassword(password)
      const hash = await bcrypt({ password, salt, costFactor: cost, outputType: 'encoded' })
      // The library writes $2a$; its hashes equal those of $2b$, the version without the old bugs.
      return { hash: hash.replace(/^\$2a\$/, '$2b$'), algorithm }
    }
    checkArgonCost({ memory: memory_kib, passes, lanes }, 'memory_kib')
    const hash = await argon2id({
      password,
      salt,
      iterations: passes,
      parallelism: lanes,
      memorySize: memory_kib,
      hashLength: 32,
      outputType: 'encoded',
    })
    return { hash, algorithm }
  },
})
