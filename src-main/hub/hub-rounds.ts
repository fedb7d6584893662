import { chargesAfter, sumAfter, type FedCharge } from '../ledger/charge-feed.ts'
import { SecretsUnavailable } from '../secrets/secret-store.ts'
import type { Work } from '../storage/engine/work.ts'
import type { BudgetParts } from './budget-parts.ts'
import { HubAway, HubRefusal, type HubAddress, type HubClient } from './hub-client.ts'
import {
  findLink,
  moveLink,
  newLink,
  noteReceived,
  noteSent,
  openLinks,
  writeLink,
  type HubLink,
} from './hub-links.ts'

/** Charges in one request; the hub takes no more. */
const SENT_AT_ONCE = 200
/** Charges that are made within this span are sent together. */
const GATHER_MS = 50
/** How often the hub hears of a gateway that has nothing to send. */
const BEAT_MS = 30_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000
/** How long a call waits for a further lease. */
const CALL_WAITS_MS = 2_000
/** After the hub has answered that it has none left, calls do not ask again for so long. */
const EMPTY_MS = 1_000

interface Parts extends BudgetParts {
  readonly client: HubClient
}

/** What went wrong with a hub, and how often in a row. */
interface Trouble {
  readonly text: string
  readonly failures: number
}

/** Speaks with hubs, one round after the other: charges first, and then the next lease. */
export class HubRounds {
  readonly #parts: Parts
  readonly #troubles = new Map<string, Trouble>()
  readonly #heard = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null
  /** When the timer fires, by performance.now(). */
  #due = Infinity
  #running: Promise<void> | null = null
  #asking: Promise<boolean> | null = null
  #emptyUntil = 0
  #active: HubLink | null = null
  /** Whether the last round left any hub to speak with. */
  #hasOpen = false
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The hub whose leases are spent, with its id, address and payer; what changes meanwhile is in the database. */
  get active(): HubLink | null {
    return this.#active
  }

  /** Lets the account that is connected spend the leases, and nobody when none is. */
  divert(active: HubLink | null): void {
    this.#active = active
    this.#hasOpen ||= active !== null
    this.#parts.ledger.payers.divert(active && { from: active.payer, to: active.id })
  }

  /** There may be something to send. A hub that did not answer is not asked any sooner. */
  poke(): void {
    if (this.#running === null && this.#troubles.size === 0) this.#wakeIn(GATHER_MS)
  }

  /** Makes a round now. */
  async now(): Promise<void> {
    await this.#running
    this.#heard.clear()
    await this.#run()
  }

  /** A sentence; null when the hub answered last. */
  troubleOf(id: string): string | null {
    return this.#troubles.get(id)?.text ?? null
  }

  /** Asks for a lease that a call waits for. @param need its price @returns whether one has come */
  async refillNow(link: HubLink, need: number): Promise<boolean> {
    if (this.#closed || this.#troubles.has(link.id) || performance.now() < this.#emptyUntil) return false
    const late = new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), CALL_WAITS_MS).unref()
    })
    return await Promise.race([this.#caught(link, () => this.#ask(link.id, need)), late])
  }

  /**
   * Ends the leases of a hub here as well, and takes new ones under another id: what is spent of the old ones from now
   * on is charged to nobody.
   */
  async beginAnew(link: HubLink): Promise<void> {
    const { engine, now } = this.#parts
    const next = newLink(link, now())
    await engine.write(
      'hub',
      () => endedAndAnew(link, next),
      (committed) => {
        // Nothing was written for one that somebody else has ended meanwhile.
        if (committed && this.#active?.id === link.id) this.divert(next)
      },
    )
    this.#wakeIn(0)
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
    await Promise.race([this.#running, new Promise((resolve) => setTimeout(resolve, 500).unref())])
  }

  #wakeIn(ms: number): void {
    const due = performance.now() + ms
    if (this.#closed || due >= this.#due) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#due = due
    // It keeps no process alive that has nothing else to do.
    this.#timer = setTimeout(() => void this.#run().catch(this.#parts.report), ms).unref()
  }

  async #run(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#due = Infinity
    if (this.#closed) return
    this.#running ??= this.#rounds().finally(() => {
      this.#running = null
      this.#plan()
    })
    await this.#running
  }

  async #rounds(): Promise<void> {
    const { engine } = this.#parts
    for (const link of await engine.read(openLinks))
      if (!this.#closed) await this.#caught(link, () => this.#round(link))
    if (!this.#closed) this.#hasOpen = (await engine.read(openLinks)).length > 0
  }

  #plan(): void {
    if (this.#closed || !this.#hasOpen) return
    const failures = Math.max(0, ...[...this.#troubles.values()].map((trouble) => trouble.failures))
    // Spread, so that the gateways of a team do not all come back in one moment.
    const retry =
      Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (0.75 + Math.random() / 2)
    this.#wakeIn(failures === 0 ? BEAT_MS : retry)
  }

  /** Notes what goes wrong, and reports what is not the hub's fault. @returns false then */
  async #caught(link: HubLink, work: () => Promise<boolean>): Promise<boolean> {
    try {
      const outcome = await work()
      this.#troubles.delete(link.id)
      return outcome
    } catch (error) {
      if (this.#closed) return false
      const failures = (this.#troubles.get(link.id)?.failures ?? 0) + 1
      const isKnown =
        error instanceof HubAway || error instanceof HubRefusal || error instanceof SecretsUnavailable
      if (!isKnown) this.#parts.report(error)
      const text = isKnown ? error.message : 'This gateway could not speak with its hub; see its log.'
      this.#troubles.set(link.id, { text, failures })
      this.#plan()
      return false
    }
  }

  async #round(link: HubLink): Promise<boolean> {
    const hub = await this.#addressOf(link)
    try {
      const ended = link.number > 0 && (await this.#deliver(link, hub))
      if (link.state === 'active' && ended) await this.beginAnew(link)
      else if (link.state === 'active') await this.#askIfLow(link)
      else if (this.#asking === null && (await this.#isIdle(link))) await this.#leave(link, hub)
    } catch (error) {
      if (!(error instanceof HubRefusal) || !['lease_ended', 'not_found'].includes(error.code)) throw error
      // The hub takes nothing of this instance any more, or was restored to a time before it.
      if (link.state === 'active') await this.beginAnew(link)
      else await this.#close(link)
    }
    return true
  }

  /** Sends what the hub does not have, in order. @returns whether the hub has ended the leases */
  async #deliver({ id }: HubLink, hub: HubAddress): Promise<boolean> {
    const { engine, client, now } = this.#parts
    for (;;) {
      const { place, charges } = await engine.read(() => unsent(id))
      const heard = this.#heard.get(id)
      const isBeat = heard === undefined || performance.now() - heard >= BEAT_MS
      if (charges.length === 0 && !isBeat) return false
      const ended = await client.deliver(hub, id, charges)
      this.#heard.set(id, performance.now())
      // Should this be lost, they are sent again, and the hub knows their ids.
      await engine.write('hub', () => noteSent(id, charges.at(-1)?.seq ?? place, now()))
      if (charges.length < SENT_AT_ONCE) return ended
    }
  }

  async #askIfLow(link: HubLink): Promise<void> {
    const { balance, reserved } = this.#parts.ledger.payers.balanceOf(link.id)
    if (balance - reserved <= link.leaseCredits / 2) await this.#ask(link.id)
  }

  /** Asks for as many credits as there is room for, or as a call needs. @returns whether any came */
  #ask(id: string, need = 0): Promise<boolean> {
    // A number stands for one lease, so nobody asks for the same twice at once.
    this.#asking ??= this.#askOnce(id, need).finally(() => (this.#asking = null))
    return this.#asking
  }

  async #askOnce(id: string, need: number): Promise<boolean> {
    const { engine, client, ledger } = this.#parts
    const link = await engine.read(() => findLink(id))
    if (link?.state !== 'active') return false
    const { balance, reserved } = ledger.payers.balanceOf(id)
    const credits = Math.max(1, Math.max(link.leaseCredits, need) - (balance - reserved))
    const number = link.number + 1
    const hub = await this.#addressOf(link)
    try {
      const given = await client.lease(hub, { instance: id, name: link.name, number, credits })
      this.#emptyUntil = given === 0 ? performance.now() + EMPTY_MS : 0
      if (given === 0) return false
      // Should this be lost, the same number is asked for again, and brings the same lease.
      await engine.write('hub', () => arrived(this.#parts, { id, number, given }))
      return true
    } catch (error) {
      if (!(error instanceof HubRefusal) || !['lease_ended', 'lease_out_of_step'].includes(error.code))
        throw error
      await this.beginAnew(link)
      return false
    }
  }

  /** Whether the hub has everything that can still be charged to these leases. */
  async #isIdle({ id }: HubLink): Promise<boolean> {
    const { ledger, engine } = this.#parts
    // In this order: a call that settles after the charges were read would leave one behind.
    return ledger.payers.balanceOf(id).reserved === 0 && (await engine.read(() => isAllSent(id)))
  }

  async #leave(link: HubLink, hub: HubAddress): Promise<void> {
    // A lease whose answer was lost is held there too, so the hub is told even where none has arrived.
    if (link.state === 'leaving') await this.#parts.client.end(hub, link.id)
    await this.#close(link)
  }

  async #close(link: HubLink): Promise<void> {
    const { engine, secrets } = this.#parts
    await engine.write('hub', () => moveLink(link.id, 'closed'))
    this.#troubles.delete(link.id)
    if ((await engine.read(openLinks)).some(({ secretId }) => secretId === link.secretId)) return
    await secrets.remove(link.secretId, link.secretPlace)
  }

  async #addressOf({ url, secretId, secretPlace }: HubLink): Promise<HubAddress> {
    return { url, key: await this.#parts.secrets.read(secretId, secretPlace) }
  }
}

/** Ends the leases of a link that is still active, and opens the next one. */
function* endedAndAnew({ id }: HubLink, next: HubLink): Work<void> {
  if ((yield* findLink(id))?.state !== 'active') return
  yield* moveLink(id, 'ended')
  yield* writeLink(next)
}

/** A lease on the account that is spent, with its number. */
function* arrived(
  { ledger, now }: Pick<Parts, 'ledger' | 'now'>,
  { id, number, given }: { readonly id: string; readonly number: number; readonly given: number },
): Work<void> {
  yield* ledger.writeCredit({ id: `lease:${id}:${number}`, account: id, kind: 'grant', credits: given })
  yield* noteReceived(id, number, now())
}

/** The first charges that the hub does not have, and the place before them. */
function* unsent(id: string): Work<{ readonly place: number; readonly charges: readonly FedCharge[] }> {
  const place = (yield* findLink(id))?.sentSeq ?? 0
  return { place, charges: yield* chargesAfter(id, place, SENT_AT_ONCE) }
}

function* isAllSent(id: string): Work<boolean> {
  const place = (yield* findLink(id))?.sentSeq ?? 0
  return (yield* sumAfter(id, place)).charges === 0
}
