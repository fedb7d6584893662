import { describe, expect, it } from 'vitest'
import { InvalidInput } from '../../../../src-main/tool-kit/tool-context.ts'
import names from '../../../fixtures/standards/calendar-names.json' with { type: 'json' }
import { runTool } from '../../../support/tools/run-tool.ts'

const range = (count: number, of: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => of(at))
const padded = (number: number): string => String(number).padStart(2, '0')

const format = async (pattern: string, more: object = {}): Promise<string> => {
  const input = { time: '2024-12-30T00:05:09.012Z', pattern, ...more }
  return ((await runTool('date-format', input)) as { text: string }).text
}

describe('a pattern of date-format', () => {
  // UTS #35, part 4, Date Field Symbol Table. 30 December 2024 is the Monday of week 1 of 2025 by ISO and in the US.
  it.each([
    ["''yy 'o''clock' ''''", "'24 o'clock ''"],
    ['y yy yyy yyyy yyyyy u uuuu', '2024 24 2024 2024 02024 2024 2024'],
    ['YYYY-w ww', '2025-1 01'],
    ['G GGGG GGGGG', 'AD Anno Domini A'],
    ['Q QQ QQQ QQQQ q qq qqq qqqq', '4 04 Q4 4th quarter 4 04 Q4 4th quarter'],
    ['M MM MMM MMMM MMMMM L LL LLL LLLL', '12 12 Dec December D 12 12 Dec December'],
    ['d dd D DDD F', '30 30 365 365 5'],
    ['E EEE EEEE EEEEE e ee eee eeee c ccc cccc', 'Mon Mon Monday M 2 02 Mon Monday 2 Mon Monday'],
    ['h:mm a hh H HH K KK k kk', '12:05 AM 12 0 00 0 00 24 24'],
    ['m mm s ss S SS SSS SSSSS A', '5 05 9 09 0 01 012 01200 309012'],
    ['Z ZZZZ ZZZZZ X XX XXXXX x xx xxx', '+0000 GMT Z Z Z Z +00 +0000 +00:00'],
    ['z zzzz O OOOO VV', 'UTC UTC GMT GMT UTC'],
  ])('means what UTS #35 says: %s', async (pattern, text) => {
    expect(await format(pattern)).toBe(text)
  })

  // CLDR 48.2. 1 March 2026 is a Sunday.
  it.each(Object.entries(names))(
    'names months, days, quarters and halves of days as CLDR does: %s',
    async (locale, of) => {
      const times: Readonly<Record<string, readonly string[]>> = {
        M: range(12, (at) => `2026-${padded(at + 1)}-05`),
        E: range(7, (at) => `2026-03-${padded(at + 1)}`),
        Q: range(4, (at) => `2026-${padded(3 * at + 1)}-05`),
        a: ['2026-03-05T09:00Z', '2026-03-05T14:00Z'],
      }
      const kinds: Readonly<Record<string, string>> = { L: 'M', c: 'E' }
      for (const [pattern, written] of Object.entries(of)) {
        const first = pattern[0]!
        const texts = times[kinds[first] ?? first]!.map((time) => format(pattern, { time, locale }))
        expect([pattern, (await Promise.all(texts)).join('|')]).toEqual([pattern, written])
      }
    },
  )

  // CLDR 48, weekData: in the US a week begins on Sunday and one day makes it a year's first, in Germany on Monday and
  // four; in Portugal on Sunday and four, in Turkey on Monday and one.
  it.each([
    ['2026-01-01', '2026-01', '2026-01', '2025-53', '2026-01'],
    ['2025-12-28', '2026-01', '2025-52', '2025-53', '2025-52'],
    ['2027-01-01', '2027-01', '2026-53', '2026-52', '2027-01'],
    ['2026-11-26', '2026-48', '2026-48', '2026-47', '2026-48'],
    ['2023-01-01', '2023-01', '2022-52', '2023-01', '2023-01'],
  ])('counts the weeks of %s as each region does', async (time, us, germany, portugal, turkey) => {
    const weeks = ['en-US', 'de', 'pt-PT', 'tr'].map((locale) => format('YYYY-ww', { time, locale }))
    expect(await Promise.all(weeks)).toEqual([us, germany, portugal, turkey])
  })

  // UTS #35: optional seconds are in the forms of four and five letters alone.
  it('writes the seconds of an old offset where the standard has them', async () => {
    const old = { time: '1850-06-01T12:00:00Z', zone: 'America/New_York' }
    expect(await format('x xx xxx xxxx xxxxx Z O OOOO', old)).toBe(
      '-0456 -0456 -04:56 -045602 -04:56:02 -045602 GMT-4:56:02 GMT-04:56:02',
    )
    const { iso, note } = Object(await runTool('date-format', { ...old, style: 'rfc2822' }))
    expect([iso, note]).toEqual(['1850-06-01T07:03:58.000-04:56:02', expect.stringContaining('-04:56:02')])
  })

  it('writes the offset and the names of a zone', async () => {
    const zone = 'Asia/Kolkata'
    expect(await format('X XX XXXXX x xxx Z ZZZZ ZZZZZ O OOOO VV', { zone })).toBe(
      '+0530 +0530 +05:30 +0530 +05:30 +0530 GMT+05:30 +05:30 GMT+5:30 GMT+05:30 Asia/Kolkata',
    )
    expect(await format('X O z zzzz v vvvv', { zone: 'America/Los_Angeles' })).toBe(
      '-08 GMT-8 PST Pacific Standard Time PT Pacific Time',
    )
  })

  it('does not take the letters of other programs for something else', async () => {
    // Moment's YYYY-MM-DD is the year of the week and the day of the year.
    expect(await format('YYYY-MM-DD')).toBe('2025-12-365')
    expect(await format('yyyy-MM-dd', { locale: 'de-DE' })).toBe('2024-12-30')
  })

  it('says that it has no names of quarters in a language, and writes their numbers', async () => {
    await expect(format('QQQ', { locale: 'lb' })).rejects.toThrow(
      'The names of quarters in lb are not known; send Q',
    )
    expect(await format('Q', { locale: 'lb' })).toBe('4')
  })

  it.each([
    'ddd',
    'EEEEEE',
    'EEEEEEE',
    'C',
    'j',
    'b',
    'W',
    'QQQQQ',
    'V',
    'XXXXXX',
    "yyyy 'open",
    'hhh',
    'T',
  ])('is refused where a field is unknown, with the field: %s', async (pattern) => {
    await expect(format(pattern)).rejects.toBeInstanceOf(InvalidInput)
  })
})
