import type { SendingCall } from '../../../src-main/outbound/departing.ts'
import {
  GuardedOutbound,
  type GuardedOutboundOptions,
} from '../../../src-main/outbound/guarded-outbound.ts'
import type { Outbound } from '../../../src-main/tool-kit/tool-context.ts'

/** A call that nobody charges. */
const FREE_CALL: SendingCall = {
  keyId: 'key_test',
  leaving: () => Promise.resolve(),
  left: () => undefined,
}

/** The real outbound, for the tool of a call that costs nothing unless it is given. */
export function testOutbound(
  options: Partial<GuardedOutboundOptions> = {},
  call: Partial<SendingCall> = {},
): Outbound {
  return new GuardedOutbound({ allowedOrigins: new Set(), ...options }).forCall({ ...FREE_CALL, ...call })
}
