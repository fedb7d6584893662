import { randomBytes } from 'node:crypto'
import { counted } from '../../../src-shared/counted.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import { sharerOf, type Account } from '../../accounts/account.ts'
import type { FairShare, ShareOptions } from '../../shares/fair-share.ts'
import type { Call } from '../call.ts'
import { previewOf } from './preview.ts'
import type { Verdict } from './verdict.ts'

/** The calls that wait for the owner; fewer than the items of batches that run at once, which they hold up. */
export const APPROVALS: ShareOptions = {
  name: 'approvals',
  what: 'approval',
  limit: 40,
  perKey: 8,
  reserve: 8,
}
const FULL_RETRY_SECONDS = 30

/** What the owner is asked about. */
export type AskedCall = Pick<Call, 'account' | 'slug' | 'fields' | 'requestId' | 'origin'>

/** A call that waits for the owner. Times are milliseconds since 1970. */
export interface WaitingCall {
  readonly id: string
  readonly account: Account
  readonly slug: string
  readonly credits: number
  /** The input as JSON; long texts and lists are shortened. */
  readonly input: string
  readonly requestId: string
  readonly origin: Call['origin']
  readonly askedAt: number
  readonly endsAt: number
}

interface Held {
  readonly call: WaitingCall
  /** @returns false when it had ended already */
  readonly end: (verdict: Verdict) => boolean
}

/**
 * Holds calls until the owner has approved or refused them, their time is over, or their caller has left. They are in
 * memory alone: a call does not outlive its caller, and a job asks again after a restart.
 */
export class ApprovalDesk {
  readonly #share: FairShare
  readonly #now: () => number
  /** Oldest first. */
  readonly #held = new Map<string, Held>()
  #isClosed = false
  #onChange: (waiting: number) => void = () => undefined

  /** @param now milliseconds since 1970 */
  constructor(share: FairShare, now: () => number) {
    this.#share = share
    this.#now = now
  }

  /** The calls that wait, oldest first. */
  list(): readonly WaitingCall[] {
    return [...this.#held.values()].map(({ call }) => call)
  }

  /** Calls back with the number of calls that wait whenever it has changed. */
  observe(onChange: (waiting: number) => void): void {
    this.#onChange = onChange
  }

  /**
   * Waits for the owner.
   * @param signal ends the wait when the caller leaves
   * @param seconds how long it waits at most
   * @returns null when the call may run; else approval_refused, approval_timed_out, rate_limited or caller_left
   */
  async ask(asked: AskedCall, credits: number, seconds: number, signal: AbortSignal): Promise<Verdict> {
    if (signal.aborted) return withdrawn()
    if (this.#isClosed) return stopping()
    const place = this.#share.tryEnter(sharerOf(asked.account))
    if (!place) return tooMany()
    const { account, slug, requestId, origin, fields } = asked
    const askedAt = this.#now()
    const id = `approval_${randomBytes(12).toString('hex')}`
    const endsAt = askedAt + seconds * 1_000
    const input = previewOf(fields)
    const call = { id, account, slug, credits, input, requestId, origin, askedAt, endsAt }
    const { promise, resolve } = Promise.withResolvers<Verdict>()
    let isOpen = true
    const end = (verdict: Verdict): boolean => {
      const wasOpen = isOpen
      isOpen = false
      resolve(verdict)
      return wasOpen
    }
    const leave = (): boolean => end(withdrawn())
    const timer = setTimeout(() => end(timedOut(slug, seconds)), seconds * 1_000)
    signal.addEventListener('abort', leave, { once: true })
    this.#held.set(id, { call, end })
    this.#onChange(this.#held.size)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      this.#held.delete(id)
      place.leave()
      this.#onChange(this.#held.size)
    }
  }

  /** Refuses a job that would find no place to wait. @throws GatewayError rate_limited */
  refuseFull(account: Account): void {
    const place = this.#share.tryEnter(sharerOf(account))
    if (!place) throw tooMany()
    place.leave()
  }

  /**
   * Decides a call that waits.
   * @param record runs before the call goes on, with the call
   * @throws GatewayError not_found for one that no longer waits
   */
  async decide(
    id: string,
    approves: boolean,
    record: (call: WaitingCall) => Promise<void>,
  ): Promise<WaitingCall> {
    const held = this.#held.get(id)
    if (!held) throw notWaiting()
    await record(held.call)
    // Its time may have been over, or its caller have left, while that was written.
    if (!held.end(approves ? null : refused(held.call.slug))) throw notWaiting()
    return held.call
  }

  /** Refuses everything that waits, because the gateway stops. */
  close(): void {
    this.#isClosed = true
    for (const { end } of this.#held.values()) end(stopping())
  }
}

function withdrawn(): GatewayError {
  return new GatewayError(
    'caller_left',
    'The caller left while the call waited for approval. Nothing was charged.',
  )
}

function stopping(): GatewayError {
  return new GatewayError('overloaded', 'The gateway is stopping. Try again in a moment.', {
    retry_after: 2,
  })
}

function tooMany(): GatewayError {
  return new GatewayError(
    'rate_limited',
    `At most ${APPROVALS.perKey} calls of a key wait for approval at once. Try again when some are decided.`,
    { retry_after: FULL_RETRY_SECONDS },
  )
}

function refused(slug: string): GatewayError {
  return new GatewayError(
    'approval_refused',
    `The owner of the gateway has refused this call of ${slug}. It did not run and nothing was charged.`,
  )
}

function timedOut(slug: string, seconds: number): GatewayError {
  return new GatewayError(
    'approval_timed_out',
    `Nobody approved this call of ${slug} within ${counted(seconds, 'second')}. It did not run and nothing was ` +
      'charged. Ask the owner of the gateway, and send it again.',
  )
}

function notWaiting(): GatewayError {
  return new GatewayError(
    'not_found',
    'No call with this id waits for approval. It was decided, its time was over, or its caller has left.',
  )
}
