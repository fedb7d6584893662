import { hash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
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
import { all, one, run, statement, type Work } from '../storage/engine/work.ts'

/** The facts about a call that are known once it is charged. */
export type ChargedCall = Pick<
  ReceiptStatement,
  'request_id' | 'slug' | 'tool_version' | 'output_hash' | 'credits' | 'engine' | 'source' | 'redacted'
> & { readonly chargeId: string }

/** A requested receipt that is written when its call is charged. */
export interface OpenReceipt {
  /** Signs and stores the receipt; must run in the transaction that charges the call. */
  write(call: ChargedCall): Work<Receipt>
}

type Json = { readonly receipt: string }

const LAST = statement<Record<never, never>, { readonly seq: number; readonly hash: string }>(
  'SELECT seq, hash FROM receipt ORDER BY seq DESC LIMIT 1',
)
const OF_CHARGE = statement<{ charge_id: string }, Json>(
  'SELECT receipt FROM receipt WHERE charge_id = :charge_id ORDER BY seq LIMIT 1',
)
const INSERT = statement<{
  seq: number
  charge_id: string
  hash: string
  receipt: string
  account: string
}>(
  `INSERT INTO receipt (seq, charge_id, hash, receipt, account)
   VALUES (:seq, :charge_id, :hash, :receipt, :account)`,
)
const NEWEST = statement<{ account: string; limit: number }, Json>(
  'SELECT receipt FROM receipt WHERE account = :account ORDER BY seq DESC LIMIT :limit',
)

/** The receipts of this instance, in the order in which their calls were charged. */
export class ReceiptBook {
  readonly key: InstanceKey
  readonly #now: () => number
  /** A restore begins the next one before a process opens its receipts. */
  readonly #epoch: Epoch

  /** @param now milliseconds since 1970 */
  constructor(db: Database, key: InstanceKey, now: () => number) {
    this.key = key
    this.#now = now
    this.#epoch = currentEpoch(db)
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

  *#write(
    { chargeId, account, ...call }: ChargedCall & { readonly account: string },
    inputHash: string,
    key: { readonly id: string; readonly hex: string },
  ): Work<Receipt> {
    const earlier = yield* this.#earlierOf(chargeId)
    if (earlier?.statement.output_hash === call.output_hash) return earlier
    const last = yield* one(LAST, {})
    const signed: ReceiptStatement = {
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
      statement: signed,
      algorithm: RECEIPT_ALGORITHM,
      key_id: key.id,
      public_key: key.hex,
      signature: this.key.sign(canonicalJson(signed)),
    }
    yield* run(INSERT, {
      seq: signed.seq,
      charge_id: chargeId,
      hash: statementHash(signed),
      receipt: canonicalJson(receipt),
      account,
    })
    return receipt
  }

  /** The newest receipts of a key's calls. */
  *newestOf(account: string, limit: number): Work<readonly Receipt[]> {
    const rows = yield* all(NEWEST, { account, limit })
    // Only this file writes the column.
    return rows.map(({ receipt }) => parseJson(receipt) as Receipt)
  }

  *#earlierOf(chargeId: string): Work<Receipt | null> {
    const row = yield* one(OF_CHARGE, { charge_id: chargeId })
    // Only this file writes the column.
    return row === undefined ? null : (parseJson(row.receipt) as Receipt)
  }
}

/** The hash of a call's input: the tool's fields as they were sent, without the gateway's own. */
function inputHashOf(input: Readonly<Record<string, unknown>>): string {
  return hash('sha256', canonicalJson(input))
}
