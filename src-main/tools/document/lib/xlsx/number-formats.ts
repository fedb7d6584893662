import { readXml } from './xml-events.ts'

/** What a number in a cell means by its format; `null` is a plain number. */
export type CellMeaning = 'date' | 'time' | 'duration' | null

const DAY_MS = 86_400_000
/** 9999-12-31, the last day that a spreadsheet has, by the system of the file. */
const LAST_DAY = { from1900: 2_958_465, from1904: 2_957_003 }

// Formats with a number of their own (ECMA-376 part 1, 18.8.30), among them those of East Asian languages.
const BUILT_IN: readonly (readonly [from: number, to: number, meaning: CellMeaning])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 54, 'date'],
  [55, 56, 'time'],
  [57, 58, 'date'],
]

/**
 * What a number means in each style of a workbook, in their order.
 * @throws InvalidInput when the part is not XML
 */
export function readMeanings(part: string, xml: string): CellMeaning[] {
  const codes = new Map<string, string>()
  const ids: string[] = []
  let inCells = false
  readXml(part, xml, {
    open: (element, { numFmtId = '0', formatCode = '' }) => {
      if (element === 'cellXfs') inCells = true
      if (element === 'numFmt') codes.set(numFmtId, formatCode)
      if (element === 'xf' && inCells) ids.push(numFmtId)
    },
    close: (element) => {
      if (element === 'cellXfs') inCells = false
    },
  })
  return ids.map((id) => {
    const code = codes.get(id)
    if (code !== undefined) return meaningOfCode(code)
    return BUILT_IN.find(([from, to]) => Number(id) >= from && Number(id) <= to)?.[2] ?? null
  })
}

/** What a number means with a format code such as `dd/mm/yyyy` or `[h]:mm`. */
export function meaningOfCode(code: string): CellMeaning {
  // The first section is for positive numbers. Texts, escapes, fills, colours and languages show no part of the number.
  const bare = code
    .replace(/"[^"]*"?|[\\_*][^]/g, '')
    .replace(/;[^]*/, '')
    .toLowerCase()
  if (/\[(h+|m+|s+)\]/.test(bare)) return 'duration'
  const letters = bare.replace(/\[[^\]]*\]|general/g, '').replace(/am\/pm|a\/p/g, 'h')
  if (/[yd]/.test(letters)) return 'date'
  if (/[hs]/.test(letters)) return 'time'
  // Without hours or seconds beside it, `m` is a month.
  return letters.includes('m') ? 'date' : null
}

/**
 * The text of a number in ISO 8601: a date, a date with a time, a time of day, or a duration.
 * @param serial days since the epoch of the file
 * @returns null for a number without a date, for which a spreadsheet program shows no date either
 */
export function toIsoText(serial: number, meaning: CellMeaning, is1904: boolean): string | null {
  if (meaning === null || !Number.isFinite(serial)) return null
  if (meaning === 'duration') return durationOf(Math.round(serial * DAY_MS))
  if (serial < 0) return null
  const ms = Math.round(serial * DAY_MS)
  const day = Math.floor(ms / DAY_MS)
  if (day > (is1904 ? LAST_DAY.from1904 : LAST_DAY.from1900)) return null
  const time = timeOf(ms - day * DAY_MS)
  // Day 0 is before the first day of 1900, so it is no more than a time. In 1904, it is New Year's Day.
  if (day === 0 && (meaning === 'time' || !is1904)) return time
  const date = dateOf(day, is1904)
  return time === '00:00:00' ? date : `${date}T${time}`
}

// The 1900 date system counts 29 February 1900, a day that never was (ECMA-376 part 1, 18.17.4.1).
function dateOf(day: number, is1904: boolean): string {
  if (!is1904 && day === 60) return '1900-02-29'
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30)
  return new Date(epoch + day * DAY_MS).toISOString().slice(0, 10)
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(11, ms % 1000 === 0 ? 19 : 23)
}

function durationOf(ms: number): string {
  const all = Math.abs(ms)
  const hours = Math.floor(all / 3_600_000)
  const minutes = Math.floor(all / 60_000) % 60
  const seconds = (all % 60_000) / 1000
  const parts = [hours && `${hours}H`, minutes && `${minutes}M`, seconds && `${seconds}S`].filter(Boolean)
  return `${ms < 0 ? '-' : ''}PT${parts.length > 0 ? parts.join('') : '0S'}`
}
