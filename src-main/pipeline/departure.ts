import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import type { Call } from './call.ts'

/** What one call has made happen outside of this gateway. What has happened there cannot be taken back. */
export class Departure {
  readonly #call: Call
  readonly #tool: RegisteredTool
  readonly #ledger: LedgerStore
  #marked: Promise<void> | undefined
  #sent = false
  #answered = false

  constructor(call: Call, tool: RegisteredTool, ledger: LedgerStore) {
    this.#call = call
    this.#tool = tool
    this.#ledger = ledger
  }

  /** Whether a request has left for another machine, or a model has begun to answer. */
  get happened(): boolean {
    return this.#sent || this.#answered
  }

  /** Whether a model has begun to answer. */
  get answered(): boolean {
    return this.#answered
  }

  /**
   * Marks the call on disk, once, before something leaves: a gateway that is killed from now on charges it at its
   * next start. The mark goes with the end of the call.
   * @throws GatewayError storage_full; then nothing may leave
   */
  mark(): Promise<void> {
    const { requestId, chargeId } = this.#call
    const { slug, engine } = this.#tool
    this.#marked ??= this.#ledger.depart(chargeId, { requestId, slug, engine })
    return this.#marked
  }

  /** A request leaves for another machine. */
  send(): void {
    this.#sent = true
  }

  /** A model has begun to answer. */
  answer(): void {
    this.#answered = true
  }
}
