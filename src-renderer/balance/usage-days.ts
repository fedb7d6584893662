import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { UsageDay } from '../gateway/owner-types.ts'
import { useGateway } from '../gateway/gateway.ts'
import { createRemote } from '../gateway/remote.ts'

/** Days on which a usual one is judged: those of the last two weeks that saw a call. */
const USUAL_DAYS = 14

interface DaysAnswer {
  readonly days: readonly UsageDay[]
  /** Null while the record of calls cannot be read. */
  readonly cache_today: { readonly calls: number; readonly hits: number } | null
}

/** What is shown: the last 24 hours, or so many days. */
export type UsageSpan = '24h' | 7 | 30 | 90

const NO_CALLS = { calls: 0, hits: 0 }
const EMPTY: DaysAnswer = { days: [], cache_today: NO_CALLS }

/** The credits of a day, whatever they were spent on. */
export function creditsOf({ credits }: UsageDay): number {
  return Object.values(credits).reduce((sum, part) => sum + part, 0)
}

/** What all keys spent, day by day in this machine's time zone. */
export const useUsageDays = defineStore('usage-days', () => {
  const { client } = useGateway()
  const span = ref<UsageSpan>(30)
  /** The days beside a chart of hours, which today's figures are of. */
  const spanDays = computed(() => (span.value === '24h' ? 30 : span.value))
  const ahead = () => -new Date().getTimezoneOffset()
  const answer = createRemote<DaysAnswer>(
    () => client.ask<DaysAnswer>('GET', `/app/usage/days?days=${spanDays.value}&ahead=${ahead()}`),
    EMPTY,
  )
  const hours = createRemote<readonly UsageDay[]>(async () => {
    const path = `/app/usage/hours?ahead=${ahead()}`
    return (await client.ask<{ readonly hours: readonly UsageDay[] }>('GET', path)).hours
  }, [])

  const days = computed(() => answer.value.value.days)
  const today = computed(() => days.value.at(-1) ?? null)
  const cacheToday = computed(() => answer.value.value.cache_today ?? NO_CALLS)
  /** Credits of a usual day; null before there was one. */
  const usual = computed(() => {
    const used = days.value.slice(-USUAL_DAYS - 1, -1).filter(({ calls }) => calls > 0)
    return used.length === 0 ? null : used.reduce((sum, day) => sum + creditsOf(day), 0) / used.length
  })
  const byHour = computed(() => span.value === '24h')
  /** The bars of the chart, and how far the page is with them. */
  const of = computed(() => (byHour.value ? hours : answer))
  const bars = computed(() => (byHour.value ? hours.value.value : days.value))
  const tiers = computed(() =>
    [...new Set(bars.value.flatMap(({ credits }) => Object.keys(credits)))].toSorted(byTier),
  )

  async function show(next: UsageSpan): Promise<void> {
    span.value = next
    await load()
  }

  async function load(): Promise<void> {
    await Promise.all([answer.load(), ...(byHour.value ? [hours.load()] : [])])
  }

  return {
    span,
    days,
    bars,
    byHour,
    today,
    cacheToday,
    usual,
    tiers,
    state: computed(() => of.value.state.value),
    error: computed(() => of.value.error.value),
    load,
    show,
  }
})

const TIER_ORDER = ['compute', 'llm', 'network']

function byTier(a: string, b: string): number {
  const rank = (tier: string) =>
    (TIER_ORDER.indexOf(tier) + TIER_ORDER.length + 1) % (TIER_ORDER.length + 1)
  return rank(a) - rank(b) || a.localeCompare(b)
}
