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

/** Such a text with something in it: white space alone asks nothing. */
export function writtenText(maxChars: number): z.ZodString {
  return wellFormedText(maxChars)
    .min(1)
    .refine(
      (text) => text.trim() !== '',
      'The text is empty but for white space; send something to work on',
    )
}
