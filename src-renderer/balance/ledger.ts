import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { LedgerCheck, LedgerEntry } from '../gateway/owner-types.ts'
import { CallError } from '../gateway/gateway-types.ts'
import { useGateway } from '../gateway/gateway.ts'

const PAGE_ENTRIES = 50

interface HistoryPage {
  readonly entries: readonly LedgerEntry[]
  readonly next_cursor?: number
}

/** The entries of the page's own account, newest first, as far back as was asked for. */
export const useLedger = defineStore('ledger', () => {
  const { client } = useGateway()
  const entries = shallowRef<readonly LedgerEntry[]>([])
  const state = ref<'idle' | 'loading' | 'ready' | 'failed'>('idle')
  const error = shallowRef<CallError | null>(null)
  const cursor = ref<number | null>(null)
  const check = shallowRef<LedgerCheck | null>(null)

  /** Reads the newest page; what was read further back stays where it joins on. */
  async function load(): Promise<void> {
    if (state.value !== 'ready') state.value = 'loading'
    await read(async () => {
      const page = await ask('')
      const oldest = page.entries.at(-1)?.seq ?? 0
      const older = entries.value.filter(({ seq }) => seq < oldest)
      const joins = entries.value.some(({ seq }) => seq === oldest)
      entries.value = joins ? [...page.entries, ...older] : page.entries
      if (!joins) cursor.value = page.next_cursor ?? null
    })
  }

  async function more(): Promise<void> {
    if (cursor.value === null) return
    await read(async () => {
      const page = await ask(`&cursor=${cursor.value}`)
      entries.value = [...entries.value, ...page.entries]
      cursor.value = page.next_cursor ?? null
    })
  }

  /** Has the gateway recompute every balance. */
  async function verify(): Promise<void> {
    check.value = null
    check.value = await client.ask<LedgerCheck>('POST', '/app/ledger/verify')
  }

  function ask(more: string): Promise<HistoryPage> {
    return client.ask<HistoryPage>('GET', `/v1/credits/history?limit=${PAGE_ENTRIES}${more}`)
  }

  async function read(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      error.value = null
      state.value = 'ready'
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause
      error.value = cause
      if (state.value !== 'ready') state.value = 'failed'
    }
  }

  return { entries, state, error, cursor, check, load, more, verify }
})
