import type { CallClient, CallForm } from '../../../src-shared/activity.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import { addressGroup } from '../../accounts/caller-address.ts'
import { elapsedMs } from '../request/exchange.ts'
import type { RouteRequest } from '../route.ts'
import { originOf, slugOf } from './read-tool-call.ts'

/** What a refused request would have called, as far as it was read. */
export interface RefusedAs {
  readonly form: CallForm
  readonly client?: CallClient
  /** What stands for the tool when the address names none. */
  readonly slug?: string
}

/**
 * Puts a call that was refused before it could run into the record of calls: for a wrong key, too many calls, or a
 * missing scope or credits of a job. The pipeline records what it refuses itself.
 */
export function recordRefusedCall(error: unknown, request: RouteRequest, as: RefusedAs): void {
  const { event, exchange, context } = request
  // Anything else is a bug, which the log has.
  if (!(error instanceof GatewayError)) return
  const keyId = (exchange.account ?? exchange.refusedAs)?.id ?? null
  context.activity.refused(error, {
    keyId,
    caller: keyId ?? addressGroup(exchange.address),
    requestId: exchange.requestId,
    slug: as.slug ?? slugOf(event),
    // Without a key and without a session nobody knows which client it was.
    client: as.client ?? (keyId === null ? 'api' : originOf(event, as.form).client),
    agent: event.req.headers.get('user-agent') ?? '',
    session: event.req.headers.get('mcp-session-id') ?? '',
    form: as.form,
    ms: elapsedMs(exchange),
  })
}

/** A call over MCP. */
export const MCP_CALL = { form: 'call', client: 'mcp' } as const

/**
 * Does what lets a request in; when that refuses it, the refused call is recorded.
 * @param as null, or empty, for a request that leaves no record
 * @throws what `admit` throws
 */
export function recordingRefusal<T>(request: RouteRequest, as: RefusedAs | '' | null, admit: () => T): T {
  const refused = (error: unknown): never => {
    if (as) recordRefusedCall(error, request, as)
    throw error
  }
  try {
    const admitted = admit()
    // A promise of the same type, which is refused in the same way.
    return admitted instanceof Promise ? (admitted.catch(refused) as T) : admitted
  } catch (error) {
    return refused(error)
  }
}
