import type { Answer, Call } from '../pipeline/call.ts'

/** Who sends an MCP request, as the surface that received it knows them. */
export interface McpCaller extends Pick<
  Call,
  'account' | 'requestId' | 'address' | 'caller' | 'authenticateMs'
> {
  /**
   * Counts one call against the key's rate limit.
   * @param slug the tool that is called; null for a look at the catalogue
   * @throws GatewayError rate_limited
   */
  readonly enforceRateLimit: (slug: string | null) => Promise<void> | undefined
  /** Called when a call was answered, before the client gets the answer. */
  readonly answered: (answer: Answer) => void
  /** Called with the credits that were charged where there is no one answer, before the client is told. */
  readonly charged: (credits: number) => void
  /** Counts work that continues after the answer, so that the gateway waits for it when it stops. */
  readonly running: { begin(): void; end(): void }
}
