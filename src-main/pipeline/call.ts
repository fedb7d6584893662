import type { CallClient, CallForm } from '../../src-shared/activity.ts'
import type { Engine } from '../../src-shared/engines.ts'
import type { AgentBlock, CacheState, Data, Guarantees, TraceSpan } from '../../src-shared/envelope.ts'
import type { Receipt } from '../../src-shared/receipt.ts'
import type { Account } from '../accounts/account.ts'

/** What a surface wants to hear while a call runs. */
export interface CallObserver {
  /** Everything that can fail with a status has passed: the credits are held and the tool starts. */
  started(credits: number): void
  progress(percent: number, status: string): void
  token(field: string, text: string): void
}

/** Who is waiting for the answer. */
export interface Caller {
  /** Aborted when the caller goes away. Made on first use, since most calls end before anyone asks. */
  readonly signal: AbortSignal
  gone(): boolean
}

/** Where a call came from, for the record of calls. */
export interface CallOrigin {
  readonly client: CallClient
  readonly form: CallForm
}

/** One call of a tool, as a surface read it. */
export interface Call {
  readonly slug: string
  /** The tool's own fields, not yet checked. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly agentMode: boolean
  readonly trace: boolean
  /** The caller wants a signed receipt. */
  readonly receipt?: boolean
  readonly sessionId: string | null
  readonly account: Account
  readonly requestId: string
  /** The body as it was sent, where the call had one of its own; the record of calls keeps this text. */
  readonly bodyText?: string
  readonly origin?: CallOrigin
  /** The network address that the call came from, where a surface knows it. */
  readonly address?: string
  /** Names the charge; a repetition under the same id is not charged again. */
  readonly chargeId: string
  readonly caller: Caller
  readonly observer?: CallObserver
  /** The revision of MCP that the call came by, where it did. */
  readonly mcpVersion?: string
  /** The caller's place in a trace, as the W3C header says it; read only where traces are sent on. */
  readonly traceparent?: string | null
  /** How long the surface took to know the caller, in milliseconds; shown by a trace. */
  readonly authenticateMs?: number
  /** Runs in the transaction that charges the call, so that what it saves and the charge stand or fall together. */
  readonly alongside?: (answer: Answer) => void
}

/** The outcome of a call, from which each surface writes its answer. */
export interface Answer {
  readonly slug: string
  readonly ok: boolean
  readonly data: Data
  /** The canonical JSON of `data`; surfaces send these bytes, so what is sent is what was hashed. */
  readonly dataJson: string
  readonly outputHash: string
  readonly engine: Engine
  readonly creditsUsed: number
  readonly balance: number
  readonly latencyMs: number
  readonly cache: CacheState
  readonly guarantees: Guarantees
  readonly agent?: AgentBlock
  readonly trace?: readonly TraceSpan[]
  readonly receipt?: Receipt
}
