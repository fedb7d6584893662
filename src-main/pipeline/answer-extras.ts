import type { Envelope } from '../../src-shared/envelope.ts'
import type { Answer } from './call.ts'

/** The members of an answer that it has only if its caller asked for them, as every surface sends them. */
export function extrasOf({ agent, trace, receipt }: Answer): Pick<Envelope, 'agent' | 'trace' | 'receipt'> {
  return { ...(agent && { agent }), ...(trace && { trace }), ...(receipt && { receipt }) }
}
