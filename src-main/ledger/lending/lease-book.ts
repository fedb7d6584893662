import type { Database } from 'better-sqlite3'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { Work } from '../../storage/engine/work.ts'
import type { GroupCommit } from '../../storage/group-commit.ts'
import { runWork } from '../../storage/sqlite/run-work.ts'
import type { EntryList } from '../entry-list.ts'
import type { HeldCredits } from '../held-credits.ts'
import type { ChargeReason, Entry } from '../ledger-store.ts'
import type { Payers } from '../payers.ts'
import type { SubAccounts } from '../sub-accounts.ts'
import { LeaseRows } from './lease-rows.ts'
import { assertHolderFits, isRepetition, ownedBy, partOf } from './lease-rules.ts'
import {
  entryIdOf,
  leftOf,
  type LeaseHolder,
  type Lending,
  type NewLease,
  type SentCharge,
  type Taken,
} from './lending.ts'
import { sortCharges } from './sort-charges.ts'

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

/** What is lent in the ledger of a data folder: rows, and reserved credits in memory. */
export class LeaseBook implements Lending {
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

  holders(): readonly LeaseHolder[] {
    return this.#rows.all()
  }

  /** Whether any gateway holds credits here now. */
  get isLending(): boolean {
    return this.#rows.all().some(({ endedAt }) => endedAt === null)
  }

  async give(wanted: NewLease, withinTransaction?: (given: number) => Work<void>): Promise<number> {
    const { instance, keyId } = wanted
    if (isRepetition(wanted, this.#rows.find(instance))) {
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
        repeated = isRepetition(wanted, known) ? (known?.lastGiven ?? 0) : null
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

  async take(keyId: string, instance: string, charges: readonly SentCharge[]): Promise<Taken> {
    let spent = 0
    return await this.#commits.enqueue(
      () => {
        const holder = ownedBy(keyId, this.#rows.find(instance))
        const sorted = sortCharges(holder, charges, {
          charged: (id) => this.#chargedUnder(instance, id),
          late: (id) => this.#rows.lateCreditsOf(instance, id),
        })
        for (const charge of sorted.due) this.#charge(holder, charge)
        for (const charge of sorted.late) this.#rows.writeLate(instance, charge, this.#now())
        this.#rows.took(instance, sorted, this.#now())
        ;({ spent } = sorted)
        return sorted.taken
      },
      (committed) => {
        if (!committed || spent === 0) return
        this.#hold(keyId, -spent)
        this.#parts.charged(this.#payerOf(keyId))
      },
    )
  }

  async end(
    instance: string,
    keyId: string | null,
    withinTransaction?: (holder: LeaseHolder, freed: number) => Work<void>,
  ): Promise<number> {
    let [freed, holderKey] = [0, '']
    return await this.#commits.enqueue(
      () => {
        const found = this.#rows.find(instance)
        const holder = ownedBy(keyId ?? found?.keyId ?? '', found)
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

  #chargedUnder(instance: string, id: string): number | undefined {
    const entry = this.#parts.entries.find(entryIdOf(instance, id))
    return entry && 0 - entry.credits
  }

  #charge(
    { id: instance, keyId }: LeaseHolder,
    { id, credits, requestId, slug, engine, unanswered }: SentCharge,
  ): void {
    const payer = this.#payerOf(keyId)
    const spender = payer === keyId ? null : keyId
    const reason = { requestId, slug, ...(engine ? { engine } : {}), ...(unanswered ? { unanswered } : {}) }
    const entry = { id: entryIdOf(instance, id), account: payer, spender, credits: 0 - credits }
    this.#parts.write({ ...entry, kind: 'charge' }, reason)
  }

  #partFor(wanted: NewLease): number {
    const { instance, keyId } = wanted
    if (this.#payerOf(keyId) !== this.#parts.payers.accountOf(this.#payerOf(keyId)))
      throw new GatewayError(
        'forbidden',
        'This gateway spends the credits of a hub itself, and cannot lend them. Connect to that hub.',
      )
    if (!this.#rows.find(instance)) assertHolderFits(this.#rows.openOf(keyId))
    const { balance, reserved } = this.#parts.payers.balanceOf(keyId)
    return partOf(wanted, balance - reserved)
  }

  #payerOf(keyId: string): string {
    return this.#parts.subs.find(keyId)?.payer ?? keyId
  }

  #hold(keyId: string, credits: number): void {
    this.#parts.held.hold({ account: keyId, sub: this.#parts.subs.find(keyId) }, credits)
  }
}
