import { canonicalJson } from '../../src-shared/canonical-json.ts'
import type { Receipt } from '../../src-shared/receipt.ts'
import { one, run, statement, type Work } from '../storage/engine/work.ts'
import { statementHash } from './check-receipt.ts'

/** Where a receipt is in its chain. */
export interface ReceiptPlace {
  readonly seq: number
  /** The hash of the receipt before it; null for the first. */
  readonly prev: string | null
}

/** Whose receipt it is. */
export interface ReceiptOwner {
  readonly chargeId: string
  readonly account: string
}

/** Keeps receipts in their order, each linked to the one before. */
export interface ReceiptChain {
  /**
   * Appends a receipt, in the current transaction.
   * @param sign makes it for its place; called again when that turns out to be taken
   */
  append(owner: ReceiptOwner, sign: (place: ReceiptPlace) => Receipt): Work<Receipt>
}

/** The columns of a receipt as they are stored. */
export type ReceiptRow = {
  readonly seq: number
  readonly charge_id: string
  readonly hash: string
  readonly receipt: string
  readonly account: string
}

const LAST = statement<Record<never, never>, { readonly seq: number; readonly hash: string }>(
  'SELECT seq, hash FROM receipt ORDER BY seq DESC LIMIT 1',
)
const INSERT = statement<ReceiptRow>(
  `INSERT INTO receipt (seq, charge_id, hash, receipt, account)
   VALUES (:seq, :charge_id, :hash, :receipt, :account)`,
)

/** The one chain of an embedded database, in whose transactions nothing comes in between. */
export class OnlyChain implements ReceiptChain {
  *append(owner: ReceiptOwner, sign: (place: ReceiptPlace) => Receipt): Work<Receipt> {
    const last = yield* one(LAST, {})
    const receipt = sign({ seq: (last?.seq ?? 0) + 1, prev: last?.hash ?? null })
    yield* run(INSERT, rowOf(receipt, owner))
    return receipt
  }
}

/** What is stored of a receipt. */
export function rowOf(receipt: Receipt, { chargeId, account }: ReceiptOwner): ReceiptRow {
  const { statement: signed } = receipt
  return {
    seq: signed.seq,
    charge_id: chargeId,
    hash: statementHash(signed),
    receipt: canonicalJson(receipt),
    account,
  }
}
