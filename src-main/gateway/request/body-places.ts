import type { IncomingMessage } from 'node:http'
import { GatewayError } from '../../../src-shared/errors.ts'
import { sharerOf } from '../../accounts/account.ts'
import { addressGroup } from '../../accounts/caller-address.ts'
import type { ShareOptions } from '../../shares/fair-share.ts'
import type { Exchange } from './exchange.ts'

/** Bodies that do not arrive with their heads. While one arrives, it holds a connection. */
export const BODIES: ShareOptions = {
  name: 'request_bodies',
  what: 'a body',
  limit: 400,
  perKey: 64,
  reserve: 64,
}

/**
 * Takes a place for a body, unless it has arrived whole; it is given back when the request ends.
 * @param refused called when there is none
 */
export function holdBodyPlace(
  req: IncomingMessage,
  { account, address, bodies }: Exchange,
  refused: (error: GatewayError) => void,
): void {
  // By then what came in one piece with the head has been read; Node runs ticks between the two.
  setImmediate(() => {
    if (req.complete || req.destroyed) return
    const who = account ? sharerOf(account) : { id: `address:${addressGroup(address)}`, isOwner: false }
    const place = bodies.tryEnter(who)
    if (place) req.once('end', () => place.leave()).once('close', () => place.leave())
    else refused(tooManyBodies())
  })
}

function tooManyBodies(): GatewayError {
  return new GatewayError(
    'overloaded',
    'Too many requests of this key have sent only a part of their bodies. Finish them, or try again in a second.',
    { retry_after: 1 },
  )
}
