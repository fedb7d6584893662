import type { Log } from '../telemetry/log.ts'
import type { McpOptions } from '../mcp/mcp-endpoint.ts'
import type { TelemetryOptions } from '../telemetry/otlp-tracer.ts'
import type { Here } from '../extensions/other-clients/mcp-clients.ts'
import type { ResolverOptions } from '../outbound/names/name-resolver.ts'
import type { ProviderOptions } from '../providers/open-providers.ts'
import type { DatabaseOptions } from './foundation/on-postgres.ts'

/** The options of an instance. */
export interface InstanceOptions {
  /** Where the instance keeps its data; `:memory:` for one that vanishes with the process. */
  readonly dataDir: string
  /** A PostgreSQL for the data instead; the folder then has only what is this machine's own. */
  readonly database?: DatabaseOptions | undefined
  /** The built page. */
  readonly pageDir: string
  /** The built worker, or its source where Node runs TypeScript. */
  readonly workerUrl: URL
  readonly version: string
  /** Host names, besides those of loopback, that the gateway answers to. */
  readonly hostnames?: readonly string[]
  /** The owner key of a new instance; without it one is generated. */
  readonly ownerKey?: string | undefined
  /** Origins that network tools may reach although their addresses are private. */
  readonly allowedOrigins?: readonly string[]
  /** Where keys of language-model providers may be stored, and the providers given at the start. */
  readonly providers?: ProviderOptions | undefined
  /** Whether new callers may sign up; false when other machines can reach the gateway. */
  readonly signUpOpen?: boolean
  /** Where to send traces of calls; without it they are not sent. */
  readonly telemetry?: TelemetryOptions | null
  /** How long a call may run in a worker; tests may set another limit. Milliseconds. */
  readonly workerDeadlineMs?: number
  /** How long work may wait for any shared resource; tests may set another limit. Milliseconds. */
  readonly shareWaitMs?: number | undefined
  /** How names are resolved; tests pass DNS servers of their own. */
  readonly names?: ResolverOptions | undefined
  /** Where other programs keep their settings; tests have places of their own. */
  readonly here?: Here
  /** Milliseconds since 1970; tests pass their own clock. */
  readonly now?: () => number
  /** For tests of MCP itself: additions to its servers, and requests without a key that act as the owner. */
  readonly mcpTest?: Pick<McpOptions, 'extension'>
  readonly reportBug?: (error: unknown, requestId: string) => void
  /** The gateway's log; without it only bugs are logged, to stderr. */
  readonly log?: Log
}
