import { z } from 'zod'
import { wellFormedText } from '../../lib/well-formed-text.ts'

/** The fields that define how a one-time code is made (RFC 4226, RFC 6238). */
export const ONE_TIME_FIELDS = {
  secret: wellFormedText(512).min(1).describe('The shared secret'),
  secret_encoding: z
    .enum(['base32', 'hex', 'utf8'])
    .default('base32')
    .describe('Encoding of `secret`; services show base32'),
  kind: z.enum(['totp', 'hotp']).default('totp').describe('By time (RFC 6238) or by counter (RFC 4226)'),
  algorithm: z.enum(['SHA1', 'SHA256', 'SHA512']).default('SHA1').describe('The hash function to use'),
  digits: z.int().min(6).max(10).default(6).describe('Number of digits of a code'),
  period: z.int().min(5).max(3_600).default(30).describe('By time: seconds for which a code is valid'),
  at: z
    .int()
    .min(0)
    .max(99_999_999_999)
    .optional()
    .describe('By time: the time in seconds since 1970; now if not set'),
  counter: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER - 100)
    .default(0)
    .describe('By counter: the counter of the code'),
}
