import { describe, expect, it } from 'vitest'
import { chainHash, RunningChain } from '../../../src-main/evidence/running-chain.ts'

function chainOf(rows: number, chain = new RunningChain()): RunningChain {
  for (let seq = chain.lastSeq + 1; seq <= rows; seq++) chain.add(seq, `row ${seq}`)
  return chain
}

describe('a running chain', () => {
  it('hashes each row with the hash of all rows before it', () => {
    const first = chainHash('', 'row 1')
    expect(chainOf(2).state().last).toEqual([2, chainHash(first, 'row 2')])
    expect(chainOf(0).state()).toMatchObject({ rows: 0, last: null, marks: [] })
  })

  it('continues a stored state with the same hashes as without a stop', () => {
    const stopped = chainOf(777).state()
    expect(chainOf(20_000, new RunningChain(stopped)).state()).toEqual(chainOf(20_000).state())
  })

  it('keeps a bounded number of marks, each of which is a true hash', () => {
    const { marks, stride } = chainOf(50_000).state()
    expect(marks.length).toBeGreaterThan(32)
    expect(marks.length).toBeLessThan(128)
    expect(marks.slice(0, -1).map(([seq]) => seq % stride)).toEqual(marks.slice(1).map(() => 0))
    for (const [seq, hash] of [marks[0]!, marks.at(-2)!, marks.at(-1)!])
      expect(chainOf(seq).state().last).toEqual([seq, hash])
  })

  // A start reads what follows the last mark, so its time must not grow with the ledger.
  it('has a mark a few rows before its last, however many rows there are', () => {
    for (const rows of [63, 64, 65, 127, 129, 8_191, 8_193, 50_000]) {
      const { marks, stride } = chainOf(rows).state()
      const before = rows % stride === 0 ? marks.at(-2) : marks.at(-1)
      expect(rows - (before?.[0] ?? 0), `${rows} rows`).toBeLessThanOrEqual(64)
      expect(marks.map(([seq]) => seq)).toEqual(marks.map(([seq]) => seq).toSorted((a, b) => a - b))
      // What was stored is continued with the same marks.
      const continued = chainOf(rows + 300, new RunningChain(chainOf(rows).state())).state()
      expect(continued).toEqual(chainOf(rows + 300).state())
    }
  })
})
