import { describe, expect, it } from 'vitest'
import { makeChargeId } from '../../../src-main/ledger/charge-id.ts'

describe('makeChargeId', () => {
  it('never repeats an id, and always counts up, within a millisecond and when the clock goes back', () => {
    const now = Date.UTC(2026, 0, 1)
    const times = [...Array.from({ length: 10_000 }, () => now), now - 60_000, now + 1]
    const ids = times.map((time) => makeChargeId(time))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.toSorted()).toEqual(ids)
    for (const id of ids) expect(id).toMatch(/^chg_[0-9a-f]{30}$/)
  })
})
