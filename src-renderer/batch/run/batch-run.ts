import { notifyDesktop } from '../../shell/desktop-bridge.ts'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { BatchAnswer } from '../../../src-shared/envelope.ts'
import type { BatchRow, RowError } from '../rows/batch-row.ts'
import { nextChunk } from './next-chunk.ts'
import { readChunk, type RowAnswer } from './read-chunk.ts'
import { remedyOf } from './remedy.ts'
import { createPause, type RunPhase } from './run-pause.ts'
import { shortWords, stoppedWords } from './run-words.ts'
import type { GatewayClient } from '../../gateway/gateway-client.ts'
import { CallError, headerOf } from '../../gateway/gateway-types.ts'
import { useBalance } from '../../balance/balance.ts'
import { useBatch } from '../batch.ts'
import { useBatchOpen } from '../batch-open.ts'
import { useGateway } from '../../gateway/gateway.ts'
import { useSession } from '../../gateway/session.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { counted } from '../../../src-shared/counted.ts'

const LONG_RUN_MS = 5_000

// Whoever waited this long is likely to look elsewhere.
function tellWhenLong(
  ms: number,
  { done, failed }: { readonly done: number; readonly failed: number },
): void {
  if (ms > LONG_RUN_MS) notifyDesktop(`${counted(done, 'row')} done, ${failed} failed.`)
}

/** Why a run ended before its rows did. */
export interface RunEnd {
  readonly kind: 'stopped' | 'short' | 'refused'
  readonly text: string
}

const ELSEWHERE: RunEnd = { kind: 'refused', text: 'This run is in progress in another window.' }
const GONE_ON: RunEnd = {
  kind: 'refused',
  text: 'This run was continued in another window, so it was reloaded.',
}
const LOST: RowError = {
  code: 'answer_lost',
  message:
    'The answer was not fetched within a day and is no longer available. The call may have been charged.',
}
/** Failures that another attempt may well not meet. */
const WORTH_A_RETRY = new Set([
  'handler_error',
  'internal_error',
  'overloaded',
  'rate_limited',
  'storage_full',
])

/** Sends the rows of the open run, one request of at most 50 at a time. */
export const useBatchRun = defineStore('batch-run', () => {
  const gateway = useGateway()
  const session = useSession()
  const balance = useBalance()
  const batch = useBatch()
  const opening = useBatchOpen()

  const phase = shallowRef<RunPhase>({ kind: 'idle' })
  const end = shallowRef<RunEnd | null>(null)
  const stopping = ref(false)
  const startedMs = ref(0)
  const elapsedMs = ref(0)
  const running = computed(() => phase.value.kind !== 'idle')
  const pause = createPause(phase)
  let failures = 0

  /** Runs all rows that wait, or only these. Its price has been on the button. */
  async function start(only: ReadonlySet<number> | null = null): Promise<void> {
    if (running.value) return
    stopping.value = false
    end.value = null
    failures = 0
    startedMs.value = Date.now()
    phase.value = { kind: 'running' }
    // Two windows that send the same rows would be charged for both.
    await withLock(`toolgate-batch-${batch.id}`, async (held) => {
      if (!held) end.value = ELSEWHERE
      else if (await opening.isCurrent()) return await runAll(only)
      else {
        await opening.reopen()
        end.value = GONE_ON
      }
      phase.value = { kind: 'idle' }
    })
  }

  async function runAll(only: ReadonlySet<number> | null): Promise<void> {
    try {
      await sendAll(only)
      if (batch.options.retry_once && !stopping.value && end.value === null) await retryOnce()
      if (stopping.value) end.value ??= { kind: 'stopped', text: stoppedWords(batch.tally.sendable) }
    } finally {
      elapsedMs.value = Date.now() - startedMs.value
      phase.value = { kind: 'idle' }
      stopping.value = false
    }
    await Promise.all([batch.save(), balance.refresh()])
    tellWhenLong(elapsedMs.value, batch.tally)
  }

  async function sendAll(only: ReadonlySet<number> | null): Promise<void> {
    for (;;) {
      if (stopping.value) return
      const next = nextChunk(batch.rows, spendable(), Date.now(), only)
      if (next.kind === 'none') return
      if (next.kind === 'short') return void (end.value = shortOf(next.cost))
      const positions = next.rows.map(({ position }) => position)
      if (next.kind === 'lost') {
        batch.note(positions, () => ({ state: 'failed', error: LOST }))
        continue
      }
      if (next.kind === 'new') {
        const chunk = crypto.randomUUID()
        batch.note(positions, () => ({ state: 'sent', chunk, sent_at: Date.now(), error: null }))
        // Known to the gateway before it is sent, so that a reload asks for this very answer again.
        await batch.save()
      }
      if (!(await send(positions.flatMap((position) => batch.rows[position] ?? [])))) return
    }
  }

  /** @returns false when the run cannot go on */
  async function send(rows: readonly BatchRow[]): Promise<boolean> {
    try {
      const { body, headers } = await postChunk(gateway.client.json, rows)
      phase.value = { kind: 'running' }
      failures = 0
      balance.note(body.balance)
      return settle(rows, readChunk(body, headerOf(headers, 'X-Request-Id')))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return await meet(error, rows)
    }
  }

  function settle(rows: readonly BatchRow[], answers: readonly RowAnswer[]): boolean {
    const byPosition = new Map(rows.map((row, at) => [row.position, answers[at]]))
    batch.note(
      [...byPosition.keys()],
      ({ position }) => byPosition.get(position) ?? { state: 'failed', error: LOST },
    )
    void batch.save()
    const short = answers.find(({ refusal }) => refusal !== null)?.refusal
    if (short) end.value = { kind: 'short', text: short }
    return !short
  }

  /** Does what a refused request asks for. @returns false when the run cannot go on */
  async function meet(error: CallError, rows: readonly BatchRow[]): Promise<boolean> {
    const next = remedyOf(error, failures++)
    // Rows of a request that was refused as a whole are as if they had never been sent.
    const positions = rows.map(({ position }) => position)
    if (next.unsent) batch.note(positions, () => ({ state: 'ready', chunk: null, sent_at: null }))
    if (next.wait) await pause.wait(next.wait.kind, next.wait.ms)
    else end.value = { kind: 'refused', text: error.message }
    if (error.status === 401) session.expire(error.details.demo_key)
    return next.wait !== null
  }

  async function retryOnce(): Promise<void> {
    const again = batch.rows.filter(
      ({ state, error }) => state === 'failed' && WORTH_A_RETRY.has(error?.code ?? ''),
    )
    if (again.length === 0) return
    await sendAll(new Set(batch.resetFailed(new Set(again.map(({ position }) => position)))))
  }

  /** Sends the rows that failed once more, or only these of them. */
  async function retry(only: ReadonlySet<number> | null = null): Promise<void> {
    if (running.value) return
    const positions = batch.resetFailed(only)
    await batch.save()
    await start(new Set(positions))
  }

  /** Sends nothing more; the calls that are out end. */
  function stop(): boolean {
    if (!running.value || stopping.value) return false
    stopping.value = true
    pause.end()
    return true
  }

  const shortOf = (cost: number): RunEnd => ({
    kind: 'short',
    text: shortWords(cost, balance.credits ?? 0, batch.options.floor, batch.tally.sendable),
  })

  function spendable(): number | null {
    return balance.credits === null ? null : Math.max(0, balance.credits - (batch.options.floor ?? 0))
  }

  /** Forgets how the last run ended, as when another one is opened. */
  function clear(): void {
    end.value = null
    elapsedMs.value = 0
  }

  return { phase, end, stopping, startedMs, elapsedMs, running, start, retry, stop, clear }
})

/** The key of the request makes a repetition harmless; the same rows give the same bytes. */
async function postChunk(json: GatewayClient['json'], rows: readonly BatchRow[]) {
  const calls = rows.map(({ slug, input }) => ({ slug, input: parseJson(input) }))
  const headers = { 'idempotency-key': rows[0]?.chunk ?? '' }
  return await json<BatchAnswer>('POST', '/v1/batch', { calls }, { headers })
}

async function withLock(name: string, work: (held: boolean) => Promise<void>): Promise<void> {
  // Not in every runtime; where there are no locks there are no other windows either.
  const locks = (navigator as Partial<Navigator>).locks
  if (!locks) return await work(true)
  await locks.request(name, { ifAvailable: true }, (lock) => work(lock !== null))
}
