import type { Database } from 'better-sqlite3'
import { readReceipt } from '../../src-shared/read-receipt.ts'
import type { Receipt } from '../../src-shared/receipt.ts'
import { checkSignature, statementHash } from './check-receipt.ts'
import { epochsOf, type Epoch } from './epochs.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

export const MAX_PROBLEMS = 20

/** The result of checking all receipts of an instance. */
export interface ReceiptsVerdict {
  readonly ok: boolean
  /** Sentences, at most 20. */
  readonly problems: readonly string[]
  readonly receipts: number
}

interface Row {
  readonly seq: number
  readonly hash: string
  readonly receipt: string
}

/**
 * Checks every receipt's signature, that each refers to the one before it, from the first without a gap, and that
 * their epochs are those of the instance and never go back.
 */
export function verifyReceipts(db: Database): ReceiptsVerdict {
  const problems: string[] = []
  let receipts = 0
  let prev: string | null = null
  let epoch = 1
  const epochs = new Map(epochsOf(db).map((one) => [one.number, one]))
  const rows = db.prepare<[], Row>('SELECT seq, hash, receipt FROM receipt ORDER BY seq')
  for (const row of rows.iterate()) {
    receipts++
    // The table accepts only JSON.
    const read = readReceipt(parseJson(row.receipt))
    const receipt = 'receipt' in read ? read.receipt : null
    const problem = receiptProblem(row, receipt, { seq: receipts, prev, epoch, epochs })
    epoch = receipt?.statement.epoch ?? epoch
    if (problem !== null) problems.push(`Receipt ${row.seq}: ${problem}`)
    if (problems.length >= MAX_PROBLEMS) break
    prev = row.hash
  }
  return { ok: problems.length === 0, problems, receipts }
}

/** What a receipt must say to follow the one before it. */
export interface ExpectedReceipt {
  readonly seq: number
  readonly prev: string | null
  /** The epoch of the receipt before it. */
  readonly epoch: number
  readonly epochs: ReadonlyMap<number, Epoch>
}

/** What is wrong with a receipt at its place; null for nothing. */
export function receiptProblem(
  row: Row,
  receipt: Receipt | null,
  { seq, prev, ...expected }: ExpectedReceipt,
): string | null {
  if (receipt === null) return 'it cannot be read as a receipt.'
  const { statement } = receipt
  if (row.seq !== seq || statement.seq !== seq)
    return `it should have the number ${seq}; one before it is missing.`
  if (statement.prev !== prev) return 'it does not refer to the receipt before it.'
  if (statementHash(statement) !== row.hash) return 'its hash does not match its statement.'
  const { epoch = 1, epoch_id: id } = statement
  if (epoch < expected.epoch)
    return `it is of epoch ${epoch}, and the one before it of epoch ${expected.epoch}.`
  if (id !== undefined && expected.epochs.get(epoch)?.id !== id)
    return `it is of an epoch ${epoch} that this instance never had.`
  const verdict = checkSignature(receipt, null)
  return verdict.ok ? null : verdict.problem
}
