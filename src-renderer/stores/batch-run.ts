import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { BatchAnswer } from '../../src-shared/envelope.ts'
import type { BatchRow, RowError } from '../batch/batch-row.ts'
import { nextChunk } from '../batch/next-chunk.ts'
import { readChunk, type RowAnswer } from '../batch/read-chunk.ts'
import { CallError, headerOf } from '../gateway-types.ts'
import { useBalance } from './balance.ts'
import { useBatch } from './batch.ts'
import { useGateway } from './gateway.ts'
import { useSession } from './session.ts'

/** How the run stands. `waiting` for a rate limit, `paused` while the gateway does not answer. */
export type RunPhase =
  | { readonly kind: 'idle' | 'running' }
  | { readonly kind: 'waiting'; readonly untilMs: number }
  | { readonly kind: 'paused'; readonly untilMs: number }

/** Why a run ended before its rows did. */
export interface RunEnd {
  readonly kind: 'stopped' | 'short' | 'refused'
  readonly text: string
}

const PAUSE_MS = [2_000, 4_000, 8_000, 15_000]
const LOST: RowError = {
  code: 'answer_lost',
  message:
    'The answer was not read within a day, so it can no longer be asked for. It may have been charged.',
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

  const phase = shallowRef<RunPhase>({ kind: 'idle' })
  const end = shallowRef<RunEnd | null>(null)
  const stopping = ref(false)
  const startedMs = ref(0)
  const elapsedMs = ref(0)
  const running = computed(() => phase.value.kind !== 'idle')
  let wake = new AbortController()
  let pauses = 0

  /** Runs all rows that wait, or only these. Its price has been on the button. */
  async function start(only: ReadonlySet<number> | null = null): Promise<void> {
    if (running.value) return
    stopping.value = false
    end.value = null
    pauses = 0
    startedMs.value = Date.now()
    phase.value = { kind: 'running' }
    // Two windows that send the same rows would be charged for both.
    await withLock(`toolgate-batch-${batch.id}`, async (held) => {
      if (!held) end.value = { kind: 'refused', text: 'This run is going on in another window.' }
      else if (await batch.isCurrent()) return await runAll(only)
      else {
        await batch.reopen()
        end.value = {
          kind: 'refused',
          text: 'Another window has gone on with this run. It has been read anew.',
        }
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
    await batch.save()
    void balance.refresh()
  }

  async function sendAll(only: ReadonlySet<number> | null): Promise<void> {
    for (;;) {
      if (stopping.value) return
      const next = nextChunk(batch.rows, spendable(), Date.now(), only)
      if (next.kind === 'none') return
      if (next.kind === 'short') return void (end.value = shortEnd(next.cost))
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
    const calls = rows.map(({ slug, input }) => ({ slug, input: JSON.parse(input) as unknown }))
    const headers = { 'idempotency-key': rows[0]?.chunk ?? '' }
    try {
      const reply = await gateway.client.json<BatchAnswer>('POST', '/v1/batch', { calls }, { headers })
      phase.value = { kind: 'running' }
      pauses = 0
      balance.note(reply.body.balance)
      return settle(rows, readChunk(reply.body, headerOf(reply.headers, 'X-Request-Id')))
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

  /** What a refused request means for its rows: wait, give up, or hand them back unsent. */
  async function meet(error: CallError, rows: readonly BatchRow[]): Promise<boolean> {
    const wait = Number(
      headerOf(error.details.headers ?? [], 'Retry-After') ?? error.details.retry_after ?? 1,
    )
    switch (error.code) {
      case 'rate_limited':
      case 'overloaded':
        handBack(rows)
        await pause('waiting', wait * 1_000)
        return true
      case 'idempotency_in_progress':
        await pause('waiting', wait * 1_000)
        return true
      case 'unreachable':
        await pause('paused', PAUSE_MS[Math.min(pauses++, PAUSE_MS.length - 1)] ?? 0)
        return true
      case 'unreadable_answer':
        // It may have been charged; the same key asks for the same answer, a few times.
        if (pauses++ >= PAUSE_MS.length) return giveUp(error)
        await pause('paused', PAUSE_MS[0] ?? 0)
        return true
      default:
        if (error.status === 401) session.expire(error.details.demo_key)
        handBack(rows)
        return giveUp(error)
    }
  }

  // A refusal as a whole came before any of the calls ran, so its rows are as if they had never been sent.
  function handBack(rows: readonly BatchRow[]): void {
    const positions = rows.map(({ position }) => position)
    batch.note(positions, () => ({ state: 'ready', chunk: null, sent_at: null }))
  }

  function giveUp(error: CallError): false {
    end.value = { kind: 'refused', text: error.message }
    return false
  }

  async function pause(kind: 'waiting' | 'paused', ms: number): Promise<void> {
    wake = new AbortController()
    phase.value = { kind, untilMs: Date.now() + ms }
    const { signal } = wake
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
    phase.value = { kind: 'running' }
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
    wake.abort()
    return true
  }

  function spendable(): number | null {
    return balance.credits === null ? null : Math.max(0, balance.credits - (batch.options.floor ?? 0))
  }

  function shortEnd(cost: number): RunEnd {
    const floor = batch.options.floor
    const left = batch.tally.sendable
    const words = `${left.toLocaleString('en')} ${left === 1 ? 'row was' : 'rows were'} not sent`
    return floor !== null && (balance.credits ?? 0) >= cost
      ? { kind: 'short', text: `Stopped above ${floor} credits; ${words}.` }
      : {
          kind: 'short',
          text: `The next call costs ${cost} and the key holds ${balance.credits}; ${words}.`,
        }
  }

  /** Forgets how the last run ended, as when another one is opened. */
  function clear(): void {
    end.value = null
    elapsedMs.value = 0
  }

  return { phase, end, stopping, startedMs, elapsedMs, running, start, retry, stop, clear }
})

async function withLock(name: string, work: (held: boolean) => Promise<void>): Promise<void> {
  // Not in every runtime; where there are no locks there are no other windows either.
  const locks = (navigator as Partial<Navigator>).locks
  if (!locks) return await work(true)
  await locks.request(name, { ifAvailable: true }, (lock) => work(lock !== null))
}

function stoppedWords(left: number): string {
  if (left === 0) return 'Stopped. Every row had been sent.'
  return `Stopped. ${left.toLocaleString('en')} ${left === 1 ? 'row was' : 'rows were'} not sent and cost nothing.`
}
