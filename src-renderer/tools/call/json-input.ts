import { jsonProblem } from './form-draft.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** The tool input that a JSON text holds, or a sentence about what keeps it from being one. */
export type JsonInput = { readonly input: Readonly<Record<string, unknown>> } | { readonly problem: string }

/** Reads the JSON tab: the whole input as one object. */
export function readJsonInput(text: string): JsonInput {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    return { problem: jsonProblem(text, error) }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: 'An input is a JSON object, such as {"text": "…"}.' }
  // A parsed JSON value that is an object and no array.
  return { input: value as Record<string, unknown> }
}
