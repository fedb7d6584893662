import { parseJson } from '../../src-shared/parse-json.ts'

/** The input in a link: several fields, or text for the main field. */
export type LinkedInput = { readonly fields: Readonly<Record<string, unknown>> } | { readonly text: string }

/** Anyone can write a link; longer inputs are ignored. */
const MAX_LINKED_CHARS = 65_536

/**
 * Reads the `input` of an address such as `#/tools/text-diff?input=…`. A JSON object is a whole
 * input; any other text is for the tool's main field. It may fill the form but must never run
 * anything.
 * @param value the parameter from the router: a text, several texts, or nothing
 * @returns null when there is nothing to fill in
 */
export function readLinkedInput(value: unknown): LinkedInput | null {
  if (typeof value !== 'string' || value === '' || value.length > MAX_LINKED_CHARS) return null
  const parsed = parse(value)
  return isObject(parsed) ? { fields: parsed } : { text: value }
}

function parse(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return null
  try {
    return parseJson(text)
  } catch {
    // The text only looked like an object.
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
