import { z } from 'zod'

/** A field that takes a country by its ISO 3166-1 code of two letters, in either case. */
export function countryCode(): z.ZodString {
  return z
    .string()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Send a country as two letters, such as US or DE')
}
