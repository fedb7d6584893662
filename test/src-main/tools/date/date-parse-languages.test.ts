import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'

// A Sunday; the days and times below are counted by hand from it.
const parse = async (text: string, locale: string): Promise<Json> =>
  await runTool('date-parse', { text, locale, reference: '2026-03-01T12:00:00Z' })

describe('date-parse outside English', () => {
  it.each([
    ['de', 'morgen um halb acht', '2026-03-02T07:30'],
    ['de', 'morgen um Viertel nach acht', '2026-03-02T08:15'],
    ['de', 'am Montag, 2. März, um Viertel vor acht', '2026-03-02T07:45'],
    ['de', 'morgen um dreiviertel acht', '2026-03-02T07:45'],
    ['de', 'morgen um fünf vor halb neun', '2026-03-02T08:25'],
    ['de', 'morgen um acht Uhr', '2026-03-02T08:00'],
    ['de', 'heute Abend halb acht', '2026-03-01T19:30'],
    ['de', 'um halb eins', '2026-03-01T12:30'],
    ['de', 'Samstagabend um 8', '2026-02-28T20:00'],
    ['de', 'morgen 20 Uhr 15', '2026-03-02T20:15'],
    ['de', 'heute um Mitternacht', '2026-03-02T00:00'],
    ['de', '7.12. um 15 Uhr', '2026-12-07T15:00'],
    ['de', 'kommenden Mittwoch um 9', '2026-03-04T09:00'],
    ['pt', 'amanhã às dez para as oito', '2026-03-02T07:50'],
    ['pt', 'amanhã ao meio-dia', '2026-03-02T12:00'],
    ['pt', 'um quarto para as nove', '2026-03-01T08:45'],
    ['ru', 'завтра без четверти восемь', '2026-03-02T07:45'],
    ['ru', 'завтра без десяти минут час', '2026-03-02T12:50'],
    ['ru', 'в четверть восьмого', '2026-03-01T07:15'],
    ['nl', 'morgen om half acht', '2026-03-02T07:30'],
    ['nl', 'morgen om kwart voor negen', '2026-03-02T08:45'],
    ['nl', 'morgen om vijf voor half negen', '2026-03-02T08:25'],
    ['nl', 'overmorgen om 21 uur', '2026-03-03T21:00'],
    ['nl', '2026-03-07 om 21:00', '2026-03-07T21:00'],
    ['sv', 'imorgon kl. 15.30', '2026-03-02T15:30'],
    ['sv', 'i morgon klockan halv åtta', '2026-03-02T07:30'],
    ['sv', 'kvart i nio imorgon', '2026-03-02T08:45'],
    ['sv', 'den 24 december 2026 kl. 18:00', '2026-12-24T18:00'],
    ['sv', 'i kväll kl 8', '2026-03-01T20:00'],
    ['es', 'mañana a las ocho y media de la tarde', '2026-03-02T20:30'],
    ['es', 'mañana a las nueve menos cuarto', '2026-03-02T08:45'],
    ['es', 'a la una', '2026-03-01T01:00'],
    ['es', 'hoy a las 20 horas', '2026-03-01T20:00'],
    ['fr', 'demain à huit heures et demie', '2026-03-02T08:30'],
    ['fr', 'demain à 9 heures moins le quart', '2026-03-02T08:45'],
    ['fr', 'demain à dix-huit heures', '2026-03-02T18:00'],
    ['fr', 'ce soir à 8 heures', '2026-03-01T20:00'],
    ['fr', 'demain à midi et quart', '2026-03-02T12:15'],
    ['it', 'domani alle otto e mezza', '2026-03-02T08:30'],
    ['it', 'dopodomani alle 21', '2026-03-03T21:00'],
    ['it', '2026-03-07 alle 21:00', '2026-03-07T21:00'],
    ['it', 'domani a mezzogiorno', '2026-03-02T12:00'],
    ['pt', 'amanhã às oito e meia', '2026-03-02T08:30'],
    ['pt', 'amanhã às 15h30', '2026-03-02T15:30'],
    ['pt', 'amanhã de manhã às 9', '2026-03-02T09:00'],
    ['ru', 'завтра в половине восьмого вечера', '2026-03-02T19:30'],
    ['ru', 'завтра в восемь вечера', '2026-03-02T20:00'],
    ['uk', 'завтра о пів на восьму', '2026-03-02T07:30'],
    ['ja', '明日の正午', '2026-03-02T12:00'],
    ['ja', '明日の朝8時', '2026-03-02T08:00'],
    ['zh', '明天中午', '2026-03-02T12:00'],
    ['zh', '后天上午十点一刻', '2026-03-03T10:15'],
    ['zh', '下周一下午3点', '2026-03-02T15:00'],
  ])('reads in the language %s the whole of %s', async (locale, text, time) => {
    const { start, end, notes } = await parse(text, locale)
    expect([start.utc.slice(0, 16), start.time_known, end, notes]).toEqual([time, true, null, []])
  })

  it.each([
    ['de', 'Ende des Monats', '2026-03-31'],
    ['de', 'Anfang nächster Woche', '2026-03-02'],
    ['de', 'Ende Mai', '2026-05-31'],
    ['de', 'Mitte Juli', '2026-07-15'],
    ['de', 'nächste Woche Dienstag', '2026-03-03'],
    ['de', 'Montag in einer Woche', '2026-03-09'],
    ['de', 'KW 25 2026', '2026-06-15'],
    ['de', '3. 5. 2026', '2026-05-03'],
    ['de', 'in acht Tagen', '2026-03-09'],
    ['nl', 'eind van de maand', '2026-03-31'],
    ['sv', 'i slutet av månaden', '2026-03-31'],
    ['sv', 'förra måndagen', '2026-02-23'],
    ['es', 'el viernes que viene', '2026-03-06'],
    ['es', 'el lunes pasado', '2026-02-23'],
    ['es', 'fin de año', '2026-12-31'],
    ['fr', 'fin du mois', '2026-03-31'],
    ['fr', 'mardi de la semaine prochaine', '2026-03-03'],
    ['it', 'fine mese', '2026-03-31'],
    ['pt', 'próxima sexta-feira', '2026-03-06'],
    ['pt', 'segunda-feira passada', '2026-02-23'],
    ['ru', 'в конце месяца', '2026-03-31'],
    ['uk', 'минулого понеділка', '2026-02-23'],
    ['ja', '月末', '2026-03-31'],
    ['ja', '来月', '2026-04-01'],
    // A week in China starts on Monday, so that this Sunday is the last day of its week.
    ['zh', '下周五', '2026-03-06'],
    ['zh', '下周日', '2026-03-08'],
    ['zh', '三天前', '2026-02-26'],
    // Easter Sunday of 2027 is 28 March, by the tables of the United States Naval Observatory.
    ['de', 'Karfreitag 2027', '2027-03-26'],
    ['fr', 'Pâques 2027', '2027-03-28'],
    ['sv', 'nyårsafton', '2026-12-31'],
    ['es', 'Navidad', '2026-12-25'],
    ['it', 'Ferragosto 2027', '2027-08-15'],
    ['de', 'heute in einem Monat', '2026-04-01'],
    ['de', 'morgen in einer Woche', '2026-03-09'],
    ['fr', 'mardi en huit', '2026-03-10'],
    ['fr', 'dans une quinzaine de jours', '2026-03-16'],
    ['zh', '上个月5号', '2026-02-05'],
    ['ja', '来月の5日', '2026-04-05'],
  ])('knows in the language %s the day of %s', async (locale, text, date) => {
    const { start, notes } = await parse(text, locale)
    expect([start.date, notes]).toEqual([date, []])
  })

  it.each([
    ['de', 'in einer halben Stunde', '12:30'],
    ['es', 'hace media hora', '11:30'],
    ['fr', 'dans une heure et demie', '13:30'],
    ['it', 'tra mezz’ora', '12:30'],
    ['nl', 'over anderhalf uur', '13:30'],
    ['pt', 'daqui a meia hora', '12:30'],
    ['sv', 'om en halvtimme', '12:30'],
    ['ru', 'через полтора часа', '13:30'],
    ['zh', '半小时后', '12:30'],
  ])('counts in the language %s the half hours of %s', async (locale, text, time) => {
    const { start, notes } = await parse(text, locale)
    expect([start.utc.slice(11, 16), notes]).toEqual([time, []])
  })

  it('refuses a day that no month has instead of taking part of it', async () => {
    await expect(parse('31.04.', 'de')).rejects.toThrow(/no valid date/)
  })

  it('keeps the day of a text that goes on with a place', async () => {
    expect(await parse('heute in einem Restaurant', 'de')).toMatchObject({
      start: { date: '2026-03-01' },
    })
  })

  it('takes no number that is not of the clock for a time', async () => {
    const { start } = await parse('morgen, 50 nach 40', 'de')
    expect([start.date, start.time_known]).toEqual(['2026-03-02', false])
  })

  // By the languages; Recognizers-Text, Specs/DateTime, has the like of each.
  it.each([
    ['de', 'acht Uhr', '08:00'],
    ['de', 'acht Uhr vierzig', '08:40'],
    ['de', 'sieben Uhr morgens', '07:00'],
    ['es', 'ocho y media', '08:30'],
    ['es', 'siete y media de la tarde', '19:30'],
    ['es', 'ocho menos cuarto de la mañana', '07:45'],
    ['fr', '8 heures', '08:00'],
    ['fr', 'sept heures et demie', '07:30'],
    ['fr', 'sept et demie du matin', '07:30'],
    ['it', 'otto e mezza', '08:30'],
    ['it', 'dieci e quarantacinque', '10:45'],
    ['it', '7 di pomeriggio', '19:00'],
    ['pt', 'oito e meia', '08:30'],
    ['pt', 'cinco e meia da tarde', '17:30'],
    ['nl', 'vijftien uur dertig', '15:30'],
    ['nl', "'s avonds 7 uur", '19:00'],
    ['nl', '8 uur ‘s avonds', '20:00'],
    ['nl', "'s avonds half zes", '17:30'],
    ['nl', '20.00', '20:00'],
    ['nl', '12 uur middernacht', '00:00'],
    ['ja', '夜の8時', '20:00'],
    ['ja', '夜八時', '20:00'],
    ['ja', '午後の7時', '19:00'],
    ['ja', '8時3分前', '07:57'],
    ['ja', '夜の12時', '00:00'],
    ['zh', '晚上19:30', '19:30'],
  ])('reads in the language %s the time %s that no word comes before', async (locale, text, time) => {
    const { start, notes } = await parse(text, locale)
    expect([start.iso.slice(11, 16), notes]).toEqual([time, []])
  })

  it.each([
    ['fr', 'dans 8 heures', '2026-03-01T20:00'],
    ['nl', 'over twee uur', '2026-03-01T14:00'],
    ['ja', '25時40分', '2026-03-02T01:40'],
  ])('counts from the reference, in the language %s, with %s', async (locale, text, time) => {
    const { start, notes } = await parse(text, locale)
    expect([start.iso.slice(0, 16), notes]).toEqual([time, []])
  })

  it.each([
    ['es', '2 horas'],
    ['pt', '8 horas'],
  ])('takes no length of time for a time of the clock, as in the language %s: %s', async (locale, text) => {
    await expect(parse(text, locale)).rejects.toThrow(/no valid date/)
  })

  // 12:00 on a Sunday.
  it.each([
    ['es', 'anoche a las 7', '2026-02-28T19:00'],
    ['de', 'heute Nacht um 2', '2026-03-02T02:00'],
    ['de', 'heute Nacht um 11', '2026-03-01T23:00'],
    ['nl', 'vanmorgen om 7', '2026-03-01T07:00'],
    ['nl', 'maandagavond om 8', '2026-03-02T20:00'],
    ['sv', 'igår kväll kl 8', '2026-02-28T20:00'],
    ['sv', 'i eftermiddag kl 3', '2026-03-01T15:00'],
    ['sv', 'imorgon bitti kl 7', '2026-03-02T07:00'],
    ['sv', 'i morse kl 7', '2026-03-01T07:00'],
    ['ru', 'завтра днём в 3', '2026-03-02T15:00'],
    ['uk', 'завтра вдень о 3', '2026-03-02T15:00'],
    ['ja', '昨夜9時', '2026-02-28T21:00'],
    ['fr', 'dans la soirée', '2026-03-01T18:00'],
  ])('puts in the language %s the hour of %s into its part of the day', async (locale, text, time) => {
    const { start } = await parse(text, locale)
    expect(start.iso.slice(0, 16)).toBe(time)
  })

  it('takes no part of a word for a date, as the first two letters of the Swedish från', async () => {
    await expect(parse('två veckor från', 'sv')).rejects.toThrow(/no valid date/)
  })

  it('takes a number before a dot for a day, and not for the minutes of the hour before it', async () => {
    expect((await parse('acht Uhr 15. März', 'de')).start).toMatchObject({ date: '2026-03-15' })
  })

  it.each([
    ['de', 'zwei Tage ab heute', '2026-03-03'],
    ['de', 'morgen in 3 Tagen', '2026-03-05'],
    ['es', 'dos días después de mañana', '2026-03-04'],
    ['fr', '3 jours après demain', '2026-03-05'],
    ['it', 'due settimane da oggi', '2026-03-15'],
    ['ja', '今から2週間後', '2026-03-15'],
    ['ja', '明日から三日後', '2026-03-05'],
    ['nl', 'vier dagen vanaf gisteren', '2026-03-04'],
    ['pt', 'dois dias a partir de hoje', '2026-03-03'],
    ['sv', 'två veckor från nu', '2026-03-15'],
    ['sv', 'söndag i nästa vecka', '2026-03-08'],
    ['zh', '从今天起3天后', '2026-03-04'],
  ])('counts in the language %s from the day that %s names', async (locale, text, day) => {
    const { start, notes } = await parse(text, locale)
    expect([start.date, notes]).toEqual([day, []])
  })
})
