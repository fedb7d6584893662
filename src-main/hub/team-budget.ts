import { randomBytes } from 'node:crypto'
import { counted } from '../../src-shared/counted.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import { sumAfter, type ChargeSum } from '../ledger/charge-feed.ts'
import { SecretsUnavailable, type SecretStore } from '../secrets/secret-store.ts'
import type { Work } from '../storage/engine/work.ts'
import type { BudgetParts } from './budget-parts.ts'
import { HubClient, HubRefusal, refused, toHubUrl } from './hub-client.ts'
import { activeLink, moveLink, newLink, openLinks, writeLink, type HubLink } from './hub-links.ts'
import { HubRounds } from './hub-rounds.ts'

const MOST_LEASES_FOR_A_CALL = 3

/** A hub to connect to. */
export interface WantedHub {
  readonly url: string
  readonly key: string
  /** What the hub's owner sees. */
  readonly name: string
  /** The most credits to hold at once. */
  readonly leaseCredits: number
  /** The account that spends them. */
  readonly payer: string
}

/** One hub, and what it has not got yet. */
export interface HubStatus {
  readonly link: HubLink
  /** Credits that can be spent without asking. */
  readonly left: number
  readonly unsentCharges: number
  readonly unsentCredits: number
  /** A sentence about what is wrong; null when the hub answered last. */
  readonly trouble: string | null
}

/**
 * The credits of a hub that this gateway spends. They arrive as leases, on an account of their own; calls are charged
 * to that account like any other, and the charges are passed on in their order. While the hub is away, calls go on
 * until the leases are used up.
 */
export class TeamBudget {
  readonly #parts: BudgetParts
  readonly #client: HubClient
  readonly #rounds: HubRounds
  #isWatching = false

  private constructor(parts: BudgetParts, active: HubLink | null) {
    this.#parts = parts
    this.#client = new HubClient(parts.transport)
    this.#rounds = new HubRounds({ ...parts, client: this.#client })
    this.#rounds.divert(active)
  }

  /** Lets the leases that are left be spent from the start on. Nothing is sent before `begin`. */
  static async open(parts: BudgetParts): Promise<TeamBudget> {
    return new TeamBudget(parts, await parts.engine.read(activeLink))
  }

  /**
   * Begins to speak with hubs.
   * @param restored whether the database is a restored one: its leases may have been spent since, so it starts afresh
   */
  async begin(restored: boolean): Promise<void> {
    const { active } = this.#rounds
    if (restored && active) await this.#rounds.beginAnew(active)
    if ((await this.#parts.engine.read(openLinks)).length === 0) return
    this.#watch()
    this.#rounds.poke()
  }

  /** Every hub for which something is left to do, the active one first. */
  async status(): Promise<HubStatus[]> {
    const links = await this.#parts.engine.read(linksWithUnsent)
    const statuses = links.map(([link, unsent]) => this.#statusOf(link, unsent))
    return statuses.toSorted(
      (one, other) => Number(other.link.state === 'active') - Number(one.link.state === 'active'),
    )
  }

  /**
   * Spends the credits of a hub from now on. Its first lease is asked for before this resolves, if it answers.
   * @param withinTransaction runs in the transaction that connects
   * @returns where the key was stored, as a sentence
   * @throws GatewayError validation_error, forbidden
   */
  async connect(wanted: WantedHub, withinTransaction?: (link: HubLink) => Work<void>): Promise<string> {
    const { secrets, engine, ledger, now } = this.#parts
    const url = toHubUrl(wanted.url)
    refuseSecond(this.#rounds.active)
    if (ledger.leases.isLending)
      throw new GatewayError(
        'forbidden',
        'This gateway lends credits itself, and a hub cannot spend those of another. End its leases with ' +
          'toolgate instances forget first.',
      )
    await this.#try({ url, key: wanted.key })
    const secretId = `hub_${randomBytes(8).toString('hex')}`
    const saved = await this.#stored(secretId, wanted.key)
    const link = newLink({ ...wanted, url, secretId, secretPlace: saved.place }, now())
    try {
      await engine.write(
        'hub',
        () => connected(link, withinTransaction),
        (committed) => {
          if (committed) this.#rounds.divert(link)
        },
      )
    } catch (error) {
      await secrets.remove(secretId, saved.place)
      throw error
    }
    this.#watch()
    await this.#rounds.now()
    return saved.message
  }

  /**
   * Spends the gateway's own credits again, at once. The hub still gets every charge, and then what is left.
   * @throws GatewayError not_found when no hub is connected
   */
  async disconnect(withinTransaction?: (link: HubLink) => Work<void>): Promise<void> {
    await this.#parts.engine.write(
      'hub',
      () => disconnected(withinTransaction),
      (committed) => {
        if (committed) this.#rounds.divert(null)
      },
    )
    await this.#rounds.now()
  }

  /** Speaks with every hub now, whatever the next time would have been. @throws GatewayError not_found */
  async contact(): Promise<void> {
    if ((await this.#parts.engine.read(openLinks)).length === 0) throw notConnected()
    await this.#rounds.now()
  }

  /** Whether a key spends the credits of a hub. */
  isSpentBy(key: string): boolean {
    return this.#linkOf(key) !== null
  }

  /**
   * Asks for further leases for a call that was refused, and tries again with each that comes.
   * @param again throws a refusal like the first one as long as it is too little
   * @throws GatewayError insufficient_credits with what to do; or the refusal, where the hub is not the reason
   */
  async refillFor(key: string, refusal: unknown, again: () => Promise<void> | undefined): Promise<void> {
    const link = this.#linkOf(key)
    let last = refusal
    for (let leases = 0; ; leases++) {
      if (!link || !(last instanceof GatewayError) || last.code !== 'insufficient_credits') throw last
      const need = last.details.need ?? 0
      const { balance, reserved } = this.#parts.ledger.payers.balanceOf(link.id)
      // A lease came meanwhile; or else the key's own limit refuses it once more.
      if (balance - reserved >= need) return await again()
      const isMore = leases < MOST_LEASES_FOR_A_CALL && (await this.#rounds.refillNow(link, need))
      if (!isMore) throw this.#explained(last, link)
      try {
        return await again()
      } catch (error) {
        last = error
      }
    }
  }

  #explained(error: GatewayError, link: HubLink): GatewayError {
    const { need = 0, have = 0 } = error.details
    const needs = `This call needs ${counted(need, 'credit')} and ${counted(have, 'is', 'are')} left`
    const trouble = this.#rounds.troubleOf(link.id)
    const sentence = trouble
      ? `${needs} of the team budget of ${link.url}. ${trouble} Calls go on once it answers; toolgate hub status ` +
        'shows when, and toolgate hub disconnect spends your own credits instead.'
      : `${needs}, also at ${link.url}, whose credits this gateway spends. Ask its owner for more, or spend your ` +
        'own with toolgate hub disconnect.'
    return new GatewayError('insufficient_credits', sentence, error.details, { cause: error })
  }

  /** Sends nothing any more. */
  async close(): Promise<void> {
    await this.#rounds.close()
  }

  // A gateway that has no hub does nothing at its commits.
  #watch(): void {
    if (!this.#isWatching) this.#parts.engine.observe(() => this.#rounds.poke())
    this.#isWatching = true
  }

  #statusOf(link: HubLink, { charges, credits }: ChargeSum): HubStatus {
    const { balance, reserved } = this.#parts.ledger.payers.balanceOf(link.id)
    return {
      link,
      left: balance - reserved,
      unsentCharges: charges,
      unsentCredits: credits,
      trouble: this.#rounds.troubleOf(link.id),
    }
  }

  /** The hub whose leases a key spends; null for its own credits. */
  #linkOf(key: string): HubLink | null {
    const { account, sub } = this.#parts.ledger.payers.holderOf(key)
    const link = this.#rounds.active
    return link && (sub?.payer ?? account) === link.id ? link : null
  }

  async #try(hub: { readonly url: string; readonly key: string }): Promise<void> {
    try {
      await this.#client.balance(hub)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      throw refused(error instanceof HubRefusal ? 'key' : 'url', error.message.replace(/\.$/, ''))
    }
  }

  async #stored(id: string, key: string): ReturnType<SecretStore['save']> {
    try {
      return await this.#parts.secrets.save(id, key)
    } catch (error) {
      if (error instanceof SecretsUnavailable) throw refused('key', error.message.replace(/\.$/, ''))
      throw error
    }
  }
}

type WithLink = (link: HubLink) => Work<void>

function* connected(link: HubLink, withinTransaction?: WithLink): Work<void> {
  refuseSecond(yield* activeLink())
  yield* writeLink(link)
  if (withinTransaction) yield* withinTransaction(link)
}

function* disconnected(withinTransaction?: WithLink): Work<void> {
  const link = yield* activeLink()
  if (!link) throw notConnected()
  yield* moveLink(link.id, 'leaving')
  if (withinTransaction) yield* withinTransaction(link)
}

/** Read at one moment, so that no charge is counted as unsent that is sent meanwhile. */
function* linksWithUnsent(): Work<(readonly [HubLink, ChargeSum])[]> {
  const found: (readonly [HubLink, ChargeSum])[] = []
  for (const link of yield* openLinks()) found.push([link, yield* sumAfter(link.id, link.sentSeq)])
  return found
}

function refuseSecond(active: HubLink | null): void {
  if (!active) return
  throw new GatewayError(
    'forbidden',
    `This gateway spends the credits of ${active.url} already. Disconnect first: toolgate hub disconnect.`,
  )
}

function notConnected(): GatewayError {
  return new GatewayError(
    'not_found',
    'This gateway spends its own credits. Connect it to a hub with toolgate hub connect URL.',
  )
}
