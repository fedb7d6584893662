import type { ErrorObject } from '../../../src-shared/errors.ts'
import type { SavedRow } from '../../../src-shared/saved-batch.ts'

/** A failure of a row: the gateway's own error, or one of the page's words for an answer it never got. */
export type RowError = Pick<ErrorObject, 'message'> & { readonly code: string }

/** A row of the grid: what is sent, why it cannot be sent, and what became of it. */
export interface BatchRow extends Omit<SavedRow, 'error'> {
  readonly error: RowError | null
  /** Why this input cannot be sent; empty when it can. */
  readonly problem: string
  /** What the call costs. */
  readonly cost: number
}

/** What a row is before anything happened to it. */
export function freshRow(
  row: Pick<BatchRow, 'position' | 'slug' | 'input' | 'label' | 'problem' | 'cost'>,
): BatchRow {
  return {
    ...row,
    state: 'ready',
    chunk: null,
    sent_at: null,
    request_id: null,
    credits: 0,
    latency_ms: null,
    result: null,
    error: null,
  }
}

/** Whether a row is waiting to be sent and can be. */
export function isSendable(row: BatchRow): boolean {
  return row.state === 'ready' && row.problem === ''
}

/** Whether a person has to look at a row. */
export function needsAttention(row: BatchRow): boolean {
  return row.state === 'failed' || (row.state === 'ready' && row.problem !== '')
}
