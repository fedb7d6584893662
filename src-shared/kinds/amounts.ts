import { type DetectedKind, type Recogniser, type Sample } from './recogniser.ts'

const CURRENCY = /[$€£¥₹₽₩₺]|\b(?:USD|EUR|GBP|CHF|JPY|CNY|CAD|AUD|SEK|NOK|DKK|PLN|CZK|INR|BRL|Fr\.)/g
const DIGITS = /\d{1,3}(?:(?:[.,'’\u00A0\u202F]|(?<=\d) )\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?/g
const AMOUNT = new RegExp(`^[-+−]?\\s?(?:${DIGITS.source})(?:\\s?%|[.,][-–—]+)?$`)
const LIST_CHARS = 4_000

/** A number as programs write it, of one with a decimal comma, marks between the thousands, or both. */
function plain(written: string): string {
  const bare = written.replaceAll(/['’\s]/g, '')
  const last = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
  if (last < 0) return bare
  const marks = bare.replaceAll(/\d/g, '')
  const after = bare.length - last - 1
  // A mark that occurs once separates thousands only if it is a comma with three digits behind it.
  const isThousands =
    marks.length > 1 ? marks === marks[0]!.repeat(marks.length) : marks === ',' && after === 3
  const whole = bare.slice(0, last).replaceAll(/[.,]/g, '')
  return isThousands ? whole + bare.slice(last + 1) : `${whole}.${bare.slice(last + 1)}`
}

function withoutCurrency(text: string): string {
  return text.replaceAll(CURRENCY, '').trim()
}

/** Lines that are all amounts, as a column of a spreadsheet has them. */
function columnKind({ text, whole }: Sample): readonly DetectedKind[] {
  if (!whole || text.length > LIST_CHARS) return []
  const lines = text
    .split(/\r?\n/)
    .map(withoutCurrency)
    .filter((line) => line !== '')
  if (lines.length < 3 || !lines.every((line) => AMOUNT.test(line))) return []
  // Two columns of numbers have a space in every line.
  const isSpaced = /\d \d{3}$/m.test(text) && lines.some((line) => !line.includes(' '))
  if (!isSpaced && !/[$€£¥₹₽₩₺%’'A-Z]|\d,\d{1,2}$|\d[.,]\d{3}[.,]/m.test(text)) return []
  const part = lines
    .map((line) => plain(line.replace(/\s?%$|[.,][-–—]+$/, '').replace(/^−/, '-')))
    .join('\n')
  return [{ kind: 'numbers', confidence: 0.97, part }]
}

/** Numbers of the same unit in a row. */
function measuredKind({ text, single, whole }: Sample): readonly DetectedKind[] {
  if (!whole || text.length > LIST_CHARS) return []
  const all = text
    .split(single ? /[,;]\s*/ : /\r?\n/)
    .map((one) => /^([-+]?\d+(?:\.\d+)?) ?([a-zµ°]{1,5})$/i.exec(one.trim()))
  const unit = all[0]?.[2]
  if (all.length < 3 || unit === undefined || !all.every((one) => one?.[2] === unit)) return []
  return [{ kind: 'numbers', confidence: 0.93, part: all.map((one) => one![1]).join('\n') }]
}

/** A sum with currencies or marks between the thousands, and a price alone. */
function sumKind({ text, single }: Sample): readonly DetectedKind[] {
  if (!single || text.length > 200 || !/[$€£¥₹₽₩₺]|\b[A-Z]{3}\b|\d,\d{3}(?!\d)/.test(text)) return []
  const bare = withoutCurrency(text).replaceAll(/(?<=\d\s?)x(?=\s?\d)/g, '×')
  const isPrice = bare !== text && AMOUNT.test(bare) && !/%/.test(bare)
  const isSum =
    /^[\d.,]+ ?% of [\d.,]+$/.test(bare) ||
    (/^[\d(][\d\s().,'’+\-*/×÷%]*[\d)%]$/.test(bare) && /[\d)%]\s*[+*/×÷]|\s[-]\s/.test(bare))
  if (!isPrice && !isSum) return []
  const part = bare.replaceAll(DIGITS, plain).replaceAll(/\s+/g, ' ')
  return [{ kind: 'expression', confidence: isSum ? 0.95 : 0.66, part: part.replace(/[.,][-–—]+$/, '') }]
}

/** Recognises sums of money, and numbers with a decimal comma or marks between the thousands. */
export const AMOUNT_KINDS: readonly Recogniser[] = [columnKind, measuredKind, sumKind]
