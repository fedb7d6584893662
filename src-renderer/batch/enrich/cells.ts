import { parseJson } from '../../../src-shared/parse-json.ts'
import type { SavedRowState } from '../../../src-shared/saved-batch.ts'
import { plainTextOf } from '../../../src-shared/kinds/main-value.ts'
import type { RowError } from '../rows/batch-row.ts'

/** The states of a cell. `faulty`: its input cannot be sent. `skipped`: a cell that it needs has failed. */
export const CELL = { unsent: 0, sent: 1, done: 2, failed: 3, faulty: 4, skipped: 5 } as const
type CellState = (typeof CELL)[keyof typeof CELL]

/** Characters of an answer that a cell keeps: twelve of them fit what the gateway keeps of a row. */
const MAX_DATA_CHARS = 20_000

/** A request that a cell was sent with: its Idempotency-Key, when, and the input as JSON. */
export type CellRequest = readonly [chunk: string, sentAt: number, input: string]

/** The cells of one new column, in arrays: 50,000 rows as objects would take several times the memory. */
export interface Cells {
  readonly state: Uint8Array
  readonly credits: Uint32Array
  /** The data of each answer as JSON. */
  readonly data: (string | undefined)[]
  readonly errors: Map<number, RowError>
  readonly requests: Map<number, CellRequest>
}

/** Cells that have not been sent. */
export function freshCells(rows: number): Cells {
  return {
    state: new Uint8Array(rows),
    credits: new Uint32Array(rows),
    data: Array.from({ length: rows }),
    errors: new Map(),
    requests: new Map(),
  }
}

/** Makes a cell as if it had never been sent. What it has cost stays counted. */
export function resetCell(cells: Cells, row: number): void {
  cells.state[row] = CELL.unsent
  cells.data[row] = undefined
  cells.errors.delete(row)
  cells.requests.delete(row)
}

/** Makes all cells so. */
export function resetAll({ state, data, errors, requests }: Cells): void {
  state.fill(CELL.unsent)
  data.fill(undefined)
  errors.clear()
  requests.clear()
}

/** Whether a cell needs a look: its call failed, or its input cannot be sent. */
export function isBad({ state }: Cells, row: number): boolean {
  return state[row] === CELL.failed || state[row] === CELL.faulty
}

/** Answers as a cell keeps them. A long one is reduced to the value that the column shows, and that may be cut. */
export function keptData(
  text: string,
  shows: string | null,
): { readonly data: string; readonly cut: boolean } {
  if (text.length <= MAX_DATA_CHARS) return { data: text, cut: false }
  const name = shows?.replace('[]', '').split('.')[0] ?? 'value'
  const shown = shownText(text, shows)
  const cut = shown.length > MAX_DATA_CHARS / 2
  return { data: JSON.stringify({ [name]: cut ? shown.slice(0, MAX_DATA_CHARS / 2) : shown }), cut }
}

/** The value of an answer that a column shows; undefined if the answer has none. @param data JSON */
export function shownValue(data: string, shows: string | null): unknown {
  // The data of an answer is always an object.
  const { _engine, ...fields } = parseJson(data) as Record<string, unknown>
  if (shows === null) return fields
  const [name = '', member] = shows.replace('[]', '').split('.')
  const value = memberOf(fields, name)
  if (member === undefined) return value
  return shows.includes('[]') && Array.isArray(value)
    ? value.map((item) => memberOf(item, member) ?? null)
    : memberOf(value, member)
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  // It has this member, as the line above has found.
  return (value as Record<string, unknown>)[name]
}

/** The same as a text. */
export function shownText(data: string, shows: string | null): string {
  return textOfValue(shownValue(data, shows))
}

/** A value as a cell shows it. */
export function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  return plainTextOf(value) ?? JSON.stringify(value)
}

/** The state of a row as the list of runs counts it. */
export function rowStateOf(all: readonly Cells[], row: number): SavedRowState {
  const has = (wanted: CellState) => all.some(({ state }) => state[row] === wanted)
  if (has(CELL.sent)) return 'sent'
  if (has(CELL.failed)) return 'failed'
  return all.length > 0 && all.every(({ state }) => state[row] === CELL.done) ? 'done' : 'ready'
}

/** The new cells of a row as the gateway keeps them; null if there is nothing to keep. */
export function packRow(columns: ReadonlyMap<string, Cells>, row: number): string | null {
  const members: string[] = []
  for (const [id, { state, credits, data, errors, requests }] of columns) {
    if (state[row] === CELL.unsent && credits[row] === 0) continue
    const rest = JSON.stringify([
      state[row],
      credits[row],
      errors.get(row) ?? null,
      requests.get(row) ?? null,
    ])
    members.push(`${JSON.stringify(id)}:[${data[row] ?? 'null'},${rest.slice(1)}`)
  }
  return members.length === 0 ? null : `{${members.join(',')}}`
}

type Packed = readonly [
  data: object | null,
  state: number,
  credits: number,
  error: RowError | null,
  request: CellRequest | null,
]

/** Takes over what `packRow` wrote. */
export function unpackRow(columns: ReadonlyMap<string, Cells>, row: number, text: string): void {
  // Written by packRow.
  const packed = parseJson(text) as Readonly<Record<string, Packed>>
  for (const [id, cells] of columns) {
    const cell = Object.hasOwn(packed, id) ? packed[id] : undefined
    if (!cell) continue
    const [data, state, credits, error, request] = cell
    cells.state[row] = state
    cells.credits[row] = credits
    if (data) cells.data[row] = JSON.stringify(data)
    if (error) cells.errors.set(row, error)
    if (request) cells.requests.set(row, request)
  }
}
