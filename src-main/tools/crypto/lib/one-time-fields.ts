import { z } from 'zod'
import { wellFormedText } from '../../lib/well-formed-text.ts'

/** The fields that say how a one-time code is made (RFC 4226, RFC 6238). */
export const ONE_TIME_FIELDS = {
  secret: wellFormedText(512).min(1).describe('The shared secret'),
  secret_encoding: z
    .enum(['base32', 'hex', 'utf8'])
    .default('base32')
    .describe('How `secret` is written; services show base32'),
  kind: z.enum(['totp', 'hotp']).default('totp').describe('By time (RFC 6238) or by counter (RFC 4226)'),
  algorithm: z.enum(['SHA1', 'SHA256', 'SHA512']).default('SHA1').describe('The hash function beneath'),
  digits: z.int().min(6).max(10).default(6).describe('Length of a code'),
  period: z.int().min(5).max(3_600).default(30).describe('By time: seconds for which a code is shown'),
  at: z
    .int()
    .min(0)
    .max(99_999_999_999)
    .optional()
    .describe('By time: the moment, in seconds since 1970; now without it'),
  counter: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER - 100)
    .default(0)
    .describe('By counter: which code'),
}
