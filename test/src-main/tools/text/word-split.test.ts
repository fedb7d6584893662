import { describe, expect, it } from 'vitest'
import { splitWords } from '../../../../src-main/tools/text/lib/word-split.ts'
import { cpuMsOf } from '../../../support/cpu-time.ts'

describe('the words of a name', () => {
  it.each([
    ['fooBar', ['foo', 'Bar']],
    ['HTTPServer', ['HTTP', 'Server']],
    ['v2Beta', ['v2', 'Beta']],
    // The accents are marks of their own, as no single character has both.
    ['a\u0316\u0301B\u0316\u0301c', ['a\u0316\u0301', 'B\u0316\u0301c']],
    ['AB\u0316c', ['A', 'B\u0316c']],
    ['ABC', ['ABC']],
  ])('%j are split at its humps', (name, words) => {
    expect(splitWords(name)).toEqual(words.map((word) => word.normalize('NFC')))
  })

  it('are found in time that grows with the text, also in a long run of marks', async () => {
    const marks = '\u0301'.repeat(100_000)
    const all = [marks, `a${marks}B`, `A${marks}Bc`, 'aB'.repeat(50_000), 'A'.repeat(100_000)]
    // Looking back from each mark over all before it takes the square of their number.
    expect(await cpuMsOf(async () => all.map(splitWords))).toBeLessThan(5_000)
  })
})
