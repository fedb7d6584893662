import { hash } from 'node:crypto'
import type { Database, Statement } from 'better-sqlite3'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import {
  RECEIPT_ALGORITHM,
  RECEIPT_FORMAT,
  type Receipt,
  type ReceiptStatement,
} from '../../src-shared/receipt.ts'
import { statementHash } from './check-receipt.ts'
import { currentEpoch, type Epoch } from './epochs.ts'
import type { InstanceKey } from './instance-key.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** The facts about a call that are known once it is charged. */
export type ChargedCall = Pick<
  ReceiptStatement,
  'request_id' | 'slug' | 'tool_version' | 'output_hash' | 'credits' | 'engine' | 'source' | 'redacted'
> & { readonly chargeId: string }

/** A requested receipt that is written when its call is charged. */
export interface OpenReceipt {
  /** Signs and stores the receipt; must run in the transaction that charges the call. */
  write(call: ChargedCall): Receipt
}

interface LastRow {
  readonly seq: number
  readonly hash: string
}

/** The receipts of this instance, in the order in which their calls were charged. */
export class ReceiptBook {
  readonly key: InstanceKey
  readonly #now: () => number
  /** A restore begins the next one before a process opens its receipts. */
  readonly #epoch: Epoch
  readonly #last: Statement<[], LastRow>
  readonly #ofCharge: Statement<[string], string>
  readonly #insert: Statement<[number, string, string, string, string]>
  readonly #newest: Statement<[string, number], string>

  /** @param now milliseconds since 1970 */
  constructor(db: Database, key: InstanceKey, now: () => number) {
    this.key = key
    this.#now = now
    this.#epoch = currentEpoch(db)
    this.#last = db.prepare('SELECT seq, hash FROM receipt ORDER BY seq DESC LIMIT 1')
    this.#ofCharge = db
      .prepare<[string], string>('SELECT receipt FROM receipt WHERE charge_id = ? ORDER BY seq LIMIT 1')
      .pluck()
    this.#insert = db.prepare(
      'INSERT INTO receipt (seq, charge_id, hash, receipt, account) VALUES (?, ?, ?, ?, ?)',
    )
    this.#newest = db
      .prepare<[string, number], string>(
        'SELECT receipt FROM receipt WHERE account = ? ORDER BY seq DESC LIMIT ?',
      )
      .pluck()
  }

  /**
   * Prepares the receipt of a call before anything is charged, so that a refusal costs nothing.
   * @param account the id of the calling key
   * @param input the tool's fields as they were sent
   * @param inputHash their hash, if it is known
   * @throws GatewayError storage_full when a new signing key cannot be saved
   */
  open(
    account: string,
    input: Readonly<Record<string, unknown>>,
    inputHash: string = inputHashOf(input),
  ): OpenReceipt {
    const { publicKey } = this.key
    const key = { id: publicKey.keyId, hex: publicKey.hex }
    return { write: (call) => this.#write({ ...call, account }, inputHash, key) }
  }

  #write(
    { chargeId, account, ...call }: ChargedCall & { readonly account: string },
    inputHash: string,
    key: { readonly id: string; readonly hex: string },
  ): Receipt {
    const earlier = this.#earlierOf(chargeId)
    if (earlier?.statement.output_hash === call.output_hash) return earlier
    const last = this.#last.get()
    const statement: ReceiptStatement = {
      ...call,
      // A charge is made once; another answer with the same charge cost nothing more.
      credits: earlier ? 0 : call.credits,
      input_hash: inputHash,
      ts: new Date(this.#now()).toISOString(),
      seq: (last?.seq ?? 0) + 1,
      prev: last?.hash ?? null,
      format: RECEIPT_FORMAT,
      epoch: this.#epoch.number,
      epoch_id: this.#epoch.id,
    }
    const receipt: Receipt = {
      statement,
      algorithm: RECEIPT_ALGORITHM,
      key_id: key.id,
      public_key: key.hex,
      signature: this.key.sign(canonicalJson(statement)),
    }
    this.#insert.run(statement.seq, chargeId, statementHash(statement), canonicalJson(receipt), account)
    return receipt
  }

  /** The newest receipts of a key's calls. */
  newestOf(account: string, limit: number): readonly Receipt[] {
    // Only this file writes the column.
    return this.#newest.all(account, limit).map((json) => parseJson(json) as Receipt)
  }

  #earlierOf(chargeId: string): Receipt | null {
    const json = this.#ofCharge.get(chargeId)
    // Only this file writes the column.
    return json === undefined ? null : (parseJson(json) as Receipt)
  }
}

/** The hash of a call's input: the tool's fields as they were sent, without the gateway's own. */
function inputHashOf(input: Readonly<Record<string, unknown>>): string {
  return hash('sha256', canonicalJson(input))
}
