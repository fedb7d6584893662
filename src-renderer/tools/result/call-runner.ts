import { useBalance } from '../../balance/balance.ts'
import { callBodyOf } from '../../gateway/call-body.ts'
import type { GatewayClient } from '../../gateway/gateway-client.ts'
import { CallError, type CallResult } from '../../gateway/gateway-types.ts'
import { useGateway } from '../../gateway/gateway.ts'
import { useSession } from '../../gateway/session.ts'
import type { ResultPane } from './result-pane.ts'
import type { CallRequest } from './run-state.ts'

/** Runs one call at a time and shows in the pane how it goes. */
export function createCallRunner(pane: ResultPane) {
  const gateway = useGateway()
  const session = useSession()
  const balance = useBalance()
  const { state, headers, streamed } = pane.view
  let abort = new AbortController()

  /** Runs a call and reads its result. */
  async function run(call: CallRequest): Promise<void> {
    await attempt(call, call.stream, async (signal, startedMs) => {
      const result = await send(gateway.client, call, signal, pane)
      if (signal !== abort.signal) return
      headers.value = result.headers
      state.value = { kind: 'done', result, elapsedMs: performance.now() - startedMs }
      if (typeof result.meta.balance === 'number') balance.note(result.meta.balance)
      pane.read(call, result, signal)
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
    const signal = takeOver()
    const startedMs = performance.now()
    pane.begin(call, stream, startedMs)
    try {
      await work(signal, startedMs)
    } catch (error) {
      if (signal === abort.signal) fail(call, error, performance.now() - startedMs)
    }
  }

  function fail(call: CallRequest, error: unknown, elapsedMs: number): void {
    if (!(error instanceof CallError)) throw error
    streamed.flush()
    headers.value = error.details.headers ?? headers.value
    state.value = { kind: 'failed', error, elapsedMs }
    pane.remember(call)
    if (error.status === 401) session.expire(error.details.demo_key)
    if (error.code === 'stopped') void balance.refresh()
  }

  /** Ends the call before; what it still answers is not shown. */
  function takeOver(): AbortSignal {
    abort.abort()
    abort = new AbortController()
    return abort.signal
  }

  return { run, preview, takeOver, stop: () => abort.abort() }
}

function send(
  client: GatewayClient,
  { slug, input, modes, stream, main }: CallRequest,
  signal: AbortSignal,
  { view: { headers, streamed } }: ResultPane,
): Promise<CallResult> {
  const body = callBodyOf(input, modes)
  if (!stream) return client.run({ slug, main }, body, signal)
  return client.stream(slug, body, {
    signal,
    onHead: (head) => (headers.value = head),
    onEvent: (event) => streamed.add(event),
  })
}
