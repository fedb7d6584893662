import type { Log } from '../telemetry/log.ts'
import type { McpOptions } from '../mcp/mcp-endpoint.ts'
import type { TelemetryOptions } from '../telemetry/otlp-tracer.ts'
import type { ProviderOptions } from '../providers/open-providers.ts'

/** What an instance is started with. */
export interface InstanceOptions {
  /** Where the instance keeps its data; `:memory:` for one that vanishes with the process. */
  readonly dataDir: string
  /** The built page. */
  readonly pageDir: string
  /** The built worker, or its source where Node runs TypeScript. */
  readonly workerUrl: URL
  readonly version: string
  /** Host names, beside loopback's own, under which the gateway may be addressed. */
  readonly hostnames?: readonly string[]
  /** The owner key of a new instance; one is made without it. */
  readonly ownerKey?: string | undefined
  /** Origins that network tools may reach although their addresses are private. */
  readonly allowedOrigins?: readonly string[]
  /** Where keys of language-model providers may lie, and which providers the start names. */
  readonly providers?: ProviderOptions | undefined
  /** Closed when the gateway is reachable from other machines. */
  readonly signUpOpen?: boolean
  /** Where traces of calls go; nowhere without it. */
  readonly telemetry?: TelemetryOptions | null
  /** How long a call may run in a worker; tests give it more, or less, than callers get. Milliseconds. */
  readonly workerDeadlineMs?: number
  /** Milliseconds since 1970; tests bring their own clock. */
  readonly now?: () => number
  /** For tests of MCP itself: additions to its servers, and requests without a key in the owner's name. */
  readonly mcpTest?: Pick<McpOptions, 'extension'>
  readonly reportBug?: (error: unknown, requestId: string) => void
  /** Where the gateway writes down what happens; only bugs, to stderr, without it. */
  readonly log?: Log
}
