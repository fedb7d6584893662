import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import { useBalance } from '../balance/balance.ts'
import { CallError, type StreamEvent } from './gateway-types.ts'
import { useGateway } from './gateway.ts'
import { keepOpen, type StreamSigns } from './lasting-stream.ts'
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

/** Follows what every client of this gateway does, over one stream for the whole page. */
export const useUsage = defineStore('usage', () => {
  const gateway = useGateway()
  const session = useSession()
  const balance = useBalance()
  const live = ref(false)
  /** How many calls wait for the owner's approval. */
  const approvals = ref(0)
  const listeners = new Set<(event: UsageEvent) => void>()
  /** Whether the page may see the calls of every key. */
  const all = computed(() => session.state === 'signed_in' && !session.usesDemoKey)
  let abort = new AbortController()
  let ownKeyId: string | undefined
  let lastId: string | null = null

  /** Calls back for every call of any client. @returns a function that ends it */
  function listen(listener: (event: UsageEvent) => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  async function follow(): Promise<void> {
    abort.abort()
    abort = new AbortController()
    lastId = null
    ownKeyId = undefined
    const onLive = (is: boolean) => void (live.value = is)
    await keepOpen(connect, { signal: abort.signal, wanted: () => session.canCall, onLive })
  }

  async function connect(signs: StreamSigns): Promise<void> {
    // Told again at once by a stream that finds some.
    approvals.value = 0
    try {
      await gateway.client.usage(all.value, lastId, { ...signs, onEvent: take })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) session.expire(error.details.demo_key)
    }
  }

  function take({ name, data, id }: StreamEvent): void {
    if (id !== undefined) lastId = id
    // The gateway's own event, whose shape its document fixes.
    if (name === 'approvals') return void (approvals.value = (data as { waiting: number }).waiting)
    if (name === 'gap') return void balance.refresh()
    // The gateway's own events, whose shapes its document fixes.
    const event = data as UsageEvent
    if (name === 'balance') ownKeyId ??= event.key_id
    if (event.key_id === ownKeyId) balance.note(event.balance)
    // A team key spends the credits of the key that made it, so its own figure does not help.
    else void balance.refresh()
    if (name === 'usage') for (const listener of listeners) listener(event)
  }

  /** Opens the stream, and opens it again whenever the page calls with another key. */
  function start(): void {
    watch(
      () => [session.canCall, all.value],
      () => void follow(),
      { immediate: true },
    )
  }

  return { live, approvals, listen, start }
})
