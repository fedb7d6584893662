import type { Receipt } from '../../src-shared/receipt.ts'
import { one, run, statement, type Work } from '../storage/engine/work.ts'
import { rowOf, type ReceiptChain, type ReceiptOwner, type ReceiptPlace } from './receipt-chain.ts'

interface Last {
  readonly seq: number
  readonly hash: string | null
}

const LAST = statement<{ key_id: string }, Last>(
  'SELECT seq, hash FROM receipt WHERE key_id = :key_id ORDER BY seq DESC LIMIT 1',
)
/** Only behind the receipt that it names, and only where no other is. */
const APPEND = statement<{
  key_id: string
  seq: number
  prev: string | null
  charge_id: string
  hash: string
  receipt: string
  account: string
}>(
  `INSERT INTO receipt (key_id, seq, charge_id, hash, receipt, account)
   SELECT :key_id::text, :seq::bigint, :charge_id::text, :hash::text, :receipt::text, :account::text
   WHERE :seq = 1 OR EXISTS
     (SELECT 1 FROM receipt WHERE key_id = :key_id AND seq = :seq::bigint - 1 AND hash = :prev::text)
   ON CONFLICT (key_id, seq) DO NOTHING`,
)
const MOST_ATTEMPTS = 100

/**
 * The chain of one signing key among those of other gateways. The receipts of one transaction are made side by side, so
 * each takes its place in memory before it is sent; the database takes it only behind the one that it names. What was
 * taken for a transaction that was rolled back is noticed by that, and begun again from what is stored.
 */
export class KeyChain implements ReceiptChain {
  readonly #keyId: () => string
  #last: Last | null = null
  /** Counts how often it was begun again. */
  #line = 0

  /** @param keyId of the key that signs */
  constructor(keyId: () => string) {
    this.#keyId = keyId
  }

  *append(owner: ReceiptOwner, sign: (place: ReceiptPlace) => Receipt): Work<Receipt> {
    const key_id = this.#keyId()
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      if (this.#last === null) {
        const stored = yield* one(LAST, { key_id })
        // Another one may have read it meanwhile, and have gone on.
        this.#last ??= stored ?? { seq: 0, hash: null }
      }
      const { seq, hash: prev }: Last = this.#last
      const line = this.#line
      const receipt = sign({ seq: seq + 1, prev })
      const row = rowOf(receipt, owner)
      this.#last = { seq: row.seq, hash: row.hash }
      if ((yield* run(APPEND, { ...row, key_id, prev })) === 1) return receipt
      if (this.#line === line) this.#beginAgain()
    }
    throw new Error(`No place was found for a receipt in the chain of ${key_id}`)
  }

  #beginAgain(): void {
    this.#last = null
    this.#line++
  }
}
