import { describe, expect, it } from 'vitest'
import { linesOf } from '../../../../src-main/tools/document/lib/pdf/lines.ts'

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

  const piece = (str: string, x: number, y: number, width = str.length * 6, size = 10) => ({
    str,
    dir: 'ltr',
    hasEOL: false,
    transform: [size, 0, 0, size, x, y],
    width,
  })

  it('are divided where the page goes on elsewhere', () => {
    expect(linesOf([piece('right column', 300, 500), piece('left', 20, 494)])).toBe('right column\nleft')
    expect(linesOf([piece('second', 200, 500), piece('first', 20, 500)])).toBe('second first')
    expect(linesOf([piece('one', 20, 500), piece('two', 60, 500)])).toBe('one two')
    expect(linesOf([piece('wide', 20, 500, 60), piece('below', 30, 498)])).toBe('wide below')
  })

  it('are not divided at superscripts, kerning, and signs of scripts without spaces', () => {
    expect(linesOf([piece('m', 20, 500), piece('2', 26, 503.6, 4, 7)])).toBe('m2')
    expect(linesOf([piece('A', 20, 500), piece('V', 25, 500)])).toBe('AV')
    expect(linesOf([piece('日', 20, 500, 10), piece('本', 36, 500, 10)])).toBe('日本')
  })

  it('have what is printed twice once', () => {
    expect(linesOf([piece('Bold', 20, 500), piece('Bold', 20.4, 500), piece('!', 44.4, 500)])).toBe('Bold!')
    expect(linesOf([piece('a', 20, 500), piece('a', 26, 500)])).toBe('aa')
  })

  it('go down where signs of Japanese are placed below each other', () => {
    const sign = (str: string, x: number, y: number, dir = 'ltr') => ({
      ...piece(str, x, y, 8, 8),
      dir,
      hasEOL: dir === 'ltr',
    })
    const column = [
      sign('第', 90, 500),
      sign('二', 90, 492),
      sign('条', 90, 484),
      sign('。', 94, 483, 'ttb'),
    ]
    expect(linesOf([...column, sign('第', 76, 500), sign('三', 76, 492)]).trim()).toBe('第二条。\n第三')
    // A list of single signs has more space between its lines.
    expect(linesOf([sign('日', 90, 500), sign('月', 90, 488), sign('a', 90, 480)]).trim()).toBe('日\n月\na')
  })
})
