import { z } from 'zod'

/** A field for a country by its two-letter ISO 3166-1 code, in either case. */
export function countryCode(): z.ZodString {
  return z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Send a country as two letters, such as US or DE')
}
