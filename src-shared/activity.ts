import type { Engine } from './engines.ts'
import type { CacheState } from './envelope.ts'
import type { ErrorCode } from './errors.ts'

/** How much of each call is recorded: all of it, all but its input and output, or nothing. */
export const ACTIVITY_MODES = ['full', 'no_bodies', 'off'] as const
export type ActivityMode = (typeof ACTIVITY_MODES)[number]

/** A call that ends with one of these was refused: without a key, credits or permission, or too often. */
export const REFUSED_STATUS: readonly number[] = [401, 402, 403, 429]

/** Which client a call came from. */
export type CallClient = 'page' | 'api' | 'cli' | 'mcp'

/** The start of the command line's User-Agent, which identifies its calls. */
export const CLI_USER_AGENT = 'toolgate-cli'

/** How a call was made. */
export type CallForm = 'call' | 'stream' | 'batch' | 'job'

/** The most characters of an input or output that are kept; longer ones are cut and marked. */
export const MAX_ACTIVITY_BODY_CHARS = 256 * 1024

/** One finished call as a list shows it. */
export interface ActivityEntry {
  /** Its place in the record; batch items share a request id, but never this. */
  readonly id: number
  readonly request_id: string
  readonly key_id: string
  /** Null for a key that is no longer known. */
  readonly key_name: string | null
  readonly slug: string
  readonly client: CallClient
  readonly form: CallForm
  readonly ok: boolean
  readonly code: ErrorCode | null
  readonly engine: Engine
  readonly cache: CacheState
  readonly credits: number
  readonly ms: number
  /** SHA-256 of the output; null for a call that failed. */
  readonly output_hash: string | null
  /** The beginning of the input. */
  readonly gist: string
  /** What the client calls itself; empty if it did not say. */
  readonly agent: string
  /** The session that it named, or that of its MCP connection; empty if there is none. */
  readonly session: string
  readonly ts: string
}

/** The same with input and output as JSON texts; null when bodies were not kept. */
export interface ActivityDetail extends ActivityEntry {
  readonly input: string | null
  readonly output: string | null
  /** Whether the text was cut. */
  readonly input_cut: boolean
  readonly output_cut: boolean
}

/** Failures of the same tool with the same code. */
export interface ActivityErrorGroup {
  readonly slug: string
  readonly code: ErrorCode
  readonly count: number
  readonly last_id: number
  readonly last_ts: string
}

/** A page of the record, newest first. */
export interface ActivityPage {
  readonly mode: ActivityMode
  readonly entries: readonly ActivityEntry[]
  readonly next_cursor?: number
  /** Calls since the gateway's start that came too fast to be recorded. */
  readonly missed: number
}

/** Calls of one session; without one, those of a client on one day (UTC). */
export interface ActivitySession extends Pick<
  ActivityEntry,
  'client' | 'agent' | 'session' | 'key_id' | 'key_name'
> {
  readonly calls: number
  /** Calls that ended with 401, 402, 403 or 429, and all that failed. */
  readonly refused: number
  readonly failed: number
  readonly credits: number
  /** Calls in the minute with the most of them. */
  readonly busiest_minute: number
  readonly first_ts: string
  readonly last_ts: string
}
