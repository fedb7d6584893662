import type { Engine } from './engines.ts'
import type { ErrorObject } from './errors.ts'
import type { Receipt } from './receipt.ts'
import type { Redacted } from './rules/redacted.ts'

/** Whether the data came from this key's result cache. */
export type CacheState = 'HIT' | 'MISS'

export interface Meta {
  readonly api: string
  readonly credits_used: number
  readonly balance: number
  readonly latency_ms: number
  readonly ms: number
  readonly engine: Engine
  readonly confidence: number
  readonly output_hash: string
  /** Present where a guard has redacted something. */
  readonly redacted?: Redacted | undefined
}

export interface Guarantees {
  /** Whether the output matches the tool's output schema. */
  readonly schema_valid: boolean
  /** Whether the input was checked against the tool's input schema. */
  readonly validated: boolean
  /** Whether a second provider answered. */
  readonly fallback_used: boolean
}

export interface AgentBlock {
  readonly suggestions: readonly string[]
  readonly cache_fingerprint: string
  readonly cost_breakdown: {
    readonly this_call: number
    readonly memory_cost: number
    readonly potential_cache_savings: number
  }
  readonly memory_persisted: { readonly namespace: string; readonly key: string } | null
}

export interface TraceSpan {
  readonly name: string
  readonly start_ms: number
  readonly duration_ms: number
}

/** A tool's output as sent: its own fields and the engine that made them. */
export type Data = { readonly _engine: Engine } & Readonly<Record<string, unknown>>

/** The success envelope (spec, "Success response envelope"). `ok` is false only for `needs_key`. */
export interface Envelope {
  readonly ok: boolean
  readonly data: Data
  readonly meta: Meta
  readonly guarantees: Guarantees
  readonly agent?: AgentBlock
  readonly trace?: readonly TraceSpan[]
  /** Present when the request asked for it and the call was charged. */
  readonly receipt?: Receipt
}

export interface BatchSuccess {
  readonly slug: string
  readonly ok: boolean
  readonly data: Data
  readonly credits: number
  readonly latency_ms: number
  readonly redacted?: Redacted
  readonly agent?: AgentBlock
  readonly trace?: readonly TraceSpan[]
  readonly receipt?: Receipt
}

export interface BatchFailure {
  readonly slug: string
  readonly ok: false
  readonly error: ErrorObject
  /** 0 unless its time was over after a model had begun to answer. */
  readonly credits: number
  readonly latency_ms: number
}

export interface BatchAnswer {
  readonly ok: boolean
  readonly results: readonly (BatchSuccess | BatchFailure)[]
  readonly total_credits: number
  readonly balance: number
  readonly calls_count: number
  /** Present when at least one call succeeded and at least one failed. */
  readonly partial?: true
}
