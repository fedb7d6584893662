import type { BatchAnswer } from '../../../src-shared/envelope.ts'
import type { BatchRow } from '../rows/batch-row.ts'

/** The outcome of one row of a request. */
export type RowAnswer = Pick<
  BatchRow,
  'state' | 'credits' | 'latency_ms' | 'result' | 'error' | 'request_id' | 'chunk'
> & {
  /** Set if the row did not run because credits ran out, which ends the run. */
  readonly refusal: string | null
}

/** Reads the results of a batch, in the order of its rows. */
export function readChunk({ results }: BatchAnswer, requestId: string | null): readonly RowAnswer[] {
  return results.map((result): RowAnswer => {
    const answered = {
      latency_ms: result.latency_ms,
      request_id: requestId,
      chunk: null,
      credits: result.credits,
    }
    if ('data' in result) {
      const text = JSON.stringify(result.data)
      if (result.ok) return { ...answered, state: 'done', result: text, error: null, refusal: null }
      const said = result.data['message']
      const message = typeof said === 'string' ? said : 'A provider key is needed.'
      const error = { code: 'needs_key', message }
      return { ...answered, state: 'failed', result: text, error, refusal: null }
    }
    const { code, message } = result.error
    const failed = { ...answered, result: null, error: { code, message } }
    // The row neither ran nor was charged: it stays ready until there are credits.
    if (code === 'insufficient_credits') return { ...failed, state: 'ready', refusal: message }
    return { ...failed, state: 'failed', refusal: null }
  })
}
