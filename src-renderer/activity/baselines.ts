import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { ActivityEntry } from '../../src-shared/activity.ts'
import { createKept } from '../ui/kept/kept.ts'
import { useToasts } from '../ui/kept/toasts.ts'

/** A call whose result others of its tool are held against. */
export interface Baseline {
  readonly slug: string
  /** Its place in the record of calls. */
  readonly id: number
  readonly request_id: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** What the gateway keeps of them. */
const MAX_BASELINES = 100

/** One pinned call for each tool, kept by the gateway; the call itself is the record's to keep. */
export const useBaselines = defineStore('baselines', () => {
  const kept = createKept<{ readonly calls: readonly Baseline[] }>('/app/baselines', { calls: [] })
  const toasts = useToasts()
  const calls = computed(() => kept.value.value.calls)

  const of = (slug: string) => calls.value.find((call) => call.slug === slug) ?? null
  const isPinned = (id: number) => calls.value.some((call) => call.id === id)

  /** Holds the results of a call's tool against this one from now on, or against none where it was the one. */
  function toggle({ slug, id, request_id, ts }: ActivityEntry): void {
    const before = calls.value
    const others = before.filter((call) => call.slug !== slug)
    const undo = () => kept.set({ calls: before })
    if (isPinned(id)) {
      kept.set({ calls: others })
      return toasts.say('Baseline unpinned', undo)
    }
    const mine = { slug, id, request_id, at: Date.parse(ts) }
    kept.set({ calls: [mine, ...others].slice(0, MAX_BASELINES) })
    toasts.say(`Pinned as the baseline for ${slug}`, undo)
  }

  return { calls, of, isPinned, toggle, load: kept.load }
})
