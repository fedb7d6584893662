import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { callBodyOf } from '../../gateway/call-body.ts'
import { CallError, type CallResult, type Header } from '../../gateway/gateway-types.ts'
import { useBalance } from '../../balance/balance.ts'
import { createFinishedCalls, type FinishedCall } from './finished-calls.ts'
import { useGateway } from '../../gateway/gateway.ts'
import type { OutputText } from '../../gateway/output-text.ts'
import { type HashCheck, NO_CHECK, readResult } from './read-result.ts'
import { useRecents } from '../list/recents.ts'
import type { CallRequest, RunState } from './run-state.ts'
import { useSession } from '../../gateway/session.ts'
import { createStreamView } from './cards/stream-view.ts'

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
  /** What the tool made, as text; null while a large one is being written out, of which `head` is the start. */
  const output = shallowRef<OutputText | null>(null)
  const head = shallowRef<OutputText | null>(null)
  const streamed = createStreamView()
  const finished = createFinishedCalls()
  const running = computed(() => state.value.kind === 'running')
  let abort = new AbortController()

  /** Runs a call; its price has been on the button. */
  async function start(call: CallRequest): Promise<void> {
    recents.note(call.slug, call.input)
    await attempt(call, call.stream, async (signal, startedMs) => {
      const result = await send(call, signal)
      if (signal !== abort.signal) return
      headers.value = result.headers
      state.value = { kind: 'done', result, elapsedMs: performance.now() - startedMs }
      if (typeof result.meta.balance === 'number') balance.note(result.meta.balance)
      read(call, result, signal)
    })
  }

  /** Asks what a call would cost, which is free. */
  async function preview(call: CallRequest): Promise<void> {
    await attempt(call, false, async (signal) => {
      const reply = await gateway.client.dryRun(call.slug, call.input, signal)
      if (signal !== abort.signal) return
      headers.value = reply.headers
      state.value = { kind: 'preview', reply }
    })
  }

  async function attempt(
    call: CallRequest,
    stream: boolean,
    work: (signal: AbortSignal, startedMs: number) => Promise<void>,
  ): Promise<void> {
    clear()
    request.value = call
    const { signal } = abort
    const startedMs = performance.now()
    state.value = { kind: 'running', startedMs, stream }
    try {
      await work(signal, startedMs)
    } catch (error) {
      if (signal === abort.signal) fail(call, error, performance.now() - startedMs)
    }
  }

  function send({ slug, input, modes, stream }: CallRequest, signal: AbortSignal): Promise<CallResult> {
    const body = callBodyOf(input, modes)
    if (!stream) return gateway.client.run(slug, body, signal)
    return gateway.client.stream(slug, body, {
      signal,
      onHead: (head) => (headers.value = head),
      onEvent: (event) => streamed.add(event),
    })
  }

  function fail(call: CallRequest, error: unknown, elapsedMs: number): void {
    if (!(error instanceof CallError)) throw error
    streamed.flush()
    headers.value = error.details.headers ?? headers.value
    state.value = { kind: 'failed', error, elapsedMs }
    finished.add(toFinished(call))
    if (error.status === 401) session.expire(error.details.demo_key)
    if (error.code === 'stopped') void balance.refresh()
  }

  function read(call: CallRequest, result: CallResult, signal: AbortSignal): void {
    let done: FinishedCall | null = null
    readResult(result, signal, {
      onHead: (begun) => (head.value = begun),
      onOutput: (made) => {
        output.value = made
        finished.add((done = toFinished(call)))
      },
      onHash: (check) => {
        hash.value = check
        if (done) finished.amend(done, check)
      },
    })
  }

  function toFinished(call: CallRequest): FinishedCall {
    const shown = { state: state.value, headers: headers.value, output: output.value, hash: hash.value }
    return { at: Date.now(), request: call, ...shown }
  }

  /** Shows an earlier call of this page again; nothing is run. */
  function revisit(call: FinishedCall | null): boolean {
    if (!call || running.value) return false
    clear()
    request.value = call.request
    headers.value = call.headers
    output.value = call.output
    hash.value = call.hash
    state.value = call.state
    return true
  }

  function stop(): boolean {
    if (!running.value) return false
    abort.abort()
    return true
  }

  function again(): boolean {
    if (!request.value || running.value) return false
    void start(request.value)
    return true
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
    output.value = null
    head.value = null
    streamed.clear()
  }

  const shows = { state, request, headers, hash, output, head, streamed, finished, running }
  return { ...shows, start, preview, stop, again, retryOnce, revisit, clear }
})
