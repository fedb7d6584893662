import { z } from 'zod'

/** A text field that refuses half of a surrogate pair, which canonical JSON cannot carry. */
export function wellFormedText(maxChars: number): z.ZodString {
  return z
    .string()
    .max(maxChars)
    .refine((text) => text.isWellFormed(), 'The text holds half of a surrogate pair; send whole characters')
}
