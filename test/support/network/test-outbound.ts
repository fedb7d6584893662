import type { SendingCall } from '../../../src-main/outbound/departing.ts'
import {
  GuardedOutbound,
  type GuardedOutboundOptions,
} from '../../../src-main/outbound/guarded-outbound.ts'
import { NameResolver } from '../../../src-main/outbound/names/name-resolver.ts'
import type { Outbound } from '../../../src-main/tool-kit/tool-context.ts'

/** A call that nobody charges. */
const FREE_CALL: SendingCall = {
  who: { id: 'key_test', isOwner: false },
  leaving: () => Promise.resolve(),
  left: () => undefined,
}

type TestOptions = Partial<GuardedOutboundOptions> & {
  /** DNS servers to ask instead of the machine's own: `127.0.0.1:5353`. */
  readonly dnsServers?: readonly string[]
}

/** The real outbound, for the tool of a call that costs nothing unless it is given. */
export function testOutbound(
  { dnsServers = [], ...options }: TestOptions = {},
  call: Partial<SendingCall> = {},
): Outbound {
  const names = NameResolver.alone({ servers: dnsServers })
  const outbound = new GuardedOutbound({ allowedOrigins: new Set(), names, ...options })
  return outbound.forCall({ ...FREE_CALL, ...call })
}
