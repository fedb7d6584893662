import type { Field } from '../schema-fields.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

/** Lists longer than this are edited as JSON. */
export const MAX_LISTED = 50

/** Converts a list's JSON to rows; null if it is not a short list of the field's type. */
export function toItems(field: Field, json: string): readonly string[] | null {
  if (json.trim() === '') return []
  const value = parsed(json)
  if (!Array.isArray(value) || value.length > MAX_LISTED) return null
  const items: readonly unknown[] = value
  const fits = items.every((item) => typeof item === field.items || typeof item === 'string')
  return fits ? items.map(String) : null
}

/**
 * Converts rows to the list's JSON. In a list of numbers, a row that is not a number stays text.
 */
export function fromItems(field: Field, items: readonly string[]): string {
  const values = items.map((item) => {
    const isNumber = field.items === 'number' && item.trim() !== '' && Number.isFinite(Number(item))
    return isNumber ? Number(item) : item
  })
  return JSON.stringify(values)
}

function parsed(json: string): unknown {
  try {
    return parseJson(json)
  } catch {
    return undefined // Unfinished JSON is not a list yet.
  }
}
