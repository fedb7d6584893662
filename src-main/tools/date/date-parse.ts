import { z } from 'zod'
import { disambiguationField, isoTime, zoneName } from './lib/date-fields.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const LOCALES = ['en', 'en-GB', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pt', 'ru', 'sv', 'uk', 'zh'] as const

const moment = z.strictObject({
  iso: z.string().describe('ISO 8601 with the offset of the zone'),
  utc: z.string().describe('The same in UTC'),
  unix_ms: z.int().describe('Milliseconds since 1970-01-01T00:00:00Z'),
  date: z.string().describe('The date in the zone, such as 2026-03-29'),
  time_known: z
    .boolean()
    .describe('Whether the text contains a time of day; else it is the start of the day'),
})

export default defineTool({
  slug: 'date-parse',
  title: 'Parse a date',
  summary: 'Parses a date in words (next Friday at 3pm, in 2 weeks) or in ISO 8601 and gives the instant.',
  searchWords: [
    'understand a date',
    'natural language date',
    'tomorrow',
    'next tuesday',
    'next week',
    'in two weeks',
    'human date',
    'spoken date',
    'read a date',
    'yesterday',
    'what date is',
    'fuzzy date',
    'normalize date',
    'string to date',
    'words to a date',
    'end of month',
    'last friday',
    'what day is',
    'date from text',
  ],
  category: 'Date & Time',
  tier: 'compute',
  credits: 1,
  version: 12,
  worker: true,
  mainField: 'text',
  related: ['date-format', 'date-timezone-convert', 'date-iso-to-unix'],
  takes: { text: ['written-date', 'date'] },
  firstFor: ['written-date'],
  gives: 'date',
  mainOutput: 'start.iso',

  input: z.strictObject({
    text: wellFormedText(500).min(1).describe('A date, or a text that contains one; the first one counts'),
    zone: zoneName
      .default('UTC')
      .describe('Time zone of the text: an IANA name such as Europe/Berlin, or +05:30'),
    reference: isoTime.optional().describe('The time it is relative to; now if not set'),
    locale: z
      .enum(LOCALES)
      .default('en')
      .describe('Language of the text; en reads 12/11 as December 11, en-GB as 12 November'),
    forward: z
      .boolean()
      .default(false)
      .describe('Whether a date without a year, or a weekday, means the next one instead of the nearest'),
    disambiguation: disambiguationField,
  }),
  output: z.strictObject({
    start: moment.describe('The date, or the start of a range'),
    end: moment.nullable().describe('The end of a range; null if it is not a range'),
    matched: z.string().describe('The part of the text that was read as a date'),
    zone: z.string().describe('The time zone used'),
    reference: z.string().describe('The time it is relative to, in UTC'),
    notes: z
      .array(z.string().describe('A sentence'))
      .describe('How a clock change or another interpretation affects it, and what was not read'),
  }),

  // Arithmetic on the Gregorian calendar: 1 March 2026 is a Sunday; EU clocks go forward on 29 March.
  examples: [
    {
      title: 'A weekday in words',
      input: {
        text: 'next Friday at 3pm',
        zone: 'Europe/Berlin',
        reference: '2026-03-01T12:00:00Z',
      },
      output: {
        start: {
          iso: '2026-03-06T15:00:00.000+01:00',
          utc: '2026-03-06T14:00:00.000Z',
          unix_ms: 1_772_805_600_000,
          date: '2026-03-06',
          time_known: true,
        },
        end: null,
        matched: 'next Friday at 3pm',
        zone: 'Europe/Berlin',
        reference: '2026-03-01T12:00:00.000Z',
        notes: [],
      },
    },
    {
      title: 'Two hours later, across a clock change',
      input: { text: 'in 2 hours', zone: 'Europe/Berlin', reference: '2026-03-29T00:30:00Z' },
      output: {
        start: {
          iso: '2026-03-29T04:30:00.000+02:00',
          utc: '2026-03-29T02:30:00.000Z',
          unix_ms: 1_774_751_400_000,
          date: '2026-03-29',
          time_known: true,
        },
        end: null,
        matched: 'in 2 hours',
        zone: 'Europe/Berlin',
        reference: '2026-03-29T00:30:00.000Z',
        notes: [],
      },
    },
    {
      title: 'ISO 8601, a date without a time',
      input: { text: '2026-07-01', zone: 'America/New_York', reference: '2026-03-01T12:00:00Z' },
      output: {
        start: {
          iso: '2026-07-01T00:00:00.000-04:00',
          utc: '2026-07-01T04:00:00.000Z',
          unix_ms: 1_782_878_400_000,
          date: '2026-07-01',
          time_known: false,
        },
        end: null,
        matched: '2026-07-01',
        zone: 'America/New_York',
        reference: '2026-03-01T12:00:00.000Z',
        notes: [],
      },
    },
    {
      title: 'Relative to now, in German',
      input: { text: 'morgen um 9 Uhr', locale: 'de', zone: 'Europe/Berlin' },
    },
  ],

  prepare: () => import('./lib/spoken/spoken-date.ts'),
  handler: async (input, ctx) => {
    const { readSpokenDate } = await import('./lib/spoken/spoken-date.ts')
    return readSpokenDate(input, ctx.now().getTime())
  },
})
