import { jsonProblem } from './form-draft.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { findRoundedNumber } from '../../../src-shared/numbers/rounded-number.ts'

/** The tool input in a JSON text, or a sentence that says what is wrong with it. */
export type JsonInput = { readonly input: Readonly<Record<string, unknown>> } | { readonly problem: string }

/** Parses the JSON tab: the whole input as one object. */
export function readJsonInput(text: string): JsonInput {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    return { problem: jsonProblem(text, error) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'The input must be a JSON object, such as {"text": "…"}.' }
  const rounded = findRoundedNumber(text)
  if (rounded) return { problem: `${rounded.message}.` }
  // A parsed JSON value that is an object, not an array.
  return { input: value as Record<string, unknown> }
}
