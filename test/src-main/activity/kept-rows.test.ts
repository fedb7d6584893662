import { describe, expect, it } from 'vitest'
import { KeptRows } from '../../../src-main/activity/kept-rows.ts'
import { randomOf } from '../../crash/crash-load.ts'

const filled = (rows: Readonly<Record<string, number>>, bytes = 1, isOwner = (_key: string) => false) => {
  const kept = new KeptRows(isOwner)
  let seq = 0
  for (const [keyId, count] of Object.entries(rows))
    for (let i = 0; i < count; i++) kept.push(keyId, ++seq, bytes)
  return kept
}
const given = (kept: KeptRows, mostRows: number) =>
  Object.fromEntries(kept.surplusRows(mostRows).map(({ keyId, rows }) => [keyId, rows]))

describe('the rows that must go', () => {
  it('are the oldest of the key that has the most, down to what the next key has', () => {
    const kept = filled({ quiet: 3, loud: 90, busy: 40 })
    expect(given(kept, 100)).toEqual({ loud: 33 })
    expect(given(kept, 60)).toEqual({ loud: 62, busy: 11 })
    expect(kept.placesOf(kept.surplusRows(131))).toEqual([4, 5])
  })

  it('begin with the first call beyond the limit', () => {
    expect(filled({ a: 50, b: 50 }).surplusRows(100)).toEqual([])
  })

  it('are not the rows of the owner, as long as these are a quarter of the record or less', () => {
    const isOwner = (key: string) => key === 'owner'
    expect(given(filled({ owner: 25, a: 20, b: 80 }, 1, isOwner), 100)).toEqual({ b: 25 })
    expect(given(filled({ owner: 25, a: 1, b: 1 }, 1, isOwner), 25)).toEqual({ owner: 2 })
    expect(given(filled({ owner: 130 }, 1, isOwner), 100)).toEqual({ owner: 30 })
    const two = filled({ owner: 12, owner2: 13, a: 20, b: 80 }, 1, (key) => key.startsWith('owner'))
    expect(given(two, 100)).toEqual({ b: 25 })
  })

  it('are as many as there are too many, never of a key with fewer than another is left with', () => {
    const random = randomOf(7)
    for (let round = 0; round < 2_000; round++) {
      const counts = Object.fromEntries(
        Array.from({ length: 1 + random() * 6 }, (_, i) => [`key_${i}`, 1 + Math.floor(random() * 30)]),
      )
      const kept = filled(counts)
      const all = kept.rows
      const most = Math.floor(random() * (all + 5))
      const surplus = kept.surplusRows(most)
      const gone = new Map(surplus.map(({ keyId, rows }) => [keyId, rows]))
      const left = Object.entries(counts).map(([key, count]) => count - (gone.get(key) ?? 0))
      expect(left.reduce((sum, count) => sum + count, 0)).toBe(Math.min(all, most))
      const shortest = Object.entries(counts).filter(([key]) => (gone.get(key) ?? 0) > 0)
      const least = Math.min(...shortest.map(([key, count]) => count - (gone.get(key) ?? 0)))
      expect(least).toBeGreaterThanOrEqual(
        Math.max(...left) - (surplus.length > 0 ? surplus.length : Infinity),
      )
      kept.drop(surplus)
      expect(kept.rows).toBe(Math.min(all, most))
    }
  })

  it('are those of the key that takes the most bytes when there are too many bytes', () => {
    const kept = filled({ quiet: 2 }, 10)
    for (let i = 0; i < 10; i++) kept.push('loud', 100 + i, 100)
    const surplus = kept.surplusBytes(800, 256)!
    expect(kept.placesOf([surplus])).toEqual([100, 101, 102])
    kept.drop([surplus])
    expect([kept.rows, kept.bytes]).toEqual([9, 720])
    expect(kept.surplusBytes(800, 256)).toBeNull()
    expect(kept.surplusBytes(100, 2)).toEqual({ keyId: 'loud', rows: 2 })
  })

  it('are counted until they are gone, in whatever order', () => {
    const kept = filled({ a: 5_000 }, 2)
    for (let i = 0; i < 45; i++) kept.drop([{ keyId: 'a', rows: 100 }])
    kept.remove('a', 4_600)
    kept.remove('a', 1)
    kept.remove('b', 4_601)
    expect([kept.rows, kept.bytes]).toEqual([499, 998])
    expect(kept.placesOf([{ keyId: 'a', rows: 2 }])).toEqual([4_501, 4_502])
    kept.clear()
    expect([kept.rows, kept.bytes]).toEqual([0, 0])
  })
})
