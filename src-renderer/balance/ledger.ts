import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import { useGateway } from '../gateway/gateway.ts'
import type { LedgerCheck, LedgerEntry } from '../gateway/owner-types.ts'
import { createReading } from '../gateway/remote.ts'

const PAGE_ENTRIES = 50

interface HistoryPage {
  readonly entries: readonly LedgerEntry[]
  readonly next_cursor?: number
}

/** The ledger entries of the page's own account, newest first, as far back as the owner scrolled. */
export const useLedger = defineStore('ledger', () => {
  const { client } = useGateway()
  const entries = shallowRef<readonly LedgerEntry[]>([])
  const cursor = ref<number | null>(null)
  const check = shallowRef<LedgerCheck | null>(null)
  const { state, error, part } = createReading()

  /** Reads the newest page; older entries stay if they follow it without a gap. */
  async function load(): Promise<void> {
    await part(
      () => ask(''),
      (page) => {
        const oldest = page.entries.at(-1)?.seq ?? 0
        const older = entries.value.filter(({ seq }) => seq < oldest)
        const joins = entries.value.some(({ seq }) => seq === oldest)
        entries.value = joins ? [...page.entries, ...older] : page.entries
        if (!joins) cursor.value = page.next_cursor ?? null
      },
    )
  }

  /** Reads the next older page. */
  async function more(): Promise<void> {
    if (cursor.value === null) return
    await part(
      () => ask(`&cursor=${cursor.value}`),
      (page) => {
        entries.value = [...entries.value, ...page.entries]
        cursor.value = page.next_cursor ?? null
      },
    )
  }

  /** Has the gateway recompute every balance. */
  async function verify(): Promise<void> {
    check.value = null
    check.value = await client.ask<LedgerCheck>('POST', '/app/ledger/verify')
  }

  function ask(more: string): Promise<HistoryPage> {
    return client.ask<HistoryPage>('GET', `/v1/credits/history?limit=${PAGE_ENTRIES}${more}`)
  }

  return { entries, state, error, cursor, check, load, more, verify }
})
