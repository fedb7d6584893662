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
    expect(marks.map(([seq]) => seq % stride)).toEqual(marks.map(() => 0))
    for (const [seq, hash] of [marks[0]!, marks.at(-1)!])
      expect(chainOf(seq).state().last).toEqual([seq, hash])
  })
})
