import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresEngine } from '../../storage/postgres/postgres-engine.ts'
import { nothing, type Work } from '../../storage/engine/work.ts'
import { assertHolderFits, isRepetition, noHolder, ownedBy, partOf } from '../lending/lease-rules.ts'
import {
  leftOf,
  type LeaseHolder,
  type Lending,
  type NewLease,
  type SentCharge,
  type Taken,
} from '../lending/lending.ts'
import { sortCharges } from '../lending/sort-charges.ts'
import {
  endHolder,
  holder,
  holders,
  lend,
  lockHolder,
  lockPayer,
  openHoldersOf,
  writeLease,
  writeTaken,
  writtenBefore,
  type LockedPayer,
} from './holder-rows.ts'
import { ASK_PAUSE_MS, MOST_ASKS } from './lease-asker.ts'

interface Parts {
  readonly engine: PostgresEngine
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Asks this gateway and the others to give back what they do not need of an account, or of a limit. */
  readonly freeUp: (account: string) => Promise<void>
  /** What running calls of this gateway hold of an account, or of a limit. */
  readonly heldHere: (name: string) => number
  /** How often credits are asked for that other gateways may give back. */
  readonly mostAsks?: number
  /** Reads again what there is of a key, after a lease of it has changed. */
  readonly learn: (keyId: string) => Promise<unknown>
  readonly charged: (payer: string) => void
}

/** What became of a request for a lease. */
interface Told extends Pick<LockedPayer, 'scarce' | 'leased'> {
  readonly given: number
}

/** One lane, so that no two of them read the same account in one transaction. */
const LANE = 'lending'

/**
 * What is lent in a ledger that several gateways share. Everything is in the database, so that any of them can be
 * asked: what other machines hold is a part of what is held of an account, beside the leases of the gateways.
 */
export class PostgresLending implements Lending {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  holders(): Promise<readonly LeaseHolder[]> {
    return this.#parts.engine.read(holders)
  }

  async give(
    wanted: NewLease,
    withinTransaction: (given: number) => Work<void> = nothing,
  ): Promise<number> {
    const { engine, now, freeUp, heldHere, mostAsks = MOST_ASKS } = this.#parts
    const { keyId } = wanted
    for (let asks = 1; ; asks++) {
      await freeUp(keyId)
      const told = await engine.write(LANE, () => give(wanted, now(), withinTransaction))
      if (told.given === 0 && told.leased > heldHere(told.scarce) && asks < mostAsks) {
        await pause(ASK_PAUSE_MS)
        continue
      }
      await this.#learn(keyId)
      return told.given
    }
  }

  async take(keyId: string, instance: string, charges: readonly SentCharge[]): Promise<Taken> {
    const { engine, now, charged } = this.#parts
    const { taken, payer, spent } = await engine.write(LANE, () => take(keyId, instance, charges, now()))
    await this.#learn(keyId)
    if (spent > 0) charged(payer)
    return taken
  }

  async end(
    instance: string,
    keyId: string | null,
    withinTransaction: (holder: LeaseHolder, freed: number) => Work<void> = nothing,
  ): Promise<number> {
    const { engine, now } = this.#parts
    const ended = await engine.write(LANE, () => end(instance, keyId, now(), withinTransaction))
    await this.#learn(ended.keyId)
    return ended.freed
  }

  // What is told of a balance may be older; what was done is done.
  async #learn(keyId: string): Promise<void> {
    await this.#parts.learn(keyId).catch(() => undefined)
  }
}

function* give(wanted: NewLease, at: number, withinTransaction: (given: number) => Work<void>): Work<Told> {
  const { instance, keyId } = wanted
  const payer = yield* lockPayer(keyId)
  const known = yield* lockHolder(instance)
  if (isRepetition(wanted, known)) return { ...payer, given: known?.lastGiven ?? 0 }
  if (!known) assertHolderFits(yield* openHoldersOf(keyId))
  const credits = partOf(wanted, payer.free)
  if (credits === 0) return { ...payer, given: 0 }
  yield* lend(keyId, payer, credits)
  // Somebody else may have sent the same id since.
  if (!(yield* writeLease({ ...wanted, credits }, at))) throw noHolder()
  yield* withinTransaction(credits)
  return { ...payer, given: credits }
}

function* take(
  keyId: string,
  instance: string,
  charges: readonly SentCharge[],
  at: number,
): Work<{ taken: Taken; payer: string; spent: number }> {
  const payer = yield* lockPayer(keyId)
  const from = ownedBy(keyId, yield* lockHolder(instance))
  const sorted = sortCharges(from, charges, yield* writtenBefore(instance, charges))
  const { taken, spent } = sorted
  // First, since no more may be held than there is.
  if (spent > 0) yield* lend(keyId, payer, -spent)
  yield* writeTaken(from, payer, sorted, at)
  return { taken, payer: payer.payer, spent }
}

function* end(
  instance: string,
  keyId: string | null,
  at: number,
  withinTransaction: (holder: LeaseHolder, freed: number) => Work<void>,
): Work<{ keyId: string; freed: number }> {
  const found = yield* holder(instance)
  const owner = keyId ?? found?.keyId ?? ''
  const payer = yield* lockPayer(ownedBy(owner, found).keyId)
  const ending = ownedBy(owner, yield* lockHolder(instance))
  if (ending.endedAt !== null) return { keyId: owner, freed: ending.freed }
  const freed = leftOf(ending)
  if (freed > 0) yield* lend(owner, payer, -freed)
  yield* endHolder(instance, at)
  yield* withinTransaction(ending, freed)
  return { keyId: owner, freed }
}
