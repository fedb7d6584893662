import type { Database } from 'better-sqlite3'
import type { Engine } from '../../src-shared/engines.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import type { Work } from '../storage/engine/work.ts'
import type { GroupCommit } from '../storage/group-commit.ts'
import { runWork } from '../storage/sqlite/run-work.ts'
import type { EntryList } from './entry-list.ts'
import type { HeldCredits } from './held-credits.ts'
import { leftOf, LeaseRows, type ForeignCharge, type LeaseHolder, type NewLease } from './lease-rows.ts'
import type { ChargeReason, Entry, Unanswered } from './ledger-store.ts'
import type { Payers } from './payers.ts'
import type { SubAccounts } from './sub-accounts.ts'

/** The least that is given, so that the last credits are not handed out one by one. */
export const SMALLEST_LEASE = 100
/** More than that is given at most a quarter at a time, so that one gateway does not take what others need. */
const PART_OF_FREE = 4
/** Gateways that may hold leases of a key at once. */
const MAX_HOLDERS = 50
/** Late charges that are kept of a gateway. */
const MAX_LATE = 10_000

/** A charge that another gateway sends, with what it knows of the call. */
export interface SentCharge extends ForeignCharge {
  readonly engine?: Engine | undefined
  readonly unanswered?: Unanswered | undefined
}

/** What became of charges that another gateway sent. */
export interface Taken {
  /** Charged now, or known already. */
  readonly charged: number
  /** Of these, known already. */
  readonly known: number
  /** Kept and charged to nobody. */
  readonly late: number
  /** Whether its leases have ended, so that it has to start afresh. */
  readonly ended: boolean
  /** Credits that it may still spend. */
  readonly left: number
}

/** What a gateway can do with the credits that it lends. */
export type Lending = Pick<LeaseBook, 'give' | 'take' | 'end' | 'holders' | 'isLending'>

interface Parts {
  readonly payers: Payers
  readonly subs: SubAccounts
  readonly held: HeldCredits
  readonly entries: EntryList
  readonly write: (
    charge: Pick<Entry, 'id' | 'account' | 'kind' | 'credits' | 'spender'>,
    reason: ChargeReason,
  ) => number
  readonly charged: (payer: string) => void
}

interface Sums {
  spent: number
  known: number
  knownLate: number
  late: number
  lateCredits: number
}

/**
 * The credits that other gateways hold of keys here, and spend without asking. What they hold is reserved: nothing else
 * can spend it. A lease does not end by time, since a gateway that is away may be spending it; only its holder or the
 * owner ends it.
 */
export class LeaseBook {
  readonly #db: Database
  readonly #commits: GroupCommit
  readonly #now: () => number
  readonly #parts: Parts
  readonly #rows: LeaseRows

  /** Reserves what was leased before this start. @param now milliseconds since 1970 */
  constructor(db: Database, commits: GroupCommit, now: () => number, parts: Parts) {
    this.#db = db
    this.#commits = commits
    this.#now = now
    this.#parts = parts
    this.#rows = new LeaseRows(db)
    for (const holder of this.#rows.all()) this.#hold(holder.keyId, leftOf(holder))
  }

  /** Every gateway that ever had a lease, the first one first. */
  holders(): readonly LeaseHolder[] {
    return this.#rows.all()
  }

  /** Whether any gateway holds credits here now. */
  get isLending(): boolean {
    return this.#rows.all().some(({ endedAt }) => endedAt === null)
  }

  /**
   * Gives a gateway a further part of a key's credits. The request with the number of the last lease is a repetition
   * and gets the same again.
   * @param wanted the most it wants; it gets less where little is left
   * @param withinTransaction runs in the transaction that gives them
   * @returns the credits; 0 when the key has none left, and then the number stays free
   * @throws GatewayError not_found, lease_ended, lease_out_of_step, forbidden
   */
  async give(wanted: NewLease, withinTransaction?: (given: number) => Work<void>): Promise<number> {
    const { instance, keyId } = wanted
    if (this.#repeats(wanted, this.#rows.find(instance))) {
      await this.#commits.durable()
      return this.#rows.find(instance)?.lastGiven ?? 0
    }
    const credits = this.#partFor(wanted)
    if (credits === 0) return 0
    // Held before it is written, so that no call can spend it in between.
    this.#hold(keyId, credits)
    let repeated: number | null = null
    return await this.#commits.enqueue(
      () => {
        const known = this.#rows.find(instance)
        repeated = this.#repeats(wanted, known) ? (known?.lastGiven ?? 0) : null
        if (repeated !== null) return repeated
        this.#rows.give({ ...wanted, credits }, this.#now())
        if (withinTransaction) runWork(this.#db, withinTransaction(credits))
        return credits
      },
      (committed) => {
        if (!committed || repeated !== null) this.#hold(keyId, -credits)
      },
    )
  }

  /**
   * Charges what a gateway has spent of its leases, each id once, in the given order. What comes after its leases have
   * ended, or exceeds them, is kept and charged to nobody.
   * @throws GatewayError not_found, lease_ended, validation_error
   */
  async take(keyId: string, instance: string, charges: readonly SentCharge[]): Promise<Taken> {
    let spent = 0
    return await this.#commits.enqueue(
      () => {
        const holder = this.#own(keyId, this.#rows.find(instance))
        const sums: Sums = { spent: 0, known: 0, knownLate: 0, late: 0, lateCredits: 0 }
        for (const charge of charges) this.#takeOne(holder, charge, sums)
        this.#rows.took(instance, sums, this.#now())
        ;({ spent } = sums)
        const late = sums.late + sums.knownLate
        const left = leftOf(holder) - spent
        return {
          charged: charges.length - late,
          known: sums.known,
          late,
          ended: holder.endedAt !== null,
          left,
        }
      },
      (committed) => {
        if (!committed || spent === 0) return
        this.#hold(keyId, -spent)
        this.#parts.charged(this.#payerOf(keyId))
      },
    )
  }

  /**
   * Ends the leases of a gateway: what it is not known to have spent can be spent here again. One that has ended stays
   * as it is.
   * @param keyId the key that holds them; null for any, when the owner ends them
   * @returns the credits that were freed
   * @throws GatewayError not_found
   */
  async end(
    instance: string,
    keyId: string | null,
    withinTransaction?: (holder: LeaseHolder, freed: number) => Work<void>,
  ): Promise<number> {
    let [freed, holderKey] = [0, '']
    return await this.#commits.enqueue(
      () => {
        const found = this.#rows.find(instance)
        const holder = this.#own(keyId ?? found?.keyId ?? '', found)
        freed = leftOf(holder)
        holderKey = holder.keyId
        if (holder.endedAt !== null) return holder.freed
        this.#rows.end(instance, this.#now())
        if (withinTransaction) runWork(this.#db, withinTransaction(holder, freed))
        return freed
      },
      (committed) => {
        if (committed && freed > 0) this.#hold(holderKey, -freed)
      },
    )
  }

  #takeOne(holder: LeaseHolder, charge: SentCharge, sums: Sums): void {
    const { credits, requestId, slug, engine, unanswered } = charge
    // Ids are the other gateway's own, and must not meet those of another or of calls here.
    const id = `${holder.id}:${charge.id}`
    const known = this.#parts.entries.find(id)
    const lateCredits = this.#rows.lateCreditsOf(holder.id, charge.id)
    const knownCredits = known ? 0 - known.credits : lateCredits
    if (knownCredits !== undefined && knownCredits !== credits) throw anotherCharge(charge.id)
    if (known) return void sums.known++
    if (lateCredits !== undefined) return void sums.knownLate++
    if (holder.endedAt !== null || credits > leftOf(holder) - sums.spent) {
      if (holder.lateCharges + sums.late >= MAX_LATE) throw tooLate()
      this.#rows.writeLate(holder.id, charge, this.#now())
      sums.late++
      sums.lateCredits += credits
      return
    }
    const payer = this.#payerOf(holder.keyId)
    const spender = payer === holder.keyId ? null : holder.keyId
    const reason = { requestId, slug, ...(engine ? { engine } : {}), ...(unanswered ? { unanswered } : {}) }
    this.#parts.write({ id, account: payer, spender, kind: 'charge', credits: 0 - credits }, reason)
    sums.spent += credits
  }

  /** @throws GatewayError when the number is neither the last nor the next */
  #repeats(wanted: NewLease, known: LeaseHolder | undefined): boolean {
    if (known && this.#own(wanted.keyId, known).endedAt !== null) throw leaseEnded()
    const last = known?.number ?? 0
    if (known && wanted.number === last) return true
    if (wanted.number === last + 1) return false
    throw new GatewayError(
      'lease_out_of_step',
      `The next lease of this gateway has the number ${last + 1}. One of the two was restored from a backup: ` +
        'start afresh under another instance id.',
    )
  }

  #partFor({ instance, keyId, credits }: NewLease): number {
    if (this.#payerOf(keyId) !== this.#parts.payers.accountOf(this.#payerOf(keyId)))
      throw new GatewayError(
        'forbidden',
        'This gateway spends the credits of a hub itself, and cannot lend them. Connect to that hub.',
      )
    if (!this.#rows.find(instance) && this.#rows.openOf(keyId) >= MAX_HOLDERS)
      throw new GatewayError(
        'forbidden',
        `${MAX_HOLDERS} gateways hold credits of this key. End one with toolgate instances forget, or use another key.`,
      )
    const { balance, reserved } = this.#parts.payers.balanceOf(keyId)
    const free = balance - reserved
    return Math.min(credits, free, Math.max(SMALLEST_LEASE, Math.ceil(free / PART_OF_FREE)))
  }

  #own(keyId: string, holder: LeaseHolder | undefined): LeaseHolder {
    if (holder?.keyId === keyId) return holder
    throw new GatewayError('not_found', 'No gateway with this instance id holds credits of this key.')
  }

  #payerOf(keyId: string): string {
    return this.#parts.subs.find(keyId)?.payer ?? keyId
  }

  #hold(keyId: string, credits: number): void {
    this.#parts.held.hold({ account: keyId, sub: this.#parts.subs.find(keyId) }, credits)
  }
}

function leaseEnded(): GatewayError {
  return new GatewayError(
    'lease_ended',
    'The leases of this gateway have ended. Start afresh under another instance id.',
  )
}

function tooLate(): GatewayError {
  return new GatewayError(
    'lease_ended',
    `The leases of this gateway have ended, and ${MAX_LATE} late charges of it are kept. No more are.`,
  )
}

function anotherCharge(id: string): GatewayError {
  const message = `${JSON.stringify(id)} was sent before with other credits`
  return new GatewayError('validation_error', `${message}.`, {
    issues: [{ path: 'entries', message }],
    missing_fields: [],
  })
}
