import type { Field } from './schema-fields.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** Lists longer than this are edited as JSON. */
export const MAX_LISTED = 50

/** The rows that a list's JSON stands for; null where it is no short list of what the field holds. */
export function toItems(field: Field, json: string): readonly string[] | null {
  if (json.trim() === '') return []
  const value = parsed(json)
  if (!Array.isArray(value) || value.length > MAX_LISTED) return null
  const items: readonly unknown[] = value
  const fits = items.every((item) => typeof item === field.items || typeof item === 'string')
  return fits ? items.map(String) : null
}

/** The JSON of a list's rows. A row that is no number where numbers are wanted stays the text it is. */
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
    return undefined // Half-written JSON is no list yet.
  }
}
