import { describe, expect, it } from 'vitest'
import { layDays } from '../../../src-renderer/balance/lay-days.ts'
import type { UsageDay } from '../../../src-renderer/gateway/owner-types.ts'

const day = (date: string, credits: UsageDay['credits']): UsageDay => ({
  date,
  calls: 1,
  refunds: 0,
  credits,
})
const DAYS = [
  day('2026-11-01', { compute: 30, llm: 10 }),
  day('2026-11-02', {}),
  day('2026-11-03', { compute: 7 }),
]
const [WIDTH, HEIGHT] = [352, 208]

/** The upper edges of a layer's bars. */
const topsOf = (path: string) => [...path.matchAll(/Q[\d.]+ ([\d.]+)/g)].map(([, top]) => Number(top))

describe('the chart of credits per day', () => {
  const { layers, lines, dates, indexAt, middleOf, bottom } = layDays(
    DAYS,
    ['compute', 'llm'],
    WIDTH,
    HEIGHT,
  )

  it('draws each part at its height within its stack, and no empty day', () => {
    expect(layers.map(({ tier }) => tier)).toEqual(['llm', 'compute'])
    const yOf = (credits: number) => bottom - (credits / (40 * 1.08)) * (bottom - 8)
    const [stacks, lowest] = layers.map(({ path }) => topsOf(path))
    expect(stacks?.[0]).toBeCloseTo(yOf(40))
    expect(lowest?.[0]).toBeCloseTo(yOf(30))
    // Two days of three, with two corners each.
    expect(stacks?.length).toBe(4)
  })

  it('labels its lines and dates in round steps, and finds the day under the pointer', () => {
    expect(lines.map(({ label }) => label)).toEqual(['0', '10', '20', '30', '40'])
    expect(dates.map(({ label }) => label)).toEqual(['1 Nov', '2 Nov', '3 Nov'])
    expect(DAYS.map((_, at) => indexAt(middleOf(at)))).toEqual([0, 1, 2])
    expect([indexAt(20), indexAt(WIDTH)]).toEqual([null, null])
  })

  it('is drawn even without a day or a credit', () => {
    expect(layDays([], [], WIDTH, HEIGHT).dates).toEqual([])
    const { lines: none } = layDays([day('2026-11-01', {})], [], WIDTH, HEIGHT)
    expect(none.at(-1)?.label).toBe('10')
  })
})
