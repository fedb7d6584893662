import { z } from 'zod'
import { zoneName } from './lib/date-fields.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { guessUnit, nanosecondsOf, splitMilliseconds, UNIX_UNITS } from './lib/unix-time.ts'

const WRITTEN = /^[+-]?\d{1,21}(?:\.\d{1,12})?$/

export default defineTool({
  slug: 'date-unix-to-iso',
  title: 'Unix time to ISO 8601',
  summary: 'Turns a Unix time in seconds, milliseconds, microseconds or nanoseconds into a date and time.',
  searchWords: [
    'epoch',
    'timestamp to date',
    'human date',
    'readable time',
    'seconds since 1970',
    'posix',
    'milliseconds',
    'number to date',
    'epoch converter',
    'log timestamp',
    'convert timestamp',
    'what date is this number',
    'unix timestamp to date',
    'decode a timestamp',
    'epoch to date',
  ],
  category: 'Date & Time',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  mainField: 'value',
  related: ['date-iso-to-unix', 'date-timezone-convert'],
  takes: { value: ['timestamp'] },
  firstFor: ['timestamp'],
  gives: 'date',
  mainOutput: 'iso',

  input: z.strictObject({
    value: z
      .union([
        z.number().describe('As a number'),
        z.string().max(40).regex(WRITTEN, 'Send a number').describe('As a string, which loses no digits'),
      ])
      .describe('The Unix time, a number or a string of digits'),
    unit: z
      .enum(['auto', ...UNIX_UNITS])
      .default('auto')
      .describe('auto reads up to 11 digits as seconds, 14 as milliseconds, 17 as microseconds'),
    zone: zoneName
      .default('UTC')
      .describe('Time zone of the answer: an IANA name such as Europe/Berlin, or +05:30'),
  }),
  output: z.strictObject({
    iso: z.string().describe('The time in the zone, with all its digits'),
    utc: z.string().describe('The time in UTC, rounded down to the millisecond'),
    zone: z.string().describe('The time zone'),
    unit: z.enum(UNIX_UNITS).describe('The unit that was used'),
  }),

  // POSIX: 86,400 seconds a day since 1970; checked with GNU date.
  examples: [
    {
      title: 'A thousand million seconds',
      input: { value: 1_000_000_000 },
      output: {
        iso: '2001-09-09T01:46:40.000Z',
        utc: '2001-09-09T01:46:40.000Z',
        zone: 'UTC',
        unit: 's',
      },
    },
    {
      title: 'Nanoseconds as a string, in a zone',
      input: { value: '1700000000123456789', zone: 'Asia/Kolkata' },
      output: {
        iso: '2023-11-15T03:43:20.123456789+05:30',
        utc: '2023-11-14T22:13:20.123Z',
        zone: 'Asia/Kolkata',
        unit: 'ns',
      },
    },
    {
      title: 'A tenth of a second before 1970',
      input: { value: -0.1, unit: 's' },
      output: {
        iso: '1969-12-31T23:59:59.900Z',
        utc: '1969-12-31T23:59:59.900Z',
        zone: 'UTC',
        unit: 's',
      },
    },
  ],

  handler: async ({ value, unit, zone }) => {
    const { sideOf, utcOf, zoneOf } = await import('./lib/zoned-time.ts')
    const text = String(value)
    if (!WRITTEN.test(text))
      throw new InvalidInput('value', 'This number is too large or too small; send it as a string')
    const named = zoneOf('zone', zone)
    const read = unit === 'auto' ? guessUnit(text) : unit
    const { ms, rest } = splitMilliseconds(nanosecondsOf(text, read))
    // The digits after the milliseconds, in groups of three.
    const digits = String(rest)
      .padStart(6, '0')
      .replace(/^000000$|000$/, '')
    const iso = sideOf(ms, named).iso.replace(/(?<=\.\d{3})/, digits)
    return { iso, utc: utcOf(ms), zone: named.name, unit: read }
  },
})
