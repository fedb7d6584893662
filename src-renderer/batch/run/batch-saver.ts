import {
  MAX_ROWS_AT_ONCE,
  type BatchOptions,
  type SavedBatch,
  type SavedRow,
} from '../../../src-shared/saved-batch.ts'
import type { GatewayClient } from '../../gateway/gateway-client.ts'
import type { BatchRow } from '../rows/batch-row.ts'

/** The most characters of rows that one save request carries. */
const MAX_SLICE_CHARS = 900_000
/** The gateway does not keep longer results, so they are not sent. */
const MAX_RESULT_CHARS = 256 * 1024

/** The name, source and options of a saved run. */
export interface BatchInfo {
  readonly name: string
  readonly source: string
  readonly options: BatchOptions
}

/** A saved run. */
export interface LoadedBatch {
  readonly info: BatchInfo
  readonly rows: readonly SavedRow[]
}

type Json = GatewayClient['json']
/** The row at a position, as it is at that moment. */
type RowAt = (position: number) => BatchRow | undefined

/**
 * Saves a run in the gateway: each flush sends what changed since the last one; after a failure the
 * changes wait for the next flush.
 */
export function createBatchSaver(json: Json, id: string | null = null) {
  const inputs = new Set<number>()
  const outcomes = new Set<number>()
  let batchId = id
  let infoChanged = false
  let leftOut = 0
  let tail: Promise<unknown> = Promise.resolve()

  /** Saves all unsaved changes. One flush runs at a time. @returns the run's id */
  function flush(info: () => BatchInfo, rows: RowAt): Promise<string> {
    const work = tail.then(() => save(info, rows))
    // The caller learns of a failed flush; the next one still runs.
    tail = work.catch(() => undefined)
    return work
  }

  // Each part is read when it is sent, since it may change while another is on its way.
  async function save(info: () => BatchInfo, rows: RowAt): Promise<string> {
    if (batchId === null) {
      infoChanged = false
      batchId = (await json<{ batch_id: string }>('POST', '/app/batches', info())).body.batch_id
    }
    const path = `/app/batches/${batchId}`
    if (infoChanged) {
      infoChanged = false
      const { name, options } = info()
      await json('POST', path, { name, options })
    }
    for (const slice of slicesOf(rows, inputs, inputChars)) {
      await send(inputs, slice, () => json('POST', `${path}/rows`, { rows: slice.map(toInput) }))
      for (const row of slice) if (row.state !== 'ready') outcomes.add(row.position)
    }
    for (const slice of slicesOf(rows, outcomes, outcomeChars))
      await send(outcomes, slice, async () => {
        const body = { rows: slice.map(toOutcome) }
        leftOut += (await json<{ left_out: number }>('POST', `${path}/outcomes`, body)).body.left_out
      })
    return batchId
  }

  return {
    flush,
    id: () => batchId,
    /** How many results the gateway had no room for. */
    leftOut: () => leftOut,
    inputChanged: (positions: Iterable<number>) => {
      for (const position of positions) inputs.add(position)
    },
    outcomeChanged: (positions: Iterable<number>) => {
      for (const position of positions) outcomes.add(position)
    },
    infoChanged: () => (infoChanged = true),
  }
}

// Taken off the list before the answer: what changes meanwhile is put on it again.
async function send(
  unsaved: Set<number>,
  slice: readonly BatchRow[],
  save: () => Promise<unknown>,
): Promise<void> {
  for (const { position } of slice) unsaved.delete(position)
  try {
    await save()
  } catch (error) {
    for (const { position } of slice) unsaved.add(position)
    throw error
  }
}

interface RowPage {
  readonly rows: readonly SavedRow[]
  readonly next: number | null
}

/** Reads a saved run with all its rows; of a table, which has another place, only what it is. */
export async function loadBatch(json: Json, id: string): Promise<LoadedBatch> {
  const path = `/app/batches/${encodeURIComponent(id)}`
  const { name, source, options } = (await json<SavedBatch>('GET', path)).body
  const rows: SavedRow[] = []
  for (let from: number | null = options.table ? null : 0; from !== null;) {
    const page: RowPage = (await json<RowPage>('GET', `${path}/rows?from=${from}`)).body
    rows.push(...page.rows)
    from = page.next
  }
  return { info: { name, source, options }, rows }
}

function* slicesOf(
  rows: RowAt,
  positions: ReadonlySet<number>,
  charsOf: (row: BatchRow) => number,
): Generator<readonly BatchRow[]> {
  let slice: BatchRow[] = []
  let chars = 0
  for (const position of [...positions].sort((a, b) => a - b)) {
    const row = rows(position)
    if (!row) continue
    const more = charsOf(row)
    if (slice.length === MAX_ROWS_AT_ONCE || (slice.length > 0 && chars + more > MAX_SLICE_CHARS)) {
      yield slice
      slice = []
      chars = 0
    }
    slice.push(row)
    chars += more
  }
  if (slice.length > 0) yield slice
}

function inputChars({ input, label, cells }: BatchRow): number {
  return input.length + label.length + (cells?.length ?? 0) + 100
}

function outcomeChars({ result, error }: BatchRow): number {
  return Math.min(result?.length ?? 0, MAX_RESULT_CHARS) + (error?.message.length ?? 0) + 300
}

function toInput({ position, slug, input, label, cells }: BatchRow) {
  return { position, slug, input, label, ...(cells === null ? {} : { cells }) }
}

function toOutcome(row: BatchRow) {
  const { position, state, chunk, sent_at, request_id, credits, latency_ms, result, error } = row
  const kept = result !== null && result.length <= MAX_RESULT_CHARS ? result : null
  const told = error && { code: error.code, message: error.message.slice(0, 2_000) }
  return { position, state, chunk, sent_at, request_id, credits, latency_ms, result: kept, error: told }
}
