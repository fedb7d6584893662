import { z } from 'zod'

/** A text field that rejects half of a surrogate pair, which canonical JSON cannot represent. */
export function wellFormedText(maxChars: number): z.ZodString {
  return z
    .string()
    .max(maxChars)
    .refine(
      (text) => text.isWellFormed(),
      'The text contains half of a surrogate pair; send whole characters',
    )
}
