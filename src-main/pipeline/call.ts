import type { CallClient, CallForm } from '../../src-shared/activity.ts'
import type { Engine } from '../../src-shared/engines.ts'
import type { AgentBlock, CacheState, Data, Guarantees, TraceSpan } from '../../src-shared/envelope.ts'
import type { GatewayError } from '../../src-shared/errors.ts'
import type { Receipt } from '../../src-shared/receipt.ts'
import type { Redacted } from '../../src-shared/rules/redacted.ts'
import type { Work } from '../storage/engine/work.ts'
import type { Account } from '../accounts/account.ts'
import type { Verdict } from './approvals/verdict.ts'
import type { ListedTool } from '../registry/listed-tool.ts'
import type { Tools } from '../registry/tool-list.ts'

/** The events of a running call for the surface that started it. */
export interface CallObserver {
  /** Everything that can fail with a status has passed: the credits are held and the tool starts. */
  started(credits: number): void
  progress(percent: number, status: string): void
  token(field: string, text: string): void
  /** A step of a recipe has ended. */
  stepEnded?(step: EndedStep): void
}

/** A step of a recipe that has ended, as the one who tries the recipe sees it. */
export interface EndedStep {
  readonly id: string
  readonly slug: string
  readonly ms: number
  /** What it gave; null when it failed. */
  readonly data: Data | null
}

/** The caller that waits for the answer. */
export interface Caller {
  /** Aborted when the caller disconnects. Created on first use, because most calls end without needing it. */
  readonly signal: AbortSignal
  gone(): boolean
}

/** Where a call came from, for the record of calls. */
export interface CallOrigin {
  readonly client: CallClient
  readonly form: CallForm
  /** What the client calls itself. */
  readonly agent?: string
  /** The session of its connection; one that the call names is in `sessionId`. */
  readonly session?: string
}

/** One call of a tool, as a surface read it. */
export interface Call {
  readonly slug: string
  /** The tool's own fields, not yet checked. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The only tools that it may reach, with their presets; without it, all that its key may call. */
  readonly tools?: Tools
  /** The tool itself, for a recipe that its owner tries before it is saved. */
  readonly unsaved?: { readonly tool: ListedTool }
  /** The call of the recipe that this one is a step of, which is charged and recorded. */
  readonly whole?: Call
  /** Whether it has counted against the limits of its tool already. */
  readonly isCounted?: boolean
  /** What the owner has decided about it already, for a job, which waits for that before its turn. */
  readonly verdict?: Verdict
  /** In how many places the guards of its key have put a label into its fields. */
  readonly redacted?: number
  readonly agentMode: boolean
  readonly trace: boolean
  /** Whether the caller wants a signed receipt. */
  readonly receipt?: boolean
  readonly sessionId: string | null
  readonly account: Account
  readonly requestId: string
  /** The body as it was sent, if the call had its own; the record of calls keeps this text. */
  readonly bodyText?: string
  readonly origin?: CallOrigin
  /** The network address the call came from, if the surface knows it. */
  readonly address?: string
  /** The id of the charge; a repetition with the same id is not charged again. */
  readonly chargeId: string
  readonly caller: Caller
  readonly observer?: CallObserver
  /** Called when its tool has ended with a result: what is left is to charge it. */
  readonly ran?: () => void
  /** The revision of MCP, for a call that came over MCP. */
  readonly mcpVersion?: string
  /** The caller's place in a trace, from the W3C header; read only when traces are exported. */
  readonly traceparent?: string | null
  /** How long the surface took to authenticate the caller, in milliseconds; shown in a trace. */
  readonly authenticateMs?: number
  /**
   * Runs in the transaction that charges the call, so that what it saves and the charge commit or fail together.
   * Returns false when nobody wants the answer any more.
   */
  readonly withinTransaction?: (answer: Answer) => Work<boolean | void>
  /** The same for a call that is charged without an answer; the error says why, and what it cost. */
  readonly withinUnanswered?: (error: GatewayError) => Work<void>
}

/** The outcome of a call, from which each surface writes its answer. */
export interface Answer {
  readonly slug: string
  readonly ok: boolean
  /** Reads `dataJson` if the answer comes from a worker or the cache; most surfaces send the JSON itself. */
  readonly data: () => Data
  /** The canonical JSON of `data`; surfaces send exactly these bytes, which were hashed. */
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
  readonly redacted?: Redacted
}
