import { GatewayError } from '../../../src-shared/errors.ts'
import type { Work } from '../../storage/engine/work.ts'
import { awayError } from '../../storage/postgres/caller-errors.ts'
import type { PostgresEngine } from '../../storage/postgres/postgres-engine.ts'
import { assertCredits } from '../assert-entry.ts'
import type { ChargeReason, LedgerStore, WithinTransaction } from '../ledger-store.ts'
import { arriving, closeCall, departing, ended, type ClosedCall, type End } from './call-charge.ts'
import type { DoubtNotes } from './doubt-notes.ts'
import { exchange, type Settlement } from './exchange.ts'
import type { KnownAccounts } from './known-accounts.ts'
import { hasEnded } from './lease-ended.ts'
import type { OpenCall, OpenCalls } from './open-calls.ts'

interface Parts {
  readonly engine: PostgresEngine
  readonly calls: OpenCalls
  readonly accounts: KnownAccounts
  readonly notes: DoubtNotes
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** What an account may spend, as far as known. */
  readonly lastKnown: (account: string) => number
  readonly charged: (payer: string) => void
}

/** Of an end that leaves no entry. */
const NO_REASON: ChargeReason = { requestId: '', slug: '' }

/** Ends calls: charges them, a part of them, or frees them. */
export class CallEnds {
  readonly #parts: Parts
  /** Calls that cost nothing, whose rows as departed ones are still there. */
  readonly #lapsing = new Map<string, ClosedCall>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Notes that something is about to leave, as LedgerStore says. */
  async depart(id: string, reason: ChargeReason): Promise<void> {
    const { engine, calls, now } = this.#parts
    const { epoch, held } = calls.find(id)
    // From now on a row may be on its way, so whatever ends the reservation has to remove it.
    held.departed = true
    const lapsing = this.#lapsing.get(id)
    try {
      // The row that is still there must not be taken for this one's.
      if (lapsing) await engine.write(held.account, () => arriving(lapsing))
      await engine.write(held.account, () => departing(epoch.gateway, held, reason, now()))
    } catch (error) {
      if (!hasEnded(error)) throw error
      calls.startAfresh(epoch.gateway)
      throw awayError(error)
    }
  }

  /** Charges a call, as LedgerStore says. */
  async settle(id: string, reason: ChargeReason, withinTransaction?: WithinTransaction): Promise<number> {
    const call = this.#parts.calls.close(id)
    const { credits, kept, hasParts = false } = call.held
    // Together with others, unless something was charged before that counts.
    const entries = kept === credits && !hasParts ? [{ id, kind: 'charge' as const, credits }] : []
    const request = this.#settlement(call, entries, reason)
    const due = { what: 'price', credits } as const
    return await this.#write(call, request, { held: call.held, due, withinTransaction })
  }

  /** Charges a part of a call, as LedgerStore says. */
  readonly settlePart: LedgerStore['settlePart'] = async (id, credits, reason, withinTransaction) => {
    assertCredits(credits, 0)
    const { held } = this.#parts.calls.find(id)
    if (credits > held.credits) throw new Error(`${id} holds less than the ${credits} to charge`)
    const call = this.#parts.calls.close(id)
    const request = this.#settlement(call, [], reason)
    const due = { what: 'part', credits } as const
    return await this.#write(call, request, { held: call.held, due, withinTransaction })
  }

  /** Frees a call, as LedgerStore says. */
  async release(id: string, refund?: ChargeReason): Promise<number> {
    const { engine, calls, lastKnown } = this.#parts
    const call = calls.close(id)
    const { account, kept, credits, departed } = call.held
    const isAlive = call.epoch === calls.epoch
    // A call that was charged before, and holds less than it costs, has nothing to be refunded.
    // While the database is away nobody waits for the record of what costs nothing.
    const { isGone } = engine
    const refunded = isAlive && kept === credits && !isGone ? refund : undefined
    if (!refunded && (!departed || isGone)) {
      this.#lapse(call, this.#settlement(call, [], NO_REASON))
      return lastKnown(account)
    }
    const entries = [
      { id: `${id}:failed`, kind: 'charge' as const, credits: kept },
      { id: `${id}:refund`, kind: 'refund' as const, credits: 0 - kept },
    ]
    const reason = refunded ?? NO_REASON
    const request = this.#settlement(call, refunded ? entries : [], reason)
    return await this.#write(call, request, { held: call.held, due: null })
  }

  /** Closes what an earlier process of this gateway has told its callers to cost nothing. */
  async closeNoted(): Promise<void> {
    const { calls, notes } = this.#parts
    for (const call of notes.all()) {
      await calls.untilDone(() => closeCall(call, true))
      notes.remove(call.id)
    }
  }

  #settlement(
    { epoch, held }: OpenCall,
    entries: Settlement['entries'],
    { requestId, slug, engine, unanswered }: ChargeReason,
  ): Settlement {
    const whose = { account: held.sub?.payer ?? held.account, sub: held.sub && held.account }
    const reason = { requestId, slug, engine: engine ?? null, unanswered: unanswered ?? null }
    const at = this.#parts.now()
    return { kind: 'settle', gateway: epoch.gateway, ...whose, entries, ...reason, at, told: null }
  }

  async #write(call: OpenCall, request: Settlement, end: End): Promise<number> {
    const { engine, calls, notes } = this.#parts
    const { epoch, held } = call
    // One that nobody waits for is owed whatever becomes of the charge: whoever ends this gateway finds its row.
    const isOwed = held.departed && request.unanswered !== null
    const state = { isTold: false, gaveUp: false }
    const listener = (committed: boolean): void => {
      state.isTold = true
      if (committed) this.#settled(call, request, end)
      else if (isOwed && epoch === calls.epoch) calls.abandon(call)
      else if (isOwed) calls.end(call)
      else this.#lapse(call, request)
      if (state.gaveUp) this.#resolve(call, request, committed)
    }
    if (epoch !== calls.epoch) {
      listener(false)
      throw awayError()
    }
    try {
      const work = (): Work<number> => ended(request, end)
      return await engine.writeShared(held.account, exchange, request, work, listener)
    } catch (error) {
      // The server was away for so long that the caller is told that nothing is charged, before that is known.
      state.gaveUp = !state.isTold && error instanceof GatewayError && !isOwed
      if (state.gaveUp) notes.add({ ...request, id: held.id })
      if (!hasEnded(error)) throw error
      calls.startAfresh(epoch.gateway)
      throw awayError(error)
    }
  }

  #settled({ epoch, held }: OpenCall, request: Settlement, { due }: End): void {
    const { calls, accounts, charged } = this.#parts
    calls.end({ epoch, held })
    const { account, sub, told } = request
    if (!told) return
    accounts.note(account, told.balance, sub, told.left)
    epoch.lease(account, -told.taken)
    if (sub !== null && held.sub?.creditLimit !== null) epoch.lease(sub, -told.taken)
    if (due) charged(account)
  }

  /** What has become of a charge whose caller was told that nothing is charged. */
  #resolve({ held }: OpenCall, request: Settlement, committed: boolean): void {
    const { calls, notes } = this.#parts
    const call = { ...request, id: held.id }
    const done = committed ? calls.untilDone(() => closeCall(call, true)) : Promise.resolve()
    void done.then(() => notes.remove(held.id))
  }

  /** Ends a call that costs nothing, and sees to it that whoever ends this gateway does not charge it. */
  #lapse({ epoch, held }: OpenCall, request: Settlement): void {
    const { calls } = this.#parts
    if (!held.departed) return calls.end({ epoch, held })
    const call: ClosedCall = { ...request, id: held.id }
    // Until its row is gone, its credits may still be charged.
    calls.abandon({ epoch, held })
    this.#lapsing.set(held.id, call)
    void calls
      .untilDone(() => arriving(call))
      .then(() => {
        epoch.held.hold(held, -held.kept)
        if (this.#lapsing.get(held.id) === call) this.#lapsing.delete(held.id)
      })
  }
}
