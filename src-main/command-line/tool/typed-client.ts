/** The client that `toolgate types` writes after the declarations of the tools; it needs no packages. */
export const TYPED_CLIENT = String.raw`export type Slug = keyof Tools

export interface Meta {
  api: string
  engine: string
  credits_used: number
  balance: number
  latency_ms: number
  output_hash: string
  [name: string]: unknown
}

export interface AgentBlock {
  suggestions: string[]
  cache_fingerprint: string
  cost_breakdown: { this_call: number; memory_cost: number; potential_cache_savings: number }
  memory_persisted: { namespace: string; key: string } | null
}

interface Envelope {
  meta: Meta
  guarantees: { schema_valid: boolean; validated: boolean; fallback_used: boolean }
  agent?: AgentBlock
  trace?: { name: string; start_ms: number; duration_ms: number }[]
  receipt?: Record<string, unknown>
}

/** The answer of a call that succeeded. */
export interface Success<Output> extends Envelope {
  ok: true
  data: Output & { _engine: 'real' | 'llm' }
}

/** No provider of language models is set up: there is no result, and nothing was charged. */
export interface NeedsKey extends Envelope {
  ok: false
  data: { _engine: 'needs_key'; message: string; providers: string[] }
}

/** What a tool answers. Check ok first where a provider may be missing. */
export type Answer<S extends Slug> =
  | Success<Tools[S]['output']>
  | (Tools[S]['model'] extends true ? NeedsKey : never)

export interface ErrorObject {
  code: string
  message: string
  issues?: { path: string; message: string }[]
  missing_fields?: string[]
  nearest?: string[]
  retry_after?: number
  credits_used?: number
  [name: string]: unknown
}

export interface CallOptions {
  signal?: AbortSignal
  /** The same key and body get the same answer for 24 hours, and are charged once. */
  idempotencyKey?: string
  /** Adds the agent block; with a session, the result is saved in its memory. */
  agent?: boolean | { session: string }
  trace?: boolean
  receipt?: boolean
}

type BatchItem = { [S in Slug]: { slug: S; input: Tools[S]['input'] } }[Slug]

interface Spent {
  credits: number
  latency_ms: number
  receipt?: Record<string, unknown>
}

/** The result of one call of a batch: its data; no provider; or an error. */
export type BatchResult<S extends Slug> = S extends Slug
  ? Spent & { slug: S } & (
        | { ok: true; data: Success<Tools[S]['output']>['data']; error?: undefined }
        | (Tools[S]['model'] extends true ? { ok: false; data: NeedsKey['data']; error?: undefined } : never)
        | { ok: false; data?: undefined; error: ErrorObject }
      )
  : never

export interface BatchAnswer<Calls extends readonly BatchItem[]> {
  /** Whether at least one call succeeded. */
  ok: boolean
  results: { [Index in keyof Calls]: BatchResult<Calls[Index]['slug']> }
  total_credits: number
  balance: number
  calls_count: number
  partial?: true
}

/** An event of a stream. The last two are result or error, and done. */
export type StreamEvent<S extends Slug> =
  | { event: 'start'; data: { slug: string; credits: number; ts: string } }
  | { event: 'progress'; data: { slug: string; status: string; percent: number } }
  | { event: 'token'; data: { field: string; text: string; index: number } }
  | { event: 'result'; data: Answer<S>['data'] & { meta: Meta } }
  | { event: 'error'; data: ErrorObject }
  | { event: 'done'; data: { ok: boolean; latency_ms: number; credits_used: number; balance: number } }

/** The id of a job, which knows its tool. */
export type JobId<S extends Slug> = string & { readonly tool?: S }

interface JobFacts<S extends Slug> {
  job_id: JobId<S>
  slug: S
  progress: number
  credits_used: number | null
  created_at: string
  finished_at: string | null
}

export type Job<S extends Slug> = JobFacts<S> &
  (
    | { status: 'queued' | 'running' }
    | { status: 'completed'; envelope: Answer<S> }
    | { status: 'failed' | 'cancelled'; error?: ErrorObject }
  )

/** The gateway refused a call or failed at it; nothing was charged unless details has credits_used. */
export class ToolgateError extends Error {
  readonly code: string
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(status: number, error: { code?: string; message?: string }) {
    super(error.message ?? 'The gateway answered ' + status)
    this.name = 'ToolgateError'
    this.code = error.code ?? 'unknown'
    this.status = status
    this.details = { ...error }
  }
}

/** A client of one gateway. */
export class Toolgate {
  readonly #url: string
  readonly #key: string

  constructor(options: { key: string; url?: string }) {
    this.#url = (options.url ?? 'http://127.0.0.1:4777').replace(/\/(v1\/?)?$/, '')
    this.#key = options.key
  }

  /** Calls a tool. */
  async call<S extends Slug>(slug: S, input: Tools[S]['input'], options: CallOptions = {}): Promise<Answer<S>> {
    return await this.#json('POST', '/v1/' + slug, bodyOf(input, options), options)
  }

  /** Calls a tool and yields its events as they come; leaving the loop cancels the call. */
  async *stream<S extends Slug>(
    slug: S,
    input: Tools[S]['input'],
    options: CallOptions = {},
  ): AsyncGenerator<StreamEvent<S>, void, void> {
    const body = { ...bodyOf(input, options), token_granularity: 'chunk' }
    const response = await this.#send('POST', '/v1/stream/' + slug, body, options)
    if (!response.body) throw new ToolgateError(response.status, {})
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        const blocks = (text + value).split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
          if (event !== undefined && data !== undefined)
            yield { event, data: JSON.parse(data) } as StreamEvent<S>
        }
      }
    } finally {
      await reader.cancel()
    }
  }

  /** Runs up to 50 calls in parallel; a failed call does not stop the others. */
  async batch<const Calls extends readonly BatchItem[]>(
    calls: Calls,
    options: Pick<CallOptions, 'signal' | 'idempotencyKey' | 'receipt'> = {},
  ): Promise<BatchAnswer<Calls>> {
    const { receipt } = options
    const body = { calls, ...(receipt === undefined ? {} : { receipt }) }
    return await this.#json('POST', '/v1/batch', body, options)
  }

  /** Has a tool run as a job. */
  async submit<S extends Slug>(
    slug: S,
    input: Tools[S]['input'],
    options: CallOptions = {},
  ): Promise<{ job_id: JobId<S>; status: 'queued'; poll: string }> {
    return await this.#json('POST', '/v1/async/' + slug, bodyOf(input, options), options)
  }

  /** The state of a job, and its answer once it is completed. */
  async job<S extends Slug>(id: JobId<S>, options: Pick<CallOptions, 'signal'> = {}): Promise<Job<S>> {
    return await this.#json('GET', '/v1/jobs/' + encodeURIComponent(id), undefined, options)
  }

  /** Waits for the end of a job. */
  async waitFor<S extends Slug>(
    id: JobId<S>,
    options: Pick<CallOptions, 'signal'> & { everyMs?: number } = {},
  ): Promise<Exclude<Job<S>, { status: 'queued' | 'running' }>> {
    for (;;) {
      const job = await this.job(id, options)
      if (job.status !== 'queued' && job.status !== 'running')
        return job as Exclude<Job<S>, { status: 'queued' | 'running' }>
      await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? 500))
    }
  }

  /** Cancels a job, or deletes one that has ended. */
  async cancel(id: JobId<Slug>): Promise<{ action: 'cancelled' | 'removed' | 'none'; credits_used: number | null }> {
    return await this.#json('DELETE', '/v1/jobs/' + encodeURIComponent(id), undefined, {})
  }

  async #json<T>(method: string, path: string, body: object | undefined, options: CallOptions): Promise<T> {
    return await (await this.#send(method, path, body, options)).json()
  }

  async #send(
    method: string,
    path: string,
    body: object | undefined,
    { signal, idempotencyKey }: CallOptions,
  ): Promise<Response> {
    const headers: Record<string, string> = { authorization: 'Bearer ' + this.#key }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
    const response = await fetch(this.#url + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    })
    if (response.ok) return response
    const answer = await response.json().catch(() => null)
    throw new ToolgateError(response.status, answer?.error ?? {})
  }
}

function bodyOf(input: object, { agent, trace, receipt }: CallOptions): object {
  return {
    ...input,
    ...(agent ? { mode: 'agent' } : {}),
    ...(typeof agent === 'object' ? { session_id: agent.session } : {}),
    ...(trace === undefined ? {} : { trace }),
    ...(receipt === undefined ? {} : { receipt }),
  }
}
`
