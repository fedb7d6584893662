import type { JsonSchema } from '../../gateway/gateway-types.ts'
import { textOf } from './table.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** A cell converted for its field; null for an empty cell, whose field is not sent. */
export type Typed = { readonly value: unknown } | null

const TRUE = new Set(['true', 'yes', 'y', '1', 'on'])
const FALSE = new Set(['false', 'no', 'n', '0', 'off'])
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * Converts a cell to the type of its field. Text that does not fit stays text, so that checking the
 * row reports what is wrong with it.
 */
export function typedValue(cell: unknown, schema: JsonSchema | undefined): Typed {
  if (cell === undefined || cell === '') return null
  if (cell === null) return typesOf(schema).has('null') ? { value: null } : null
  const types = typesOf(schema)
  if (typeof cell !== 'string') return { value: plainText(cell, types) }
  return { value: readText(cell, types, schema) }
}

/** The JSON types that a schema accepts; empty if it accepts any. */
export function typesOf(schema: JsonSchema | undefined): ReadonlySet<string> {
  if (!schema) return new Set()
  const { type } = schema
  if (typeof type === 'string') return new Set([type])
  if (type) return new Set(type)
  const branches = schema.anyOf ?? schema.oneOf ?? []
  if (branches.length > 0) return new Set(branches.flatMap((branch) => [...typesOf(branch)]))
  return new Set((schema.enum ?? []).map((value) => (value === null ? 'null' : typeof value)))
}

// A text field gets a number as text, such as a code of digits.
function plainText(cell: unknown, types: ReadonlySet<string>): unknown {
  const onlyText = types.size === 1 && types.has('string')
  return onlyText && (typeof cell === 'number' || typeof cell === 'boolean') ? textOf(cell) : cell
}

function readText(text: string, types: ReadonlySet<string>, schema: JsonSchema | undefined): unknown {
  const trimmed = text.trim()
  const takesText = types.has('string') || types.size === 0
  if (schema?.enum && !schema.enum.includes(text)) {
    const choice = schema.enum.find((each) => String(each).toLowerCase() === trimmed.toLowerCase())
    if (choice !== undefined) return choice
  }
  if ((types.has('object') || types.has('array') || types.size === 0) && /^[[{]/.test(trimmed)) {
    const value = parsed(trimmed)
    if (value !== undefined) return value
  }
  if (takesText) return text
  if ((types.has('number') || types.has('integer')) && NUMBER.test(trimmed)) return Number(trimmed)
  if (types.has('boolean')) {
    if (TRUE.has(trimmed.toLowerCase())) return true
    if (FALSE.has(trimmed.toLowerCase())) return false
  }
  // In a table, "a, b" is how a list of texts is written.
  if (types.has('array')) return trimmed.split(/\s*[,;]\s*/)
  return text
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined // It only looked like JSON; it stays text.
  }
}
