import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'

// A Tuesday, at half past four in the morning two hours behind UTC, from which Duckling's examples count.
const parse = async (text: string, locale: string, more: object = {}): Promise<Json> =>
  await runTool('date-parse', {
    text,
    locale,
    zone: '-02:00',
    reference: '2013-02-12T04:30:00-02:00',
    ...more,
  })
const startOf = async (text: string, locale: string, more: object = {}) => {
  const { start, notes } = await parse(text, locale, more)
  return [start.iso.slice(0, start.time_known ? 16 : 10), notes]
}

describe('date-parse', () => {
  // What each means by the calendar; Duckling 0.2, Duckling/Time/EN/Corpus.hs, has the phrases.
  it.each([
    ...([
      ['15h30', '2013-02-12T15:30'],
      ['at 15h', '2013-02-12T15:00'],
      ['Fri, Jul 18, 2014 19h00', '2014-07-18T19:00'],
      ['3:15p', '2013-02-12T15:15'],
      ['at 3p', '2013-02-12T15:00'],
      ["3 o'clock in the afternoon", '2013-02-12T15:00'],
      ['at 8 in the evening', '2013-02-12T20:00'],
      ['eight tonight', '2013-02-12T20:00'],
      ['9 tomorrow morning', '2013-02-13T09:00'],
      ['at 5 tomorrow afternoon', '2013-02-13T17:00'],
      ['20 minutes to 2pm tomorrow', '2013-02-13T13:40'],
      ['at 15 past 3pm', '2013-02-12T15:15'],
      ['a quarter to noon', '2013-02-12T11:45'],
      ['15 minutes from 1pm', '2013-02-12T13:15'],
      ['nine fifty nine a m', '2013-02-12T09:59'],
      ['at three twenty tomorrow', '2013-02-13T03:20'],
      ['approximately 1030', '2013-02-12T10:30'],
      ['tomorrow at 11 at night', '2013-02-13T23:00'],
      ['tomorrow at 2 at night', '2013-02-13T02:00'],
      ['eight forty', '2013-02-12T08:40'],
      ['ten oh five', '2013-02-12T10:05'],
      ["seven o'clock", '2013-02-12T07:00'],
      ['three minutes to eight', '2013-02-12T07:57'],
      ['11-ish', '2013-02-12T11:00'],
      ['tomorrow mid-morning', '2013-02-13T10:00'],
    ] as const),
    ...([
      ['in three-quarters of an hour', '2013-02-12T05:15'],
      ['in 1/2 h', '2013-02-12T05:00'],
      ['in 2 and an half hours', '2013-02-12T07:00'],
      ["in 15'", '2013-02-12T04:45'],
      ['in 2 more minutes', '2013-02-12T04:32'],
      ['at the moment', '2013-02-12T04:30'],
    ] as const),
    ...([
      ['20 of next month', '2013-03-20'],
      ['20th day of next month', '2013-03-20'],
      ['20th of the current month', '2013-02-20'],
      ['february the 15th', '2013-02-15'],
      ['the ides of march', '2013-03-15'],
      ['third day of october', '2013-10-03'],
      ['last day in october 2015', '2015-10-31'],
      ['the first Monday in this month', '2013-02-04'],
      ['friday after next', '2013-02-22'],
      ['2 thursdays ago', '2013-01-31'],
      ["last week's sunday", '2013-02-10'],
      ['4th qtr 2018', '2018-10-01'],
      ['18q4', '2018-10-01'],
      ['in 2014', '2014-01-01'],
      ['2014-10', '2014-10-01'],
      ['EOM', '2013-02-28'],
      ['Feb 29', '2012-02-29'],
      ['the eod', '2013-02-12T23:59'],
      ['end of tomorrow', '2013-02-13T23:59'],
      ['monday, jan twenty two, 2018', '2018-01-22'],
      ['7:00 on next Sunday afternoon', '2013-02-24T19:00'],
      ['twenty minutes past five tomorrow morning', '2013-02-13T05:20'],
      ['end of 2012', '2012-12-31'],
      ['last easter', '2012-04-08'],
      ['Maundy Thursday', '2013-03-28'],
      ['orthodox easter 2018', '2018-04-08'],
      ['clean monday 2018', '2018-02-19'],
      ['MLK day of last year', '2012-01-16'],
      ['mardi gras', '2013-02-12'],
    ] as const),
  ])('reads the whole of %s', async (text, start) => {
    expect(await startOf(text, 'en')).toEqual([start, []])
  })

  it.each([
    ['from 13 to 15 July', '2013-07-13', '2013-07-15'],
    ['July 13 through 15', '2013-07-13', '2013-07-15'],
    ['from the 13th to the 15th of July', '2013-07-13', '2013-07-15'],
  ])('takes the numbers of %s for days and not for hours', async (text, first, last) => {
    const { start, end, notes } = await parse(text, 'en')
    expect([start.date, end.date, notes]).toEqual([first, last, []])
  })

  it.each([
    ['between 9:30 and 11:00 on thursday', '2013-02-14T09:30', '2013-02-14T11:00'],
    ['from 3 to 4 pm', '2013-02-12T15:00', '2013-02-12T16:00'],
  ])('takes %s for two times', async (text, from, to) => {
    const { start, end } = await parse(text, 'en')
    expect([start.iso.slice(0, 16), end.iso.slice(0, 16)]).toEqual([from, to])
  })

  // Catches: the reader of dates, which moves whatever is before today ahead.
  it.each([
    ['last sunday', 'en', '2013-02-10'],
    ['letzten Dienstag', 'de', '2013-02-05'],
    ['dimanche dernier', 'fr', '2013-02-10'],
    ['afgelopen dinsdag', 'nl', '2013-02-05'],
    ['в прошлый вторник', 'ru', '2013-02-05'],
  ])('does not move %s ahead', async (text, locale, day) => {
    expect(await startOf(text, locale, { forward: true })).toEqual([day, []])
  })

  it.each([
    ['Fri, Jul 18', 'en', '2014-07-18', '2014 is the nearest year in which this day is a Friday'],
    ['Sunday, Feb 10', 'en', '2013-02-10', null],
    ['domenica 10 febbraio', 'it', '2013-02-10', null],
    ['Saturday, 13 November 2026', 'en', '2026-11-13', '2026-11-13 is a Friday, not a Saturday'],
  ])('holds %s to its weekday', async (text, locale, day, note) => {
    const [start, notes] = await startOf(text, locale)
    expect(start).toBe(day)
    if (note !== null) expect(notes).toEqual([note])
  })

  // Duckling's examples of each language.
  it.each([
    ['fr', 'le 16 à 18h', '2013-02-16T18:00'],
    ['fr', 'vendredi 15 à 16h', '2013-02-15T16:00'],
    ['fr', 'le premier mars 2013', '2013-03-01'],
    ['fr', 'premier mercredi de septembre', '2013-09-04'],
    ['fr', 'midi et quart', '2013-02-12T12:15'],
    ['fr', 'Noel', '2013-12-25'],
    ['fr', 'lundi en 15', '2013-03-04'],
    ['fr', 'le 31', '2013-03-31'],
    ['de', '14 april 2015', '2015-04-14'],
    ['de', 'am vierten Dezember', '2013-12-04'],
    ['de', 'erster Dienstag im Oktober 2014', '2014-10-07'],
    ['de', 'Freitag, den 18.07.2014', '2014-07-18'],
    ['de', 'Mittwoch in zwei Wochen', '2013-02-27'],
    ['es', 'marzo 3', '2013-03-03'],
    ['es', 'el cinco de mayo de 2013', '2013-05-05'],
    ['es', 'mediodía', '2013-02-12T12:00'],
    ['it', 'Martedì 19', '2013-02-19'],
    ['it', 'ultima domenica di marzo 2014', '2014-03-30'],
    ['pt', 'quatro de julho de 2013', '2013-07-04'],
    ['pt', 'primeiro de março', '2013-03-01'],
    ['it', '16. Nov. 2016', '2016-11-16'],
    ['pt', 'Maio vinte e um', '2013-05-21'],
    ['fr', '2015/08/12', '2015-08-12'],
    ['es', 'pasado manana', '2013-02-14'],
    ['nl', 'deze week maandag', '2013-02-11'],
    ['nl', 'eerste dinsdag van oktober 2014', '2014-10-07'],
    ['sv', 'första tisdag i oktober 2014', '2014-10-07'],
  ])('reads in the language %s the whole of %s', async (locale, text, start) => {
    expect(await startOf(text, locale)).toEqual([start, []])
  })

  // Examples of Recognizers-Text, whose references are these; 2017-09-27 is a Wednesday.
  it.each([
    ['zh', '2010/01/29', '2016-11-07T00:00:00Z', '2010-01-29'],
    ['zh', '12号', '2016-11-07T00:00:00Z', '2016-11-12'],
    ['zh', '两千零四年八月十五日', '2017-03-22T00:00:00Z', '2004-08-15'],
    ['zh', '本月十日', '2017-03-22T00:00:00Z', '2017-03-10'],
    ['zh', '明天', '2017-03-22T00:00:00Z', '2017-03-23'],
    ['zh', '2月29日', '2019-03-22T00:00:00Z', '2020-02-29'],
    ['zh', '13.5.2015', '2017-03-22T00:00:00Z', '2015-05-13'],
    ['ja', '27日', '2016-11-07T00:00:00Z', '2016-11-27'],
    ['ja', '29日', '2018-02-10T00:00:00Z', '2018-03-29'],
    ['ja', '10月の2日', '2016-11-07T00:00:00Z', '2016-10-02'],
    ['ja', '21日木曜日', '2017-09-27T00:00:00Z', '2017-09-21'],
    ['ja', '7月の第1金曜日', '2017-09-27T00:00:00Z', '2017-07-07'],
    ['ja', '来月の第2月曜日', '2017-09-27T00:00:00Z', '2017-10-09'],
    ['ja', '第三火曜日', '2017-09-27T00:00:00Z', '2017-09-19'],
    ['ja', '平成15年七月七日', '2016-11-07T00:00:00Z', '2003-07-07'],
    ['ja', '昭和62年一月十一日', '2017-03-22T00:00:00Z', '1987-01-11'],
    ['ja', '来月の二十日', '2016-11-07T00:00:00Z', '2016-12-20'],
    ['ja', '21/04/16', '2016-11-07T00:00:00Z', '2021-04-16'],
    ['ja', '05/05/89', '2016-11-07T00:00:00Z', '1989-05-05'],
    ['ja', '02/22/2016', '2016-11-07T00:00:00Z', '2016-02-22'],
    ['ja', 'この金曜日', '2016-11-07T00:00:00Z', '2016-11-11'],
    ['ja', '15日の午後8時', '2016-11-07T00:00:00Z', '2016-11-15T20:00'],
    ['ja', '10月14日の午前8時31秒', '2016-11-07T00:00:00Z', '2016-10-14T08:00'],
    ['ja', '今日の朝7:00', '2016-11-07T00:00:00Z', '2016-11-07T07:00'],
    ['ja', '2016年12月22日25時', '2016-11-07T00:00:00Z', '2016-12-23T01:00'],
  ])('reads in the language %s the whole of %s, seen from %s', async (locale, text, reference, start) => {
    expect(await startOf(text, locale, { reference, zone: 'UTC' })).toEqual([start, []])
  })

  it.each([
    ['ja', '6月に', '2013-06-01'],
    ['ja', '2020年6月', '2020-06-01'],
    ['ja', '2021/03に', '2021-03-01'],
    ['ja', '令和元年', '2019-01-01'],
    ['zh', '2015年十月', '2015-10-01'],
    ['ja', '2月', '2013-02-01'],
  ])('takes %s %s for its first day', async (locale, text, start) => {
    expect(await startOf(text, locale)).toEqual([start, []])
  })

  // Catches: 1/04 of 21/04, and 31 of 31日 where a month has 30 days.
  it.each([
    ['ja', '22/04'],
    ['ja', '3/7/2017'],
    ['ja', '2月30日'],
    ['zh', '2019年2月29日'],
    ['zh', '2015年13月1日'],
    ['ja', '2021-13'],
  ])('reads no part of a date in the language %s: %s', async (locale, text) => {
    await expect(startOf(text, locale)).rejects.toThrow('no valid date')
  })

  // By the calendar: 2026-03-18 is a Wednesday, and its next month begins with one.
  it.each([
    ['de', 'am 20. des nächsten Monats', '2026-04-20'],
    ['de', 'der erste Freitag im nächsten Monat', '2026-04-03'],
    ['de', 'am 5. dieses Monats um 8 Uhr', '2026-03-05T08:00'],
    ['es', 'el primer viernes del mes que viene', '2026-04-03'],
    ['es', 'el 31 de este mes', '2026-03-31'],
    ['fr', 'le 20 du mois prochain', '2026-04-20'],
    ['fr', 'le dernier vendredi de ce mois', '2026-03-27'],
    ['it', 'il 20 del mese scorso', '2026-02-20'],
    ['it', 'il primo venerdì del mese prossimo', '2026-04-03'],
    ['nl', 'de 20e van volgende maand', '2026-04-20'],
    ['nl', 'de eerste vrijdag van de volgende maand', '2026-04-03'],
    ['pt', 'dia 20 do próximo mês', '2026-04-20'],
    ['ru', '20 числа следующего месяца', '2026-04-20'],
    ['sv', 'den 20:e nästa månad', '2026-04-20'],
    ['sv', 'första fredagen i nästa månad', '2026-04-03'],
    ['uk', '20-го наступного місяця', '2026-04-20'],
    ['de', '29. Februar', '2028-02-29'],
    ['nl', 'tweeëntwintigste van juni', '2026-06-22'],
    ['nl', 'twee oktober', '2026-10-02'],
    ['nl', '22-04', '2026-04-22'],
    ['nl', '14 oktober rond 8:00', '2026-10-14T08:00'],
    ['nl', 'deze morgen om 7', '2026-03-18T07:00'],
    ['nl', '15 om 8:00', '2026-03-15T08:00'],
    ['it', '15 alle 8:00', '2026-03-15T08:00'],
    ['nl', 'aankomende zondag', '2026-03-22'],
    ['sv', 'kommande fredag', '2026-03-20'],
    ['sv', 'tjugoförsta juni', '2026-06-21'],
  ])('counts in the language %s the days of months near today: %s', async (locale, text, start) => {
    expect(await startOf(text, locale, { reference: '2026-03-18T12:00:00Z', zone: 'UTC' })).toEqual([
      start,
      [],
    ])
  })

  it('tells that a day which its month lacks was not read', async () => {
    const [start, notes] = await startOf('le 31 du mois dernier', 'fr', {
      reference: '2026-03-18T12:00:00Z',
      zone: 'UTC',
    })
    expect([start, notes]).toEqual([
      '2026-02-18',
      ['Only "du mois dernier" was read as a date, and not "31"'],
    ])
  })

  it.each([
    ['this time tomorrow', '2013-02-13T04:30'],
    ['at the same time on Friday', '2013-02-15T04:30'],
    ['May the fourth', '2013-05-04'],
    ['June the twenty-first, 2014', '2014-06-21'],
    ["Dec 31 '19", '2019-12-31'],
    ['Dec 31st, ’75', '1975-12-31'],
    ['day 100 of 2025', '2025-04-10'],
    ['the 366th day of 2024', '2024-12-31'],
    ['week ago', '2013-02-05'],
    ['a decade ago', '2003-02-12'],
    ['two decades from now', '2033-02-12'],
    ['in a century', '2113-02-12'],
    ['a year ago today', '2012-02-12'],
  ])('reads rarer forms whole: %s', async (text, start) => {
    expect(await startOf(text, 'en')).toEqual([start, []])
  })

  it.each([
    ['5pm America/New_York', '2013-02-12T17:00:00.000-05:00', /America\/New_York was taken from the text/],
    ['2025-07-05T10:00 Europe/Berlin', '2025-07-05T10:00:00.000+02:00', /Europe\/Berlin was taken/],
    ['1735689599', '2024-12-31T21:59:59.000-02:00', /Unix time in seconds/],
    ['@1735689599000', '2024-12-31T21:59:59.000-02:00', /Unix time in milliseconds/],
    ['tomorrow Foo/Bar', '2013-02-13T00:00:00.000-02:00', /not "Foo\/Bar"/],
  ])('reads a zone and Unix time in a text, and says so: %s', async (text, iso, note) => {
    const { start, notes } = await parse(text, 'en')
    expect([start.iso, notes]).toEqual([iso, [expect.stringMatching(note)]])
  })

  it('takes no day that a year lacks', async () => {
    await expect(parse('the 366th day of 2025', 'en')).rejects.toThrow(/no valid date/)
  })
})
