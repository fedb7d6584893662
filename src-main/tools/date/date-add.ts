import { z } from 'zod'
import { disambiguationField, isoTime, zoneName } from './lib/date-fields.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

const amount = (most: number, unit: string) =>
  z.int().min(-most).max(most).default(0).describe(`${unit} to add; negative to go back`)

export default defineTool({
  slug: 'date-add',
  title: 'Add to a date',
  summary:
    'Adds years, months, days, hours and so on to a date, correct at month ends and across ' +
    'clock changes.',
  searchWords: [
    'days from now',
    'days after',
    'subtract',
    'in 90 days',
    'deadline',
    'plus weeks',
    'minus months',
    'due date',
    'later',
    'ago',
    'shift',
    'before a date',
    'expiry',
    'offset',
    'date math',
    'calculate a date',
    'x days from today',
    'deadline in days',
    'next month same day',
    'two weeks later',
  ],
  category: 'Date & Time',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  related: ['date-diff', 'date-business-days-between'],
  takes: { time: ['date'], hours: ['duration'] },
  gives: 'date',
  mainOutput: 'iso',

  input: z.strictObject({
    time: isoTime.describe('ISO 8601 date and time; without an offset, local time in `zone`'),
    zone: zoneName
      .default('UTC')
      .describe(
        'Time zone whose calendar and clock changes apply: an IANA name such as Europe/Berlin, or +05:30',
      ),
    years: amount(10_000, 'Years'),
    months: amount(120_000, 'Months'),
    weeks: amount(530_000, 'Weeks'),
    days: amount(3_660_000, 'Days'),
    hours: amount(90_000_000, 'Hours'),
    minutes: amount(5_300_000_000, 'Minutes'),
    seconds: amount(320_000_000_000, 'Seconds'),
    disambiguation: disambiguationField,
  }),
  output: z.strictObject({
    iso: z.string().describe('The result with the offset of the zone, ISO 8601'),
    utc: z.string().describe('The result in UTC'),
    unix_ms: z.int().describe('Milliseconds since 1970-01-01T00:00:00Z'),
    date: z.string().describe('The date in the zone'),
    weekday: z.string().describe('The day of the week, in English'),
    end_of_month: z
      .boolean()
      .describe('True if the day does not exist in the month, so that its last day was used'),
    notes: z
      .array(z.string().describe('A sentence'))
      .describe('How the calendar and clock changes affected it'),
  }),

  // The rule of RFC 3339 calendars and of Temporal: years and months first, then days, then elapsed
  // hours.
  examples: [
    {
      title: 'A month after 31 January',
      input: { time: '2026-01-31T10:00', months: 1 },
      output: {
        iso: '2026-02-28T10:00:00.000Z',
        utc: '2026-02-28T10:00:00.000Z',
        unix_ms: 1_772_272_800_000,
        date: '2026-02-28',
        weekday: 'Saturday',
        end_of_month: true,
        notes: ['2026-02 has no day 31, so its last day is taken'],
      },
    },
    {
      title: 'A year after 29 February',
      input: { time: '2024-02-29', years: 1 },
      output: {
        iso: '2025-02-28T00:00:00.000Z',
        utc: '2025-02-28T00:00:00.000Z',
        unix_ms: 1_740_700_800_000,
        date: '2025-02-28',
        weekday: 'Friday',
        end_of_month: true,
        notes: ['2025-02 has no day 29, so its last day is taken'],
      },
    },
    {
      title: 'A day later, at a time that the clocks skip',
      input: { time: '2026-03-28T02:30', zone: 'Europe/Berlin', days: 1 },
      output: {
        iso: '2026-03-29T03:30:00.000+02:00',
        utc: '2026-03-29T01:30:00.000Z',
        unix_ms: 1_774_747_800_000,
        date: '2026-03-29',
        weekday: 'Sunday',
        end_of_month: false,
        notes: ['2026-03-29T02:30:00.000 does not occur in Europe/Berlin, where clocks go forward over it'],
      },
    },
  ],

  handler: async (input) => {
    const { addToDate } = await import('./lib/date-sum.ts')
    return addToDate(input)
  },
})
