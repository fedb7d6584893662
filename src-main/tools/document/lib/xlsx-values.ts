import { keepsDigits } from '../../../../src-shared/numbers/number-digits.ts'
import { attributeOf, meaningsOf, toIsoText, type CellMeaning } from './xlsx-formats.ts'

const CELL = /<(?<prefix>(?:\w+:)?)c\s[^>]*>/g

/**
 * Writes dates, times and integers that a float cannot hold into the sheets as texts, so that the reader of
 * spreadsheets, which would count them from the wrong day or round them, hands them on as they are.
 */
export function writeValuesOut(parts: Map<string, Buffer>): void {
  const is1904 = /^(1|true)$/.test(
    attributeOf(
      /<(?:\w+:)?workbookPr\b[^>]*>/.exec(textOf(parts, 'xl/workbook.xml'))?.[0] ?? '',
      'date1904',
    ) ?? '',
  )
  const meanings = meaningsOf(textOf(parts, stylesOf(parts)))
  for (const [name, content] of parts)
    if (/worksheets\/[^/]+\.xml$/.test(name))
      parts.set(name, Buffer.from(withTexts(content.toString(), meanings, is1904)))
}

function withTexts(sheet: string, meanings: readonly CellMeaning[], is1904: boolean): string {
  let written = ''
  let from = 0
  for (const { 0: tag, index, groups } of sheet.matchAll(CELL)) {
    const type = attributeOf(tag, 't') ?? 'n'
    if (tag.endsWith('/>') || (type !== 'n' && type !== 'd')) continue
    const prefix = groups?.['prefix'] ?? ''
    const start = index + tag.length
    const end = sheet.indexOf(`</${prefix}c>`, start)
    if (end === -1) break
    const value = /<(?:\w+:)?v(?:\s[^>]*)?>([^<]*)</.exec(sheet.slice(start, end))?.[1]?.trim()
    if (!value) continue
    const meaning = meanings[Number(attributeOf(tag, 's') ?? '0')] ?? null
    const text = type === 'd' ? isoDay(value) : textFor(value, meaning, is1904)
    const at = attributeOf(tag, 'r')
    const cell = `<${prefix}c${at === undefined ? '' : ` r="${at}"`}${text === null ? '' : ' t="str"'}>`
    written += `${sheet.slice(from, index)}${cell}<${prefix}v>${text ?? value}</${prefix}v>`
    from = end
  }
  return written + sheet.slice(from)
}

// A cell's number is a 64-bit float, so only digits before the point are more than it says.
function textFor(value: string, meaning: CellMeaning, is1904: boolean): string | null {
  if (/^-?\d+$/.test(value) && !keepsDigits(value)) return value
  return toIsoText(Number(value), meaning, is1904)
}

// ISO 8601 already, often with a midnight that nobody wrote.
const isoDay = (value: string): string => value.replace(/^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?Z?$/, '$1')

function stylesOf(parts: ReadonlyMap<string, Buffer>): string {
  const links = textOf(parts, 'xl/_rels/workbook.xml.rels').match(/<(?:\w+:)?Relationship\s[^>]*>/g) ?? []
  const link = links.find((tag) => attributeOf(tag, 'Type')?.endsWith('/styles'))
  const target = (link && attributeOf(link, 'Target')) ?? 'styles.xml'
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

const textOf = (parts: ReadonlyMap<string, Buffer>, name: string): string =>
  parts.get(name)?.toString() ?? ''
