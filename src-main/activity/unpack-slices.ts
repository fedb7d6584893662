import type { Database } from 'better-sqlite3'
import { parseJson } from '../../src-shared/parse-json.ts'

// The columns of that version.
const INSERT_CALL = `
INSERT INTO call (seq, at, request_id, key_id, slug, client, form, code, engine, cache, credits, ms,
  output_hash, bytes, cut, gist, input, output)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
`

interface Slice {
  readonly first: number
  readonly calls: string
}

/** Gives each call that an earlier version kept with others in one row, a slice, a row of its own. */
export function unpackSlices(db: Database): void {
  const insert = db.prepare<(string | number | null)[]>(INSERT_CALL)
  const next = db.prepare<[number], Slice>(
    'SELECT first, calls FROM slice WHERE first > ? ORDER BY first LIMIT 1',
  )
  for (let slice = next.get(-1); slice; slice = next.get(slice.first)) {
    const { first } = slice
    // Written by that version: the values of each call, in the order of the statement.
    const calls = parseJson(slice.calls) as (string | number | null)[][]
    calls.forEach((values, index) => insert.run(first + index, ...values))
  }
  db.exec('DROP TABLE slice')
}
