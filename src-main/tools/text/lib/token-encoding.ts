import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** The purpose of the encodings, for a field's description. */
export const ENCODING_GUIDE =
  'Byte-pair encoding: o200k_base (GPT-4o and newer), cl100k_base (GPT-4, GPT-3.5), p50k_base, r50k_base (older)'

/** Merging takes quadratic time in the longest piece that the encoding does not split. */
const LONGEST_RUN = 2_000
const TOO_LONG_RUN = new RegExp(
  [String.raw`\p{L}`, String.raw`\s`, String.raw`[^\s\p{L}\p{N}]`]
    .map((kind) => `${kind}{${LONGEST_RUN + 1}}`)
    .join('|'),
  'u',
)

/** @throws InvalidInput when a run of text without any boundary is too long to be encoded in time */
export function checkRuns(field: string, text: string): void {
  if (TOO_LONG_RUN.test(text))
    throw new InvalidInput(
      field,
      `The text has more than ${LONGEST_RUN} letters, symbols or spaces in a row; insert a break`,
    )
}
