import { parseJson } from '../../src-shared/parse-json.ts'
import { readReceipt } from '../../src-shared/read-receipt.ts'
import { all, statement, type Work } from '../storage/engine/work.ts'
import type { Epoch, EpochCause } from './epochs.ts'
import {
  MAX_PROBLEMS,
  receiptProblem,
  type ExpectedReceipt,
  type ReceiptsVerdict,
} from './verify-receipts.ts'

interface Row {
  readonly key_id: string
  readonly seq: number
  readonly hash: string
  readonly receipt: string
}

const PAGE = 500

const AFTER = statement<{ key_id: string; seq: number }, Row>(
  `SELECT key_id, seq, hash, receipt FROM receipt WHERE (key_id, seq) > (:key_id, :seq)
   ORDER BY key_id, seq LIMIT ${PAGE}`,
)
const EPOCHS = statement<
  Readonly<Record<never, never>>,
  {
    readonly number: number
    readonly id: string
    readonly begunAt: number
    readonly cause: EpochCause
    readonly detail: string | null
    readonly hasHead: boolean
  }
>('SELECT number, id, begun_at AS "begunAt", cause, detail, has_head = 1 AS "hasHead" FROM epoch')

/** Checks the receipts of a PostgreSQL, as verifyReceipts does those of a folder: one chain for each signing key. */
export function* verifyReceiptRows(): Work<ReceiptsVerdict> {
  const epochs: ReadonlyMap<number, Epoch> = new Map(
    (yield* all(EPOCHS, {})).map((one) => [one.number, one]),
  )
  const problems: string[] = []
  let place = { key_id: '', seq: 0 }
  let expected: ExpectedReceipt = { seq: 1, prev: null, epoch: 1, epochs }
  let receipts = 0
  for (;;) {
    const page = yield* all(AFTER, place)
    for (const row of page) {
      if (row.key_id !== place.key_id) expected = { seq: 1, prev: null, epoch: 1, epochs }
      // It was written from a receipt.
      const read = readReceipt(parseJson(row.receipt))
      const receipt = 'receipt' in read ? read.receipt : null
      const problem =
        receipt && receipt.key_id !== row.key_id
          ? 'it is of another key.'
          : receiptProblem(row, receipt, expected)
      if (problem !== null) problems.push(`Receipt ${row.seq} of ${row.key_id}: ${problem}`)
      const epoch = receipt?.statement.epoch ?? expected.epoch
      expected = { seq: expected.seq + 1, prev: row.hash, epoch, epochs }
      place = { key_id: row.key_id, seq: row.seq }
    }
    receipts += page.length
    if (page.length < PAGE || problems.length >= MAX_PROBLEMS) break
  }
  return { ok: problems.length === 0, problems: problems.slice(0, MAX_PROBLEMS), receipts }
}
