import { describe, expect, it } from 'vitest'
import { RowSet } from '../../../src-renderer/batch/enrich/row-set.ts'

describe('a set of rows', () => {
  it.each([1, 2, 7, 64, 1_000])('counts and lists what lies in it, in a table of %i rows', (size) => {
    const set = new RowSet(size)
    const plain = new Set<number>()
    for (let step = 0; step < 400; step++) {
      // Every row is met, with no pattern that a tree of powers of two would like.
      const row = (step * 7919 + step * step * 31) % size
      const on = step % 3 !== 0
      set.set(row, on)
      if (on) plain.add(row)
      else plain.delete(row)
    }
    const rows = [...plain].toSorted((a, b) => a - b)
    expect(set.first(size)).toEqual(rows)
    expect(set.first(3)).toEqual(rows.slice(0, 3))
    for (let row = 0; row <= size; row++) {
      expect(set.before(row)).toBe(rows.filter((one) => one < row).length)
      expect(set.has(row)).toBe(plain.has(row))
    }
  })

  it('is empty in a table without rows', () => {
    expect([new RowSet(0).first(5), new RowSet(0).before(0)]).toEqual([[], 0])
  })
})
