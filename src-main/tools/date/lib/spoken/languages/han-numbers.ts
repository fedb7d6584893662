/** Patterns of numbers in digits or in Han numerals: of a month or a day, and of a year. */
export const NUMBER = '(\\d{1,2}|[一二三四五六七八九十]{1,3})'
export const YEAR =
  '(\\d{4}|[〇零一二三四五六七八九]{4}|[一二两兩]千(?:[零〇]?[一二三四五六七八九十百]{0,5}))'

const DIGITS = '〇一二三四五六七八九'
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }

/** A number in digits or in Han numerals: 十五, 二十一, 二〇一五, 两千零四. */
export function numberIn(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  const plain = text.replaceAll('零', '〇').replaceAll(/[两兩]/gu, '二')
  if (!/[十百千]/u.test(plain)) return Number([...plain].map((sign) => DIGITS.indexOf(sign)).join(''))
  let sum = 0
  let digit = 0
  for (const sign of plain) {
    const unit = UNITS[sign]
    if (unit === undefined) digit = DIGITS.indexOf(sign)
    else {
      sum += (digit || 1) * unit
      digit = 0
    }
  }
  return sum + digit
}
