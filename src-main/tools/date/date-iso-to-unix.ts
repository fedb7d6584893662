import { z } from 'zod'
import { disambiguationField, isoTime, zoneName } from './lib/date-fields.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

export default defineTool({
  slug: 'date-iso-to-unix',
  title: 'ISO 8601 to Unix time',
  summary: 'Turns a date and time into Unix time in seconds, milliseconds, microseconds and nanoseconds.',
  searchWords: [
    'epoch',
    'timestamp',
    'seconds since 1970',
    'posix',
    'milliseconds',
    'date to epoch',
    'date to timestamp',
    'ms',
    'unixtime',
    'date as a number',
    'date in seconds',
    'unix timestamp from a date',
    'time as a number',
  ],
  category: 'Date & Time',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  mainField: 'time',
  related: ['date-unix-to-iso', 'date-parse'],
  takes: { time: ['date'] },
  firstFor: ['date'],
  gives: 'timestamp',
  mainOutput: 'seconds',

  input: z.strictObject({
    time: isoTime.describe(
      'ISO 8601 date and time: an instant with an offset or Z, else the local time in `zone`; the date may be ' +
        'one of a week (2026-W01-1) or of a year (2026-001)',
    ),
    zone: zoneName
      .default('UTC')
      .describe('Time zone of a time without an offset: an IANA name such as Europe/Berlin, or +05:30'),
    disambiguation: disambiguationField,
  }),
  output: z.strictObject({
    seconds: z.int().describe('Whole seconds since 1970-01-01T00:00:00Z, rounded down'),
    milliseconds: z.int().describe('Whole milliseconds, rounded down'),
    microseconds: z
      .string()
      .describe('Microseconds, as a string since they may exceed what a double can hold'),
    nanoseconds: z.string().describe('Nanoseconds, as a string'),
    utc: z.string().describe('The time in UTC, to the millisecond'),
    note: z.string().nullable().describe('How a clock change affects the time, in a sentence'),
  }),

  // POSIX: 86,400 seconds a day since 1970; checked with GNU date.
  examples: [
    {
      title: 'A time in UTC',
      input: { time: '2001-09-09T01:46:40Z' },
      output: {
        seconds: 1_000_000_000,
        milliseconds: 1_000_000_000_000,
        microseconds: '1000000000000000',
        nanoseconds: '1000000000000000000',
        utc: '2001-09-09T01:46:40.000Z',
        note: null,
      },
    },
    {
      title: 'Nanoseconds, with an offset',
      input: { time: '2023-11-15T03:43:20.123456789+05:30' },
      output: {
        seconds: 1_700_000_000,
        milliseconds: 1_700_000_000_123,
        microseconds: '1700000000123456',
        nanoseconds: '1700000000123456789',
        utc: '2023-11-14T22:13:20.123Z',
        note: null,
      },
    },
    {
      title: 'A tenth of a second before 1970',
      input: { time: '1969-12-31T23:59:59.9' },
      output: {
        seconds: -1,
        milliseconds: -100,
        microseconds: '-100000',
        nanoseconds: '-100000000',
        utc: '1969-12-31T23:59:59.900Z',
        note: null,
      },
    },
  ],

  handler: async ({ time, zone, disambiguation }) => {
    const { readMoment, utcOf } = await import('./lib/zoned-time.ts')
    const { instant, note } = readMoment({ time, zone, disambiguation })
    // The digits after the milliseconds; the instant holds the rest.
    const rest = (/[.,](\d{1,9})/.exec(time)?.[1] ?? '').padEnd(9, '0').slice(3)
    const nanoseconds = BigInt(instant) * 1_000_000n + BigInt(rest)
    return {
      seconds: Math.floor(instant / 1_000),
      milliseconds: instant,
      microseconds: String(BigInt(instant) * 1_000n + BigInt(rest.slice(0, 3))),
      nanoseconds: String(nanoseconds),
      utc: utcOf(instant),
      note,
    }
  },
})
