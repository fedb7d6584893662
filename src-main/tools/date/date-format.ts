import { z } from 'zod'
import { disambiguationField, isoTime, zoneName } from './lib/date-fields.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const STYLES = [
  'iso',
  'rfc2822',
  'http',
  'date',
  'week_date',
  'ordinal',
  'short',
  'medium',
  'long',
  'full',
] as const

export default defineTool({
  slug: 'date-format',
  title: 'Format a date',
  summary: 'Writes a date and time in a style or pattern of your choice, in any time zone and language.',
  searchWords: [
    'american way',
    'european date',
    'month name',
    'display date',
    'dd/mm/yyyy',
    'locale',
    'write date in words',
    'weekday name',
    'day of the week',
    'pretty date',
    'us style',
    'two-digit year',
    'long date',
    'what weekday',
    'which day of the week',
    'change the date style',
    'date to text',
    'dates in german',
    'print a date',
    'day month year',
  ],
  category: 'Date & Time',
  tier: 'compute',
  credits: 1,
  version: 5,
  cacheable: true,
  mainField: 'time',
  related: ['date-parse', 'date-timezone-convert'],
  takes: { time: ['date'] },
  gives: 'text',
  mainOutput: 'text',

  input: z.strictObject({
    time: isoTime.describe(
      'ISO 8601 date and time: an instant with an offset or Z, else the local time in `zone`',
    ),
    zone: zoneName
      .default('UTC')
      .describe('Time zone to write it in: an IANA name such as Europe/Berlin, or +05:30'),
    style: z
      .enum(STYLES)
      .default('medium')
      .describe(
        'iso, rfc2822 (mail), http, date, week_date (2026-W14-7), ordinal, or a length in `locale`',
      ),
    pattern: wellFormedText(200)
      .min(1)
      .optional()
      .describe(
        "Instead of `style`: fields of Unicode UTS #35 such as yyyy-MM-dd HH:mm xxx, plain text in 'quotes'",
      ),
    locale: z.string().min(2).max(35).default('en-US').describe('Language (BCP 47), such as de-DE'),
    disambiguation: disambiguationField,
  }),
  output: z.strictObject({
    text: z.string().describe('The date and time in the requested form'),
    iso: z.string().describe('The instant in the zone, ISO 8601'),
    zone: z.string().describe('The time zone'),
    locale: z.string().describe('The language'),
    note: z.string().nullable().describe('How a clock change affects the time, in a sentence'),
  }),

  // RFC 5322, 3.3; RFC 9110, 5.6.7 (its own example); ISO 8601 week dates (1 January 2027 is in week 53 of 2026).
  examples: [
    {
      title: 'For an HTTP header',
      input: { time: '1994-11-06T08:49:37Z', style: 'http' },
      output: {
        text: 'Sun, 06 Nov 1994 08:49:37 GMT',
        iso: '1994-11-06T08:49:37.000Z',
        zone: 'UTC',
        locale: 'en-US',
        note: null,
      },
    },
    {
      title: 'For an e-mail, in summer time',
      input: { time: '2026-07-01T10:00:00Z', zone: 'Europe/Berlin', style: 'rfc2822' },
      output: {
        text: 'Wed, 01 Jul 2026 12:00:00 +0200',
        iso: '2026-07-01T12:00:00.000+02:00',
        zone: 'Europe/Berlin',
        locale: 'en-US',
        note: null,
      },
    },
    {
      title: 'A pattern in German',
      input: { time: '2026-03-01', pattern: "cccc, d. MMMM yyyy 'um' HH:mm", locale: 'de-DE' },
      output: {
        text: 'Sonntag, 1. März 2026 um 00:00',
        iso: '2026-03-01T00:00:00.000Z',
        zone: 'UTC',
        locale: 'de-DE',
        note: null,
      },
    },
    {
      title: 'A day in a week of another year',
      input: { time: '2027-01-01', style: 'week_date' },
      output: {
        text: '2026-W53-5',
        iso: '2027-01-01T00:00:00.000Z',
        zone: 'UTC',
        locale: 'en-US',
        note: null,
      },
    },
  ],

  handler: async ({ time, zone, style, pattern, locale, disambiguation }) => {
    const { DateTime } = await import('luxon')
    const { formatByPattern } = await import('./lib/unicode-pattern.ts')
    const { isoOf, secondsNote } = await import('./lib/written-offset.ts')
    const { readMoment, zoneOf } = await import('./lib/zoned-time.ts')
    const language = languageOf(locale)
    const target = zoneOf('zone', zone)
    const { instant, note } = readMoment({ time, zone, disambiguation })
    const there = DateTime.fromMillis(instant, { zone: target.zone }).setLocale(language)
    const full = {
      dateStyle: style === 'date' ? 'short' : style,
      timeStyle: style === 'date' ? 'short' : style,
    }
    const byStyle: Partial<Record<(typeof STYLES)[number], () => string | null>> = {
      iso: () => isoOf(there),
      rfc2822: () => there.toRFC2822(),
      http: () => there.toHTTP(),
      date: () => there.toISODate(),
      week_date: () => there.toISOWeekDate(),
      ordinal: () => there.toFormat('yyyy-ooo'),
    }
    // Styles that are not in the table are the four lengths of Intl.
    const inWords = () => there.toLocaleString(full as Intl.DateTimeFormatOptions)
    const text = pattern === undefined ? (byStyle[style] ?? inWords)() : formatByPattern(there, pattern)
    const lost = style === 'rfc2822' && pattern === undefined ? secondsNote(there.offset) : null
    const notes = [note, lost].filter((one) => one !== null).join('. ')
    const iso = isoOf(there)
    return { text: text ?? '', iso, zone: target.name, locale: language, note: notes || null }
  },
})

function languageOf(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en-US'
  } catch {
    throw new InvalidInput('locale', `${locale} is not a language tag; send one such as en-US or de`)
  }
}
