import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'

// A Sunday.
const parse = async (text: string, locale = 'en'): Promise<Json> =>
  await runTool('date-parse', {
    text,
    locale,
    reference: '2026-03-01T12:00:00Z',
  })

describe('date-parse', () => {
  // By the calendar of 2026, in which 1 March is a Sunday.
  it.each([
    ['last Friday of March 2026', '2026-03-27T00:00:00.000Z'],
    ['the first Monday in May', '2026-05-04T00:00:00.000Z'],
    ['2nd Tuesday of Sept. 2027', '2027-09-14T00:00:00.000Z'],
    ['on the third Thursday of November 2026 at 5pm', '2026-11-19T17:00:00.000Z'],
    ['a fortnight from now', '2026-03-15T12:00:00.000Z'],
    ['two fortnights ago', '2026-02-01T12:00:00.000Z'],
    ['Tuesday week', '2026-03-10T00:00:00.000Z'],
    ['start of Q3', '2026-07-01T00:00:00.000Z'],
    ['the end of Q2 2027', '2027-06-30T00:00:00.000Z'],
    ['half past 8 tomorrow', '2026-03-02T08:30:00.000Z'],
    ['tomorrow at quarter to nine', '2026-03-02T08:45:00.000Z'],
    ['quarter past ten pm tomorrow', '2026-03-02T22:15:00.000Z'],
    ['midnight tonight', '2026-03-02T00:00:00.000Z'],
    ['tonight at midnight', '2026-03-02T00:00:00.000Z'],
    ['tomorrow at 12 noon', '2026-03-02T12:00:00.000Z'],
    ['last night at 10', '2026-02-28T22:00:00.000Z'],
    ['twenty past 4 tomorrow', '2026-03-02T04:20:00.000Z'],
    ['5 minutes to 6 tomorrow', '2026-03-02T05:55:00.000Z'],
    ['twenty-five minutes ago', '2026-03-01T11:35:00.000Z'],
    ['in thirteen days', '2026-03-14T12:00:00.000Z'],
    ['day after tomorrow at 5 pm', '2026-03-03T17:00:00.000Z'],
    ['right now', '2026-03-01T12:00:00.000Z'],
    ['half past 8pm tomorrow', '2026-03-02T20:30:00.000Z'],
    ['three quarters past nine tomorrow', '2026-03-02T09:45:00.000Z'],
    ['tomorrow at 20 min past eight in the evening', '2026-03-02T20:20:00.000Z'],
    ['8pm in the evening, 2 March 2026', '2026-03-02T20:00:00.000Z'],
    ['March 4 around 8:00am', '2026-03-04T08:00:00.000Z'],
    ['March 4 at seven', '2026-03-04T07:00:00.000Z'],
    ['tomorrow at mid-night', '2026-03-02T00:00:00.000Z'],
    ['16. Nov. 2026 10:38', '2026-11-16T10:38:00.000Z'],
  ])('reads the whole of %s', async (text, utc) => {
    const { start, notes } = await parse(text)
    expect([start.utc, notes]).toEqual([utc, []])
  })

  it.each([
    ['a week from tomorrow', '2026-03-09'],
    ['16. Nov. 2026', '2026-11-16'],
    ['March. 4', '2026-03-04'],
    ['08/12,2026', '2026-08-12'],
    ['twenty second of June', '2026-06-22'],
    ['Thursday the 5th', '2026-03-05'],
    ['Saturday the 28th', '2026-02-28'],
    ['Saturday the twenty first', '2026-02-21'],
    ['20th of next month', '2026-04-20'],
    ['the third Wednesday of previous month', '2026-02-18'],
    ['two Sundays from now', '2026-03-15'],
    ['two Mondays later', '2026-03-09'],
    ['two days before yesterday', '2026-02-26'],
    ['a month after today', '2026-04-01'],
    ['Christmas 2026', '2026-12-25'],
    ["New Year's Eve", '2026-12-31'],
    ['end of year', '2026-12-31'],
    ['the beginning of next month', '2026-04-01'],
    ['end of last month', '2026-02-28'],
    ['the 15th', '2026-03-15'],
    ['the 29th of next month', '2026-04-29'],
    ['first day of next month', '2026-04-01'],
    ['the last day of this month', '2026-03-31'],
    ['last day of February 2028', '2028-02-29'],
    ['first Monday of next month', '2026-04-06'],
    ['last Friday of this year', '2026-12-25'],
    ['mid July', '2026-07-15'],
    ['middle of next month', '2026-04-15'],
    ['Tuesday last week', '2026-02-17'],
    ['next week Monday', '2026-03-02'],
    ['beginning of next week', '2026-03-02'],
    ['end of this week', '2026-03-01'],
    ['the week after next', '2026-03-15'],
    ['2 weeks from Friday', '2026-03-20'],
    ['day after Christmas', '2026-12-26'],
    ['3 days before Easter', '2026-04-02'],
    // Easter by the tables of the United States Naval Observatory.
    ['Easter 2027', '2027-03-28'],
    ['Good Friday 2030', '2030-04-19'],
    ['Easter 2038', '2038-04-25'],
    ['Thanksgiving 2026', '2026-11-26'],
    ['Q3 2026', '2026-07-01'],
    ['first quarter of 2027', '2027-01-01'],
    // ISO 8601: 2026 has 53 weeks.
    ['week 25 2026', '2026-06-15'],
    ['week 53 of 2026', '2026-12-28'],
    ['in 3 business days', '2026-03-04'],
    ['2 working days ago', '2026-02-26'],
  ])('knows the day of %s', async (text, date) => {
    const { start, notes } = await parse(text)
    expect([start.date, notes]).toEqual([date, []])
  })

  it.each([
    ['in an hour and a half', '2026-03-01T13:30:00.000Z'],
    ['two and a half hours ago', '2026-03-01T09:30:00.000Z'],
    ["8 o'clock tomorrow evening", '2026-03-02T20:00:00.000Z'],
    ["8 o'clock tomorrow morning", '2026-03-02T08:00:00.000Z'],
  ])('knows the time of %s', async (text, utc) => {
    const { start, notes } = await parse(text)
    expect([start.utc, notes]).toEqual([utc, []])
  })

  // The words of CLDR's relative fields (dateFields.json) for two days from now and before, and for three days.
  it.each([
    ['es', 'pasado mañana', '2026-03-03'],
    ['es', 'anteayer', '2026-02-27'],
    ['es', 'hace 3 días', '2026-02-26'],
    ['es', 'dentro de 3 días', '2026-03-04'],
    ['fr', 'après-demain', '2026-03-03'],
    ['fr', 'avant-hier', '2026-02-27'],
    ['it', 'dopodomani', '2026-03-03'],
    ['it', 'l’altro ieri', '2026-02-27'],
    ['nl', 'overmorgen', '2026-03-03'],
    ['nl', 'eergisteren', '2026-02-27'],
    ['pt', 'depois de amanhã', '2026-03-03'],
    ['pt', 'anteontem', '2026-02-27'],
    ['pt', 'há 3 dias', '2026-02-26'],
    ['pt', 'em 3 dias', '2026-03-04'],
    ['sv', 'i morgon', '2026-03-02'],
    ['sv', 'i övermorgon', '2026-03-03'],
    ['sv', 'i förrgår', '2026-02-27'],
    ['sv', 'för 3 dagar sedan', '2026-02-26'],
    ['sv', 'om 3 dagar', '2026-03-04'],
    ['ja', '明後日', '2026-03-03'],
    ['ja', '一昨日', '2026-02-27'],
    ['ja', '3 日前', '2026-02-26'],
    ['ja', '3 日後', '2026-03-04'],
    ['zh', '后天', '2026-03-03'],
    ['zh', '前天', '2026-02-27'],
    ['zh', '3天前', '2026-02-26'],
    ['zh', '3天后', '2026-03-04'],
    ['ja', '来週の月曜日', '2026-03-02'],
    ['ja', '先週の火曜日', '2026-02-17'],
    ['ja', '今週の金曜日', '2026-02-27'],
    ['ja', '再来週の水曜', '2026-03-11'],
    ['es', 'la semana que viene', '2026-03-08'],
    ['pt', 'na próxima semana', '2026-03-08'],
  ])('knows in the language %s the day of %s', async (locale, text, date) => {
    const { start, notes } = await parse(text, locale)
    expect([start.date, notes]).toEqual([date, []])
  })

  // By the calendars of 2026 and 2027; 27 November 2026 is a Friday.
  it.each<[string, string, string]>([
    ['first Monday of January', '2027-01-04', '2027-01-04'],
    ['third Thursday of November', '2026-11-19', '2027-11-18'],
    ['last Friday of March', '2027-03-26', '2027-03-26'],
    ['the last day of February', '2027-02-28', '2027-02-28'],
    ['mid January', '2027-01-15', '2027-01-15'],
    ["New Year's Day", '2027-01-01', '2027-01-01'],
    ['Christmas', '2026-12-25', '2026-12-25'],
    ['Halloween', '2026-10-31', '2027-10-31'],
    ['Thanksgiving', '2026-11-26', '2027-11-25'],
    ['Easter', '2027-03-28', '2027-03-28'],
    ["Mother's Day", '2027-05-09', '2027-05-09'],
    ['Independence Day', '2026-07-04', '2027-07-04'],
    ["St. Patrick's Day", '2027-03-17', '2027-03-17'],
    ['Friday the 13th', '2026-11-13', '2027-08-13'],
    ['three weeks before Christmas', '2026-12-04', '2026-12-04'],
  ])(
    'reads %s without a year as the nearer one, and as one ahead where only those are meant',
    async (text, nearer, ahead) => {
      for (const [forward, date] of [
        [false, nearer],
        [true, ahead],
      ]) {
        const { start }: Json = await runTool('date-parse', {
          text,
          forward,
          reference: '2026-11-27T12:00:00Z',
        })
        expect(start.date).toBe(date)
      }
    },
  )

  // The parts of the day are those of CLDR's day periods (dayPeriods.json), with the hours that its rules give them.
  it.each([
    ['es', 'mañana a las 3 de la tarde', '2026-03-02T15:00'],
    ['es', 'mañana a las 9 y media de la mañana', '2026-03-02T09:30'],
    ['es', 'ayer por la noche a las 10', '2026-02-28T22:00'],
    ['es', 'el 5 de mayo a las 2 de la madrugada', '2026-05-05T02:00'],
    ['fr', 'demain à 3 heures de l’après-midi', '2026-03-02T15:00'],
    ['fr', 'demain à 8h30 du soir', '2026-03-02T20:30'],
    ['fr', 'demain à 9 heures du matin', '2026-03-02T09:00'],
    ['fr', 'dans 3 heures', '2026-03-01T15:00'],
    ['it', 'domani alle 3 del pomeriggio', '2026-03-02T15:00'],
    ['it', 'domani alle 8 e mezza di sera', '2026-03-02T20:30'],
    ['pt', 'amanhã às 3 da tarde', '2026-03-02T15:00'],
    ['pt', 'amanhã às 8 da noite', '2026-03-02T20:00'],
    ['nl', 'morgen om 3 uur ’s middags', '2026-03-02T15:00'],
    ['nl', 'morgenavond om 8 uur', '2026-03-02T20:00'],
    ['nl', 'morgen ’s middags om 3 uur', '2026-03-02T15:00'],
    ['nl', 'morgen om middernacht', '2026-03-02T00:00'],
    ['es', 'mañana al mediodía', '2026-03-02T12:00'],
    ['es', 'mañana a medianoche', '2026-03-02T00:00'],
    ['es', 'mañana a las 12 de la noche', '2026-03-02T00:00'],
    ['pt', 'amanhã às 12 da noite', '2026-03-02T00:00'],
    ['ru', 'завтра в 12 ночи', '2026-03-02T00:00'],
    ['fr', 'demain à midi', '2026-03-02T12:00'],
    ['pt', 'amanhã ao meio-dia', '2026-03-02T12:00'],
    ['pt', 'amanhã à meia-noite', '2026-03-02T00:00'],
    ['de', 'morgen früh um 6 Uhr', '2026-03-02T06:00'],
    ['ru', 'завтра в 3 часа дня', '2026-03-02T15:00'],
    ['ru', 'завтра в 8 вечера', '2026-03-02T20:00'],
    ['ru', 'через 3 дня', '2026-03-04T12:00'],
    ['uk', 'завтра о 3 годині дня', '2026-03-02T15:00'],
  ])('knows in the language %s the hour of %s', async (locale, text, time) => {
    const { start, matched, notes } = await parse(text, locale)
    expect([start.utc.slice(0, 16), matched, notes]).toEqual([time, text, []])
  })

  it('says that what cannot be a day was read as a year', async () => {
    expect((await parse('March 32')).notes).toEqual([expect.stringContaining('32 was read as a year')])
    expect((await parse('31 February 2026').catch((error: Error) => error)) instanceof Error).toBe(true)
  })

  it.each([
    ['fifth Friday of February 2026', 'fifth'],
    ['tomorrow at 25:00', '25:00'],
    ['2 weeks after Passover, tomorrow', 'Passover'],
    ['call Ada tomorrow', 'call Ada'],
  ])('says what of %s it did not read', async (text, unread) => {
    const { notes } = await parse(text)
    expect(notes.join(' ')).toContain(unread)
    expect(notes.join(' ')).toContain('was read as a date')
  })
})
