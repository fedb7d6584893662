import type { RequestListener } from 'node:http'
import type { GuardedOutboundOptions } from '../../../src-main/outbound/guarded-outbound.ts'
import type { HostAddress } from '../../../src-main/outbound/resolve-once.ts'
import type { OutboundAnswer, OutboundRequest } from '../../../src-main/tool-kit/tool-context.ts'
import { receiver } from './receiver.ts'
import { testOutbound } from './test-outbound.ts'

/** The signal of a caller who stays. */
export const { signal } = new AbortController()
/** An address as a lookup answers it. */
export const V4 = (address: string): HostAddress => ({ address, family: 4 })
/** The same of IPv6. */
export const V6 = (address: string): HostAddress => ({ address, family: 6 })

/** Sends through a guard of its own, which allows no private origin unless told to. */
export function send(
  url: string,
  options: Partial<GuardedOutboundOptions> = {},
  request: Partial<OutboundRequest> = {},
): Promise<OutboundAnswer> {
  const outbound = testOutbound(options)
  return outbound.send({ url, method: 'POST', body: '{}', signal, ...request })
}

/** Sends to a receiver on this machine, whose origin is allowed. */
export async function sendTo(
  answer: RequestListener,
  options: Partial<GuardedOutboundOptions> = {},
  request: Partial<OutboundRequest> = {},
): Promise<OutboundAnswer> {
  const { origin } = await receiver(answer)
  return send(`${origin}/hook?a=b`, { allowedOrigins: new Set([origin]), ...options }, request)
}
