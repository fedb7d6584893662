import type { AgentBlock, Guarantees, TraceSpan } from '../../../src-shared/envelope.ts'
import type { CallResult } from '../../gateway/gateway-types.ts'

/** What an answer may carry beside data and meta. */
export interface EnvelopeParts {
  readonly agent?: AgentBlock
  readonly trace?: readonly TraceSpan[]
  readonly guarantees?: Guarantees
}

/** The optional blocks of an answer. */
export function envelopePartsOf({ body }: CallResult): EnvelopeParts {
  // An envelope of our own gateway; a streamed result has none of these.
  return typeof body === 'object' && body !== null ? body : {}
}
