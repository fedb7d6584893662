import { MAX_PLACES } from './tuple-rule.ts'
import { ARRAY, NULL, type JsonObject, type Shape } from './nodes.ts'

/** Fields that name the columns of the rows beside them, as query and market APIs answer. */
const HEADER = /^(columns?|cols|column_?names|fields|field_?names|headers?|header_?row|schema)$/i

/**
 * The names of a table's columns, if an object has them beside its rows: a list such as `columns`, of texts or of
 * objects with a `name`, as long as each row of at least two. In several objects they are the same.
 * @returns the labels by the key of the rows; empty if there are none
 */
export function rowLabelsIn({ fields, objects }: Shape): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const [header, { kinds }] of fields) {
    if (kinds !== ARRAY || !HEADER.test(header)) continue
    const labels = sameLabels(objects, header)
    if (labels === null) continue
    for (const [key, field] of fields)
      if (key !== header && (field.kinds | NULL) === (ARRAY | NULL) && areRows(objects, key, labels.length))
        found.set(key, labels)
  }
  return found
}

function sameLabels(objects: readonly JsonObject[], key: string): readonly string[] | null {
  const first = labelsOf(objects[0]![key])
  const text = JSON.stringify(first)
  return first !== null && objects.every((object) => JSON.stringify(labelsOf(object[key])) === text)
    ? first
    : null
}

function labelsOf(header: unknown): readonly string[] | null {
  if (!Array.isArray(header) || header.length < 2 || header.length > MAX_PLACES) return null
  const labels = header.map((column: unknown) =>
    typeof column === 'object' && column !== null && 'name' in column ? column.name : column,
  )
  const texts = labels.filter((label) => typeof label === 'string')
  return new Set(texts).size === header.length ? texts : null
}

function areRows(objects: readonly JsonObject[], key: string, length: number): boolean {
  const rows = objects.flatMap((object): unknown[] => {
    const list = object[key]
    return Array.isArray(list) ? list : []
  })
  return rows.length >= 2 && rows.every((row) => Array.isArray(row) && row.length === length)
}
