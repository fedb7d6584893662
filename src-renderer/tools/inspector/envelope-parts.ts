import type { AgentBlock, Guarantees, TraceSpan } from '../../../src-shared/envelope.ts'
import type { CallResult } from '../../gateway/gateway-types.ts'

/** The optional blocks of an envelope. */
export interface EnvelopeParts {
  readonly agent?: AgentBlock
  readonly trace?: readonly TraceSpan[]
  readonly guarantees?: Guarantees
}

/** Reads the optional blocks of an answer. */
export function envelopePartsOf({ body }: CallResult): EnvelopeParts {
  // The gateway's own envelope; streamed results have none of these blocks.
  return typeof body === 'object' && body !== null ? body : {}
}
