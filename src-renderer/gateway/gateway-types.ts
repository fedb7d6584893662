import type { CacheState, Data, Envelope, Meta } from '../../src-shared/envelope.ts'
import type { FileForm } from '../../src-shared/files/file-reference.ts'
import type { ContentKind } from '../../src-shared/kinds/content-kinds.ts'
import type { ErrorCode, ErrorDetails } from '../../src-shared/errors.ts'
import type { LargeAnswer } from './large-answer.ts'

/** The part of JSON Schema that the form reads; the gateway checks the rest. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly items?: JsonSchema | boolean
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly format?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
}

export interface ToolExample {
  readonly title: string
  readonly input: Readonly<Record<string, unknown>>
  readonly output?: unknown
}

interface Standard {
  readonly name: string
  readonly version: string
  readonly suite: string
  readonly passed: number
  readonly cases: number
}

/** One tool as `GET /v1/tools` lists it. */
export interface Tool {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly category: string
  readonly tier: string
  readonly credits: number
  readonly cacheable: boolean
  readonly aliases?: readonly string[]
  /** The kinds of content that each field is made for. */
  readonly takes?: Readonly<Record<string, readonly ContentKind[]>>
  /** The kinds for which it is the first tool to offer. */
  readonly first_for?: readonly ContentKind[]
  /** The kind of its main output, and where in the output that is. */
  readonly produces?: ContentKind
  readonly main_output?: string | null
  /** The fields that take a file, and the form in which they get its content. */
  readonly file_fields?: Readonly<Record<string, FileForm>>
  /** Slugs of tools that often follow this one. */
  readonly related?: readonly string[]
  /** The standards that it is held to, with the result of the suite of each. */
  readonly standards?: readonly Standard[]
  /** The field that plain text fills. */
  readonly main_field?: string | null
  readonly input_schema: JsonSchema
  readonly output_schema?: JsonSchema
  readonly examples?: readonly ToolExample[]
}

export interface Session {
  readonly signed_in: boolean
  readonly demo_key: string | null
  readonly base_url: string
}

export interface Balance {
  readonly balance: number
  readonly low_balance: boolean
}

/** A new key; its text is only available now. */
export interface NewKey {
  readonly key: string
  readonly key_id: string
}

export interface DryRun {
  readonly slug: string
  readonly credits: number
  readonly estimated_cost_usd: string
  readonly can_afford: boolean
  readonly balance: number
  readonly balance_after: number
  readonly input_validation: {
    readonly valid: boolean
    readonly missing_fields: readonly string[]
    readonly issues?: readonly { readonly path: string; readonly message: string }[]
  }
}

export interface Header {
  readonly name: string
  readonly value: string
}

/** An answer's status, headers and parsed body. */
export interface Reply<T> {
  readonly status: number
  readonly headers: readonly Header[]
  readonly body: T
  /** Set if the body is so large that a worker reads it: `body` then lacks its data. */
  readonly large?: LargeAnswer
}

/** One server-sent event; `atMs` counts from the request. */
export interface StreamEvent {
  readonly name: string
  readonly data: unknown
  readonly text: string
  readonly atMs: number
  /** The event's ID, if the stream has them. */
  readonly id?: string
}

/** The result of a finished call, plain or streamed. */
export interface CallResult {
  readonly status: number
  readonly headers: readonly Header[]
  readonly body: unknown
  readonly data: Data
  readonly meta: Partial<Meta>
  readonly cache: CacheState | null
  readonly large?: LargeAnswer
}

/**
 * Failures that only the page knows: no answer, a call that was stopped, an answer that cannot be
 * read.
 */
export type ClientErrorCode = 'unreachable' | 'stopped' | 'unreadable_answer'

interface CallErrorDetails extends ErrorDetails {
  readonly headers?: readonly Header[]
  readonly body?: unknown
}

/** The only error that the client throws. `status` is 0 if there was no answer. */
export class CallError extends Error {
  readonly code: ErrorCode | ClientErrorCode
  readonly status: number
  readonly details: CallErrorDetails

  constructor(
    code: ErrorCode | ClientErrorCode,
    status: number,
    message: string,
    details: CallErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'CallError'
    this.code = code
    this.status = status
    this.details = details
  }
}

/** The result of a plain call, read from its envelope. */
export function toCallResult(reply: Reply<Envelope>): CallResult {
  const { data, meta } = reply.body
  return { ...reply, data, meta, cache: cacheStateOf(reply.headers) }
}

/** The value of the header with this name, ignoring case. */
export function headerOf(headers: readonly Header[], name: string): string | null {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value ?? null
}

/** The state of X-Cache. */
export function cacheStateOf(headers: readonly Header[]): CacheState | null {
  const value = headerOf(headers, 'X-Cache')
  return value === 'HIT' || value === 'MISS' ? value : null
}
