import type { ErrorObject } from '../../../src-shared/errors.ts'
import type { SavedRow } from '../../../src-shared/saved-batch.ts'

/** Why a row failed: an error from the gateway, or the page's own if no answer came. */
export type RowError = Pick<ErrorObject, 'message'> & { readonly code: string }

/** A row of the grid: its input, why it cannot be sent, and its outcome. */
export interface BatchRow extends Omit<SavedRow, 'error'> {
  readonly error: RowError | null
  /** Why this input cannot be sent; empty if it can. */
  readonly problem: string
  /** The price of the call, in credits. */
  readonly cost: number
}

/** Makes a row that has not been sent yet. */
export function freshRow(
  row: Pick<BatchRow, 'position' | 'slug' | 'input' | 'label' | 'problem' | 'cost'> &
    Partial<Pick<BatchRow, 'cells'>>,
): BatchRow {
  return {
    cells: null,
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

/** Whether the user has to look at a row. */
export function needsAttention(row: BatchRow): boolean {
  return row.state === 'failed' || (row.state === 'ready' && row.problem !== '')
}
