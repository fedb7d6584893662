import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ThoughtFilter, withoutThoughts } from '../../../src-main/providers/thoughts.ts'

const shown = (pieces: readonly string[]) => {
  const filter = new ThoughtFilter()
  return pieces.map((piece) => filter.push(piece)).join('') + filter.rest()
}

describe('thoughts before an answer', () => {
  it('are held back from a stream, however it is cut', () => {
    const answer = fc.constantFrom('Hello.', '<b>x</b>', 'a <think>b</think> c', '<thin', '', '< think>')
    const thought = fc.constantFrom('', '<think>\nHm, </thin> no.\n</think>\n', '<THINKING>x</THINKING>')
    fc.assert(
      fc.property(thought, answer, fc.array(fc.nat({ max: 50 })), (before, after, cuts) => {
        const text = before + after
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b),
          text.length,
        ]
        const pieces = places.slice(1).map((end, at) => text.slice(places[at], end))
        expect(shown(pieces)).toBe(after)
        expect(withoutThoughts(text).trimStart()).toBe(after)
      }),
      { seed: 7, numRuns: 500 },
    )
  })

  it('are the whole answer if they never end, and leave nothing', () => {
    expect(shown(['<thi', 'nk>and so', ' on'])).toBe('')
    expect(withoutThoughts('<think>and so on')).toBe('')
  })
})
