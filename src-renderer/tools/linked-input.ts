import { parseJson } from '../../src-shared/parse-json.ts'

/** What a link asks to be written into a tool's form: whole fields, or a text for its main field. */
export type LinkedInput = { readonly fields: Readonly<Record<string, unknown>> } | { readonly text: string }

/** Links are written by others; a longer one is no input that somebody meant to send this way. */
const MAX_LINKED_CHARS = 65_536

/**
 * Reads the `input` of an address such as `#/tools/text-diff?input=…`. A JSON object is a whole input, everything
 * else the text of the tool's main field. It is to fill the form and must never run anything.
 * @param value the parameter as the router gives it: a text, several of them, or nothing
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
    // A text may begin like an object and be none.
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
