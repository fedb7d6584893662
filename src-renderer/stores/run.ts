import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import {
  CallError,
  type CallResult,
  type DryRun,
  headerOf,
  type Header,
  type Reply,
  type StreamEvent,
} from '../gateway-types.ts'
import { useBalance } from './balance.ts'
import { useGateway } from './gateway.ts'
import { useRecents } from './recents.ts'
import { useSession } from './session.ts'
import { createStreamView } from './stream-view.ts'
import { hashOf } from './verify-hash.ts'

export interface CallRequest {
  readonly slug: string
  readonly input: Readonly<Record<string, unknown>>
  readonly credits: number
  readonly stream: boolean
  /** It was run again by itself after a rate limit, which happens once. */
  readonly retried?: true
}

export type RunState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly startedMs: number; readonly stream: boolean }
  | { readonly kind: 'done'; readonly result: CallResult; readonly elapsedMs: number }
  | { readonly kind: 'preview'; readonly reply: Reply<DryRun> }
  | { readonly kind: 'failed'; readonly error: CallError; readonly elapsedMs: number }

/** What the page's own check of `output_hash` came to. */
export interface HashCheck {
  readonly state: 'none' | 'checking' | 'verified' | 'different' | 'impossible'
  readonly claimed: string
  readonly computed: string
}

const NO_CHECK: HashCheck = { state: 'none', claimed: '', computed: '' }

/** The call in the result pane: one at a time, started, stopped and shown here. */
export const useRun = defineStore('run', () => {
  const gateway = useGateway()
  const session = useSession()
  const balance = useBalance()
  const recents = useRecents()

  const state = shallowRef<RunState>({ kind: 'idle' })
  const request = shallowRef<CallRequest | null>(null)
  const headers = shallowRef<readonly Header[]>([])
  const hash = shallowRef<HashCheck>(NO_CHECK)
  const streamed = createStreamView()
  const running = computed(() => state.value.kind === 'running')
  let abort = new AbortController()

  /** Runs a call; its price has been on the button. */
  async function start(call: CallRequest): Promise<void> {
    begin(call)
    recents.note(call.slug, call.input)
    const { signal } = abort
    const startedMs = performance.now()
    state.value = { kind: 'running', startedMs, stream: call.stream }
    try {
      const result = call.stream ? await stream(call, signal) : await plain(call, signal)
      if (signal !== abort.signal) return
      headers.value = result.headers
      state.value = { kind: 'done', result, elapsedMs: performance.now() - startedMs }
      if (typeof result.meta.balance === 'number') balance.note(result.meta.balance)
      void check(result, signal)
    } catch (error) {
      if (signal === abort.signal) fail(error, performance.now() - startedMs)
    }
  }

  /** Asks what a call would cost, which is free. */
  async function preview(call: CallRequest): Promise<void> {
    begin(call)
    const { signal } = abort
    const startedMs = performance.now()
    state.value = { kind: 'running', startedMs, stream: false }
    try {
      const reply = await gateway.client.dryRun(call.slug, call.input, signal)
      if (signal !== abort.signal) return
      headers.value = reply.headers
      state.value = { kind: 'preview', reply }
    } catch (error) {
      if (signal === abort.signal) fail(error, performance.now() - startedMs)
    }
  }

  function begin(call: CallRequest): void {
    abort.abort()
    abort = new AbortController()
    request.value = call
    headers.value = []
    hash.value = NO_CHECK
    streamed.clear()
  }

  function plain({ slug, input }: CallRequest, signal: AbortSignal): Promise<CallResult> {
    return gateway.client.call(slug, input, signal)
  }

  function stream({ slug, input }: CallRequest, signal: AbortSignal): Promise<CallResult> {
    return gateway.client.stream(slug, input, {
      signal,
      onHead: (head) => (headers.value = head),
      onEvent: (event: StreamEvent) => streamed.add(event),
    })
  }

  function fail(error: unknown, elapsedMs: number): void {
    if (!(error instanceof CallError)) throw error
    streamed.flush()
    headers.value = error.details.headers ?? headers.value
    state.value = { kind: 'failed', error, elapsedMs }
    if (error.status === 401) session.expire(error.details.demo_key)
    if (error.code === 'stopped') void balance.refresh()
  }

  async function check({ data, meta, headers: sent }: CallResult, signal: AbortSignal): Promise<void> {
    const claimed = meta.output_hash ?? headerOf(sent, 'X-Output-Hash') ?? ''
    hash.value = { state: 'checking', claimed, computed: '' }
    const computed = await hashOf(data).catch((error: unknown) => {
      // Browsers give WebCrypto to loopback and https addresses only.
      if (globalThis.isSecureContext) throw error
      return null
    })
    if (signal !== abort.signal) return
    if (computed === null) hash.value = { state: 'impossible', claimed, computed: '' }
    else hash.value = { state: computed === claimed ? 'verified' : 'different', claimed, computed }
  }

  function stop(): boolean {
    if (!running.value) return false
    abort.abort()
    return true
  }

  function again(): void {
    if (request.value) void start(request.value)
  }

  function retryOnce(): void {
    if (request.value && !request.value.retried) void start({ ...request.value, retried: true })
  }

  /** Empties the pane, as when another tool is opened. */
  function clear(): void {
    abort.abort()
    abort = new AbortController()
    request.value = null
    state.value = { kind: 'idle' }
    headers.value = []
    hash.value = NO_CHECK
    streamed.clear()
  }

  return { state, request, headers, hash, streamed, running, start, preview, stop, again, retryOnce, clear }
})
