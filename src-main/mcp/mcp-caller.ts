import type { Answer, Call } from '../pipeline/call.ts'

/** Who sends an MCP request, as the surface that received it knows them. */
export interface McpCaller extends Pick<
  Call,
  'account' | 'requestId' | 'address' | 'caller' | 'authenticateMs'
> {
  /**
   * Counts one call against the key's rate limit.
   * @throws GatewayError rate_limited
   */
  readonly takeRate: () => void
  /** Hears of a call that was answered, before the client does. */
  readonly answered: (answer: Answer) => void
  /** Told of work that outlives the request's own answer, so that the gateway waits for it when it stops. */
  readonly running: { begin(): void; end(): void }
}
