import type { Envelope } from '../../src-shared/envelope.ts'
import type { ErrorBody } from '../../src-shared/errors.ts'
import { readEvents } from './event-stream.ts'
import {
  type Balance,
  CallError,
  type CallResult,
  type DryRun,
  type Header,
  type NewKey,
  type Reply,
  type Session,
  type StreamEvent,
  type Tool,
  toCallResult,
} from './gateway-types.ts'
import { toHeaderList } from './header-list.ts'
import type { MainOutput } from './output-text.ts'
import { readAnswer } from './large-answer.ts'
import { toStreamResult } from './stream-result.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

export type GatewayClient = ReturnType<typeof createGatewayClient>

interface ClientOptions {
  readonly fetch: typeof fetch
  /** A key to send instead of relying on the session cookie. */
  readonly key: () => string | null
  /** Called for every answer, and for every request without one. */
  readonly onReply?: (headers: readonly Header[]) => void
  readonly onUnreachable?: () => void
}

interface UsageOptions {
  readonly signal: AbortSignal
  readonly onHead: () => void
  readonly onEvent: (event: StreamEvent) => void
  /** Called for heartbeats too. */
  readonly onBytes: () => void
}

/** Options of a request besides its body. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>>
}

interface StreamOptions {
  readonly signal: AbortSignal
  readonly onHead: (headers: readonly Header[]) => void
  readonly onEvent: (event: StreamEvent) => void
}

/** Browsers allow 64 KiB of requests to outlive a page. */
const MAX_KEEPALIVE_CHARS = 20_000
/** More pages than any catalogue has, so that a faulty cursor cannot loop endlessly. */
const MAX_PAGES = 50

/** A typed client of the gateway that served the page. Every failure is thrown as a CallError. */
export function createGatewayClient(options: ClientOptions) {
  const request = requester(options)
  const get = <T>(path: string) => readJson<T>(request('GET', path))
  const post = <T>(path: string, body: unknown, signal?: AbortSignal) =>
    readJson<T>(request('POST', path, body, { signal }))

  return {
    /** Routes under /app are for the page alone. */
    get: async <T>(path: string): Promise<T> => (await get<T>(path)).body,
    put: async (path: string, body: unknown): Promise<void> =>
      void (await readJson(request('PUT', path, body))),
    remove: async (path: string): Promise<void> => void (await readJson(request('DELETE', path))),
    /** Calls any of the owner's routes; the caller names the type of the answer. */
    ask: async <T>(method: string, path: string, body?: unknown): Promise<T> =>
      (await readJson<T>(request(method, path, body))).body,
    session: async () => (await get<Session>('/app/session')).body,
    /** Resolves to the page's pass, the half of the session that is not a cookie. */
    signIn: async (code: string) =>
      (await post<{ page_pass: string }>('/app/session', { code })).body.page_pass,
    tools: () => allTools(get),
    balance: async () => (await get<Balance>('/v1/credits/balance')).body,
    buyCredits: async (credits: number) =>
      (await post<{ status: string; balance: number }>('/v1/credits/buy', { credits })).body,
    dryRun: (slug: string, input: unknown, signal?: AbortSignal) =>
      post<DryRun>(`/v1/dry-run/${encodeURIComponent(slug)}`, input, signal),
    call: async (slug: string, input: unknown, signal?: AbortSignal): Promise<CallResult> =>
      toCallResult(await post<Envelope>(`/v1/${encodeURIComponent(slug)}`, input, signal)),
    /** Runs a call for display: a large answer is parsed in a worker, and its data stays there. */
    run: async (
      { slug, main }: { readonly slug: string; readonly main: MainOutput },
      input: unknown,
      signal: AbortSignal,
    ): Promise<CallResult> => {
      const response = request('POST', `/v1/${encodeURIComponent(slug)}`, input, { signal })
      return toCallResult(await readEnvelope(response, main, signal))
    },
    /**
     * Follows the usage of the page's key, or of every key with `all`; resolves when the stream
     * ends.
     */
    usage: async (all: boolean, after: string | null, stream: UsageOptions): Promise<void> => {
      const path = `/v1/stream/usage${all ? '?keys=all' : ''}`
      const head = after === null ? {} : { 'last-event-id': after }
      const response = await request('GET', path, undefined, { signal: stream.signal, headers: head })
      stream.onHead()
      await readEvents(response.body ?? new ReadableStream(), stream).catch((cause: unknown) => {
        throw cause instanceof CallError ? cause : toTransportError(cause)
      })
    },
    createKey: async (name: string, creditLimit: number): Promise<NewKey> =>
      (await post<NewKey>('/v1/enterprise/keys', { name, credit_limit: creditLimit })).body,
    stream: async (slug: string, input: unknown, stream: StreamOptions): Promise<CallResult> => {
      const path = `/v1/stream/${encodeURIComponent(slug)}`
      return readStream(await request('POST', path, input, stream), stream)
    },
    /** Any other route of the gateway. */
    json: async <T>(
      method: string,
      path: string,
      body?: unknown,
      more?: RequestOptions,
    ): Promise<Reply<T>> => await readJson<T>(request(method, path, body, more)),
  }
}

function requester({ fetch, key, onReply, onUnreachable }: ClientOptions) {
  return async (method: string, path: string, body?: unknown, more: RequestOptions = {}) => {
    const bearer = key()
    const headers = {
      ...more.headers,
      ...(body === undefined
        ? {}
        : { 'content-type': body instanceof Blob ? typeOf(body) : 'application/json' }),
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
    }
    const text = body === undefined || body instanceof Blob ? null : JSON.stringify(body)
    let response: Response
    try {
      response = await fetch(path, {
        method,
        headers,
        body: body instanceof Blob ? body : text,
        // Changes saved while the page closes must still arrive.
        keepalive: (method === 'PUT' || method === 'DELETE') && (text?.length ?? 0) < MAX_KEEPALIVE_CHARS,
        credentials: 'same-origin',
        signal: more.signal ?? null,
      })
    } catch (cause) {
      const error = toTransportError(cause)
      if (error.code === 'unreachable') onUnreachable?.()
      throw error
    }
    onReply?.(toHeaderList(response.headers))
    if (!response.ok) throw await toCallError(response)
    return response
  }
}

function typeOf(file: Blob): string {
  return file.type === '' ? 'application/octet-stream' : file.type
}

async function readJson<T>(pending: Promise<Response>): Promise<Reply<T>> {
  const response = await pending
  return toReply(response, await bodyOf(response))
}

async function readEnvelope(
  pending: Promise<Response>,
  main: MainOutput,
  signal: AbortSignal,
): Promise<Reply<Envelope>> {
  const response = await pending
  try {
    const { body, large } = await readAnswer(await response.arrayBuffer(), main, signal)
    return { ...toReply(response, body), ...(large ? { large } : {}) }
  } catch (cause) {
    throw cause instanceof CallError ? cause : unreadable(response, cause)
  }
}

function toReply<T>(response: Response, value: unknown): Reply<T> {
  const headers = toHeaderList(response.headers)
  // The shapes are the gateway's own, fixed by src-shared and its OpenAPI document.
  const body = value as T
  if (typeof body !== 'object' || body === null)
    throw new CallError('unreadable_answer', response.status, 'The answer is not a JSON object.', {
      headers,
    })
  return { status: response.status, headers, body }
}

async function readStream(response: Response, { onHead, onEvent }: StreamOptions): Promise<CallResult> {
  const headers = toHeaderList(response.headers)
  onHead(headers)
  const events: StreamEvent[] = []
  try {
    await readEvents(response.body ?? new ReadableStream(), {
      onEvent: (event) => {
        if (event.name !== 'token') events.push(event)
        onEvent(event)
      },
    })
  } catch (cause) {
    throw cause instanceof CallError ? cause : toTransportError(cause)
  }
  return toStreamResult(response.status, headers, events)
}

async function allTools(get: <T>(path: string) => Promise<Reply<T>>): Promise<readonly Tool[]> {
  const tools: Tool[] = []
  let cursor = ''
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''
    const { body } = await get<{ tools: readonly Tool[]; next_cursor?: string | null }>(`/v1/tools${query}`)
    tools.push(...body.tools)
    if (!body.next_cursor) break
    cursor = body.next_cursor
  }
  return tools
}

async function toCallError(response: Response): Promise<CallError> {
  const headers = toHeaderList(response.headers)
  // Checked field by field below; anything but an error body is reported as unreadable.
  const body = (await bodyOf(response)) as Partial<ErrorBody> | null
  const error = body?.error
  if (!error?.code || typeof error.message !== 'string')
    return new CallError('unreadable_answer', response.status, `The gateway answered ${response.status}.`, {
      headers,
      body,
    })
  const { code, message, ...details } = error
  return new CallError(code, response.status, message, { ...details, headers, body })
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return parseJson(await response.text())
  } catch (cause) {
    throw unreadable(response, cause)
  }
}

function unreadable(response: Response, cause: unknown): CallError {
  if (isAbort(cause)) return toTransportError(cause)
  return new CallError(
    'unreadable_answer',
    response.status,
    `The gateway answered ${response.status} without readable JSON.`,
    { headers: toHeaderList(response.headers) },
    { cause },
  )
}

function toTransportError(cause: unknown): CallError {
  if (isAbort(cause)) return new CallError('stopped', 0, 'The call was stopped.', {}, { cause })
  return new CallError('unreachable', 0, 'The gateway is not responding.', {}, { cause })
}

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'AbortError'
}
