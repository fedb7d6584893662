import type { Database } from 'better-sqlite3'
import { readReceipt } from '../../src-shared/read-receipt.ts'
import { checkSignature, statementHash } from './check-receipt.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

const MAX_PROBLEMS = 20

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

/** Checks every receipt's signature and that each refers to the one before it, from the first without a gap. */
export function verifyReceipts(db: Database): ReceiptsVerdict {
  const problems: string[] = []
  let receipts = 0
  let prev: string | null = null
  const rows = db.prepare<[], Row>('SELECT seq, hash, receipt FROM receipt ORDER BY seq')
  for (const row of rows.iterate()) {
    receipts++
    const problem = problemOf(row, receipts, prev)
    if (problem !== null) problems.push(`Receipt ${row.seq}: ${problem}`)
    if (problems.length >= MAX_PROBLEMS) break
    prev = row.hash
  }
  return { ok: problems.length === 0, problems, receipts }
}

function problemOf(row: Row, expectedSeq: number, prev: string | null): string | null {
  // The table accepts only JSON.
  const read = readReceipt(parseJson(row.receipt))
  if ('problem' in read) return 'it is no longer a receipt.'
  const { receipt } = read
  const { statement } = receipt
  if (row.seq !== expectedSeq || statement.seq !== expectedSeq) {
    return `it should have the number ${expectedSeq}; one before it is missing.`
  }
  if (statement.prev !== prev) return 'it does not refer to the receipt before it.'
  if (statementHash(statement) !== row.hash) return 'its hash does not match its statement.'
  const verdict = checkSignature(receipt, null)
  return verdict.ok ? null : verdict.problem
}
