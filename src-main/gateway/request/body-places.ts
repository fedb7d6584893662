import type { IncomingMessage } from 'node:http'
import { GatewayError } from '../../../src-shared/errors.ts'
import { sharerOf, type Account } from '../../accounts/account.ts'
import { addressGroup } from '../../accounts/caller-address.ts'
import type { FairShare, ShareOptions } from '../../shares/fair-share.ts'

/** Bodies that do not arrive with their heads. While one arrives, it holds a connection. */
export const BODIES: ShareOptions = {
  name: 'request_bodies',
  what: 'a body',
  limit: 400,
  perKey: 64,
  reserve: 64,
}

/** A body that is being read. */
interface Body {
  readonly req: IncomingMessage
  readonly from: { readonly account: Account | null; readonly address: string }
  readonly refused: (error: GatewayError) => void
}

/** Gives places to the bodies that do not arrive with their heads. */
export class BodyPlaces {
  readonly #share: FairShare
  /** Those of this turn of the event loop. */
  #begun: Body[] = []

  constructor(share: FairShare) {
    this.#share = share
  }

  /**
   * Takes a place for a body, unless it has arrived whole; it is given back when the request ends.
   * @param refused called when there is none
   */
  hold(req: IncomingMessage, from: Body['from'], refused: Body['refused']): void {
    // By then what came in one piece with the head has been read; Node runs ticks between the two. One look for all
    // bodies of a turn, because nearly all of them have arrived.
    if (this.#begun.push({ req, from, refused }) === 1) setImmediate(() => this.#look())
  }

  #look(): void {
    const begun = this.#begun
    this.#begun = []
    for (const body of begun) if (!body.req.complete && !body.req.destroyed) this.#enter(body)
  }

  #enter({ req, from: { account, address }, refused }: Body): void {
    const who = account ? sharerOf(account) : { id: `address:${addressGroup(address)}`, isOwner: false }
    const place = this.#share.tryEnter(who)
    if (place) req.once('end', () => place.leave()).once('close', () => place.leave())
    else refused(tooManyBodies())
  }
}

function tooManyBodies(): GatewayError {
  return new GatewayError(
    'overloaded',
    'Too many requests of this key have sent only a part of their bodies. Finish them, or try again in a second.',
    { retry_after: 1 },
  )
}
