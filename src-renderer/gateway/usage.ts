import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import { CallError, type StreamEvent } from './gateway-types.ts'
import { useBalance } from '../balance/balance.ts'
import { useGateway } from './gateway.ts'
import { useSession } from './session.ts'

/** One call of some client, as the usage stream tells it. */
export interface UsageEvent {
  readonly request_id: string
  readonly slug: string
  readonly credits: number
  readonly balance: number
  readonly engine: string
  readonly ok: boolean
  readonly ts: string
  /** Whose call it was, where the owner follows every key. */
  readonly key_id?: string
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** The gateway sends a sign of life every 15 s. */
const SILENCE_MS = 25_000
const WATCH_EVERY_MS = 5_000

/** Follows what every client of this gateway does: one stream for the whole page. */
export const useUsage = defineStore('usage', () => {
  const gateway = useGateway()
  const session = useSession()
  const balance = useBalance()
  const live = ref(false)
  const listeners = new Set<(event: UsageEvent) => void>()
  const all = computed(() => session.state === 'signed_in' && !session.usesDemoKey)
  let abort = new AbortController()
  let ownKeyId: string | undefined
  let lastId: string | null = null
  let lastBytesAt = 0

  /** Calls back for every call of any client while the page is there; the answer ends it. */
  function listen(listener: (event: UsageEvent) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  async function follow(): Promise<void> {
    abort.abort()
    abort = new AbortController()
    const { signal } = abort
    lastId = null
    ownKeyId = undefined
    let waitMs = FIRST_WAIT_MS
    while (!signal.aborted && session.canCall) {
      const opened = await once(signal)
      live.value = false
      if (signal.aborted) return
      waitMs = opened ? FIRST_WAIT_MS : Math.min(LONGEST_WAIT_MS, waitMs * 2)
      // Many pages that lost one gateway must not come back in the same instant.
      await sleep(waitMs * (0.75 + Math.random() / 2), signal)
    }
  }

  /** One connection; true when it was opened. */
  async function once(outer: AbortSignal): Promise<boolean> {
    const connection = new AbortController()
    const signal = AbortSignal.any([outer, connection.signal])
    const dog = setInterval(() => {
      if (live.value && performance.now() - lastBytesAt > SILENCE_MS) connection.abort()
    }, WATCH_EVERY_MS)
    let opened = false
    try {
      await gateway.client.usage(all.value, lastId, {
        signal,
        onHead: () => {
          opened = true
          live.value = true
          lastBytesAt = performance.now()
        },
        onBytes: () => (lastBytesAt = performance.now()),
        onEvent: take,
      })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) session.expire(error.details.demo_key)
    } finally {
      clearInterval(dog)
    }
    return opened
  }

  function take({ name, data, id }: StreamEvent): void {
    if (id !== undefined) lastId = id
    if (name === 'gap') return void balance.refresh()
    // The gateway's own events, whose shapes its document fixes.
    const event = data as UsageEvent
    if (name === 'balance') ownKeyId ??= event.key_id
    if (event.key_id === ownKeyId) balance.note(event.balance)
    // A team key spends its maker's credits: its own figure is not ours.
    else void balance.refresh()
    if (name === 'usage') for (const listener of listeners) listener(event)
  }

  /** Begins; from then on the stream follows the page's key. */
  function start(): void {
    watch(
      () => [session.canCall, all.value],
      () => void follow(),
      { immediate: true },
    )
  }

  return { live, listen, start }
})

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
