import { MAX_BATCH_CALLS } from '../../../src-shared/limits.ts'
import { type BatchRow, isSendable } from '../rows/batch-row.ts'

/** The most characters of inputs in one request, well below the limit in bytes. */
const MAX_CHUNK_CHARS = 1_200_000
/** The gateway remembers answers for a day; a request repeated later would be charged again. */
export const ANSWER_KEPT_MS = 23 * 60 * 60 * 1_000

/** What to send next. */
export type NextChunk =
  | { readonly kind: 'again' | 'new'; readonly rows: readonly BatchRow[] }
  /** Rows whose answers are no longer available. */
  | { readonly kind: 'lost'; readonly rows: readonly BatchRow[] }
  /** The next row costs more than can be spent. */
  | { readonly kind: 'short'; readonly cost: number }
  | { readonly kind: 'none' }

/**
 * The rows of the next request: those still without an answer, exactly as they were sent before,
 * else the next ones that are ready.
 * @param spendable credits that may still be spent; null if unknown
 * @param only the positions to send; null for all that are ready
 */
export function nextChunk(
  rows: readonly BatchRow[],
  spendable: number | null,
  now: number,
  only: ReadonlySet<number> | null = null,
): NextChunk {
  const out = rows.find(({ state }) => state === 'sent')
  if (out) {
    const chunk = rows.filter(({ state, chunk: id }) => state === 'sent' && id === out.chunk)
    const isLost = now - (out.sent_at ?? 0) > ANSWER_KEPT_MS
    return { kind: isLost ? 'lost' : 'again', rows: chunk }
  }
  const chunk: BatchRow[] = []
  let chars = 0
  let cost = 0
  for (const row of rows) {
    if (!isSendable(row) || (only && !only.has(row.position))) continue
    const full =
      chunk.length === MAX_BATCH_CALLS || (chunk.length > 0 && chars + row.input.length > MAX_CHUNK_CHARS)
    if (full) break
    if (spendable !== null && cost + row.cost > spendable) {
      return chunk.length > 0 ? { kind: 'new', rows: chunk } : { kind: 'short', cost: row.cost }
    }
    chunk.push(row)
    chars += row.input.length
    cost += row.cost
  }
  return chunk.length > 0 ? { kind: 'new', rows: chunk } : { kind: 'none' }
}
