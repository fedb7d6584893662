import type { ReadAnswer } from '../../src-shared/read-answers.ts'
import type { BatchRow } from '../batch/rows/batch-row.ts'
import { dataOf } from '../batch/run/export-rows.ts'
import type { CallRequest, RunState } from '../tools/result/run-state.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** The answer in Tools with its request; an empty list if there is none. */
export function answersOfRun(run: {
  readonly state: RunState
  readonly request: CallRequest | null
}): readonly ReadAnswer[] {
  if (run.state.kind !== 'done' || run.request === null) return []
  const { data, meta, body } = run.state.result
  const receipt = typeof body === 'object' && body !== null && 'receipt' in body ? body.receipt : undefined
  const named = { ...meta, api: meta.api ?? run.request.slug }
  return [{ request: run.request.input, data, meta: named, receipt }]
}

/**
 * The answers of a batch's rows with their requests. Items of a batch have no hash of their own.
 */
export function answersOfBatch(rows: readonly BatchRow[]): readonly ReadAnswer[] {
  return rows.map((row) => ({
    // The page wrote it from an object.
    request: parseJson(row.input) as Record<string, unknown>,
    data: dataOf(row),
    meta: { api: row.slug },
    receipt: undefined,
  }))
}
