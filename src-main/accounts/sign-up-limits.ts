import { counted } from '../../src-shared/counted.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { one, statement, type Work } from '../storage/engine/work.ts'
import { addressGroup } from './caller-address.ts'
import { RateLimiter } from './rate-limiter.ts'

const HOUR_SECONDS = 60 * 60
const DAY_MS = 24 * HOUR_SECONDS * 1_000

/** The owner's settings for sign-up. */
export interface SignUpRules {
  /** Sign-ups in an hour from one address. */
  readonly sign_ups_per_address: number
  /** Sign-ups in a day from all addresses. */
  readonly sign_ups_per_day: number
}

const NEWEST = statement<{ since: number; offset: number }, { created_at: number }>(
  `SELECT created_at FROM api_key WHERE email_key IS NOT NULL AND created_at > :since
   ORDER BY created_at DESC LIMIT 1 OFFSET :offset`,
)

/**
 * How many keys callers may make by sign-up. The hour is counted by address, since each new key would bring a new
 * limit; the day is counted in the database, so that neither a restart nor simultaneous sign-ups exceed it.
 */
export class SignUpLimits {
  readonly #engine: Engine
  readonly #rules: () => SignUpRules
  readonly #now: () => number
  /** Not the limiter of calls, which forgets its quietest ids when there are too many. */
  readonly #addresses = new RateLimiter()

  /** @param now milliseconds since 1970 */
  constructor(engine: Engine, rules: () => SignUpRules, now: () => number) {
    this.#engine = engine
    this.#rules = rules
    this.#now = now
  }

  /**
   * Counts an attempt from an address.
   * @throws GatewayError rate_limited with the true wait, for the address or for the day
   */
  async admit(address: string): Promise<void> {
    const most = this.#rules().sign_ups_per_address
    const id = addressGroup(address)
    const { allowed, retryAfterSeconds } = this.#addresses.take(id, most, HOUR_SECONDS, this.#now())
    if (!allowed)
      throw tooMany(`${counted(most, 'sign-up')} in an hour from one address`, retryAfterSeconds)
    await this.#engine.read(() => this.#refuseFullDay(0))
  }

  /**
   * Checks the day again in the transaction that has just written a key, because others may have signed up since.
   * @throws GatewayError rate_limited with the true wait; the key must then be rolled back
   */
  confirm(): Work<void> {
    return this.#refuseFullDay(1)
  }

  /** @param own how many of the stored sign-ups are the one that is judged */
  *#refuseFullDay(own: number): Work<void> {
    const most = this.#rules().sign_ups_per_day
    const now = this.#now()
    // The sign-up that must be a day old before there is room for one more.
    const offset = most - 1 + own
    const blocking = (yield* one(NEWEST, { since: now - DAY_MS, offset }))?.created_at
    if (blocking === undefined) return
    const seconds = Math.max(1, Math.ceil((blocking + DAY_MS - now) / 1_000))
    throw tooMany(`${counted(most, 'sign-up')} in a day on this gateway`, seconds)
  }
}

function tooMany(limit: string, seconds: number): GatewayError {
  return new GatewayError(
    'rate_limited',
    `Too many sign-ups: the limit is ${limit}. Use a key that you have, ask the owner for one, or try again in ` +
      `${counted(seconds, 'second')}.`,
    { retry_after: seconds },
  )
}
