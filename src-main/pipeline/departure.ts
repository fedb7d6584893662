import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import type { Call } from './call.ts'

/**
 * What one call has made happen outside of this gateway, which cannot be taken back. The call of a recipe asks those of
 * its steps.
 */
export class Departure {
  readonly #call: Call
  readonly #tool: RegisteredTool
  readonly #ledger: LedgerStore
  readonly #whole: Departure | null
  #marked: Promise<void> | undefined
  #sent = false
  #answered = false
  /** The step that runs. */
  #step: Departure | null = null
  #owed = 0

  /** @param whole that of the call that this one is a step of */
  constructor(call: Call, tool: RegisteredTool, ledger: LedgerStore, whole: Departure | null = null) {
    this.#call = call
    this.#tool = tool
    this.#ledger = ledger
    this.#whole = whole
  }

  /** Whether a request has left for another machine, a model has begun to answer, or a step is owed. */
  get happened(): boolean {
    return this.#sent || this.#answered || this.#owed > 0 || (this.#step?.happened ?? false)
  }

  /** Whether a model has begun to answer. */
  get answered(): boolean {
    return this.#answered || (this.#step?.answered ?? false)
  }

  /** What the call costs if it ends now, after something has happened: its price; of a recipe, that of its steps. */
  get credits(): number {
    if (this.#tool.chain === null) return this.#tool.definition.credits
    return this.#owed + (this.#step?.happened ? this.#step.credits : 0)
  }

  /** What is paid for steps that have ended, whatever becomes of the others. */
  get owed(): number {
    return this.#owed + (this.#step?.owed ?? 0)
  }

  /** Begins a step. */
  beginStep(tool: RegisteredTool): Departure {
    this.#step = new Departure(this.#call, tool, this.#ledger, this)
    return this.#step
  }

  /**
   * Ends the step that runs, which has given an answer.
   * @param hasActed whether it has done something that cannot be taken back
   */
  endStep(hasActed: boolean): void {
    const step = this.#step
    this.#step = null
    if (step && (hasActed || step.happened)) this.#owed += step.credits
  }

  /**
   * Marks the call on disk, once, before something leaves: a gateway that is killed from now on charges it at its
   * next start. The mark goes with the end of the call.
   * @throws GatewayError storage_full; then nothing may leave
   */
  mark(): Promise<void> {
    if (this.#whole) return this.#whole.mark()
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
