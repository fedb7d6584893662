import { describe, expect, it } from 'vitest'
import { linesOf } from '../../../../src-main/tools/document/lib/pdf-lines.ts'

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/** Each sign of a line where a program puts it that places letters one by one, from left to right. */
function placed(line: string) {
  return [...line].map((str, at) => ({
    str,
    dir: RIGHT_TO_LEFT.test(str) ? 'rtl' : 'ltr',
    hasEOL: false,
    transform: [1, 0, 0, 1, at * 10, 700],
  }))
}

const reversed = (text: string) => [...text].toReversed().join('')

describe('the lines of a PDF', () => {
  it('are read from right to left in Arabic and Hebrew whose letters lie from left to right', () => {
    expect(linesOf(placed(reversed('שלום עולם')))).toBe('שלום עולם')
    expect(linesOf(placed(reversed('مرحبا بالعالم')))).toBe('مرحبا بالعالم')
  })

  it('keep the order of the numbers and the words of other scripts in them', () => {
    const onThePage = `${reversed('עולם')} 25 ${reversed('שלום')}`
    expect(linesOf(placed(onThePage))).toBe('שלום 25 עולם')
  })

  it('keep the order of a line of another script with a few such words', () => {
    expect(linesOf(placed(`The word ${reversed('سلام')} means peace`))).toBe('The word سلام means peace')
  })

  it('turn the brackets that lie the other way', () => {
    expect(linesOf(placed('(םולש)'))).toBe('(שלום)')
  })

  it('have the letters of Arabic, and not their shapes', () => {
    expect(linesOf(placed('ﺎﺒﺣﺮﻣ'))).toBe('مرحبا')
    expect(linesOf([{ str: 'ﻻ', dir: 'rtl', hasEOL: false, transform: [1, 0, 0, 1, 0, 0] }])).toBe('لا')
  })

  it('stay as they are where the reader has put them in order', () => {
    const items = placed('אב').map((item, at) => ({ ...item, transform: [1, 0, 0, 1, 100 - at, 0] }))
    expect(linesOf(items)).toBe('אב')
    expect(linesOf([{ str: 'a', dir: 'ltr', hasEOL: true, transform: [] }, ...placed('b')])).toBe('a\nb')
  })
})
