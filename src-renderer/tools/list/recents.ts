import { defineStore } from 'pinia'
import { computed } from 'vue'
import { createKept } from '../../ui/kept/kept.ts'
import { useToasts } from '../../ui/kept/toasts.ts'

/** A call that can be run again from the palette. */
export interface RecentCall {
  readonly slug: string
  /** Epoch milliseconds. */
  readonly at: number
  /** The input as JSON. */
  readonly input: string
}

interface Use {
  readonly slug: string
  readonly at: number
  readonly score: number
}

interface Recents {
  readonly calls: readonly RecentCall[]
  readonly uses: readonly Use[]
}

const HALF_LIFE_MS = 7 * 24 * 60 * 60 * 1_000
const MAX_CALLS = 30
const MAX_INPUT_CHARS = 16_384
const MAX_USES = 300
const NONE: Recents = { calls: [], uses: [] }

/** How much a use counts after some time: half as much after each week. */
export function decayed(score: number, elapsedMs: number): number {
  return score * 2 ** (-Math.max(0, elapsedMs) / HALF_LIFE_MS)
}

/** The calls made from this page, and how often and how lately each tool was used. */
export const useRecents = defineStore('recents', () => {
  const kept = createKept<Recents>('/app/recents', NONE)
  const toasts = useToasts()
  const calls = computed(() => kept.value.value.calls)
  const bySlug = computed(() => new Map(kept.value.value.uses.map((use) => [use.slug, use])))
  /** Slugs of used tools, the one used last first. */
  const slugs = computed(() =>
    kept.value.value.uses.toSorted((a, b) => b.at - a.at).map(({ slug }) => slug),
  )

  function note(slug: string, input: unknown, at = Date.now()): void {
    const text = JSON.stringify(input)
    const { calls: before, uses } = kept.value.value
    const others = before.filter((call) => call.slug !== slug || call.input !== text)
    const use = { slug, at, score: frecencyOf(slug, at) + 1 }
    kept.set({
      calls:
        text.length > MAX_INPUT_CHARS ? before : [{ slug, at, input: text }, ...others].slice(0, MAX_CALLS),
      uses: [use, ...uses.filter((each) => each.slug !== slug)].slice(0, MAX_USES),
    })
  }

  /** How often and how lately a tool was used; 0 for one that never was. */
  function frecencyOf(slug: string, now = Date.now()): number {
    const use = bySlug.value.get(slug)
    return use ? decayed(use.score, now - use.at) : 0
  }

  function clear(): void {
    const before = kept.value.value
    kept.set(NONE)
    toasts.say('Recent calls cleared', () => kept.set(before))
  }

  return { calls, slugs, note, frecencyOf, clear }
})
