import { hash } from 'node:crypto'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import {
  RECEIPT_ALGORITHM,
  RECEIPT_FORMAT,
  type Receipt,
  type ReceiptStatement,
} from '../../src-shared/receipt.ts'
import type { Epoch } from './epochs.ts'
import type { InstanceKey } from './instance-key.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import type { ReceiptChain } from './receipt-chain.ts'
import { all, one, statement, type Work } from '../storage/engine/work.ts'

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

const OF_CHARGE = statement<{ charge_id: string }, Json>(
  'SELECT receipt FROM receipt WHERE charge_id = :charge_id ORDER BY seq LIMIT 1',
)
const NEWEST = statement<{ account: string; limit: number }, Json>(
  'SELECT receipt FROM receipt WHERE account = :account ORDER BY seq DESC LIMIT :limit',
  'SELECT receipt FROM receipt WHERE account = :account ORDER BY place DESC LIMIT :limit',
)

/** What receipts are made with. */
export interface ReceiptParts {
  readonly key: InstanceKey
  /** A restore begins the next one before a process opens its receipts. */
  readonly epoch: Epoch
  readonly chain: ReceiptChain
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The receipts of this instance, in the order in which their calls were charged. */
export class ReceiptBook {
  readonly key: InstanceKey
  readonly #parts: ReceiptParts

  constructor(parts: ReceiptParts) {
    this.key = parts.key
    this.#parts = parts
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
    const { epoch, chain, now } = this.#parts
    const ts = new Date(now()).toISOString()
    return yield* chain.append({ chargeId, account }, ({ seq, prev }) => {
      const signed: ReceiptStatement = {
        ...call,
        // A charge is made once; another answer with the same charge cost nothing more.
        credits: earlier ? 0 : call.credits,
        input_hash: inputHash,
        ts,
        seq,
        prev,
        format: RECEIPT_FORMAT,
        epoch: epoch.number,
        epoch_id: epoch.id,
      }
      return {
        statement: signed,
        algorithm: RECEIPT_ALGORITHM,
        key_id: key.id,
        public_key: key.hex,
        signature: this.key.sign(canonicalJson(signed)),
      }
    })
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
