import { z } from 'zod'
import { disambiguationField, isoTime, zoneName } from './lib/date-fields.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

const side = z.strictObject({
  iso: z.string().describe('ISO 8601: local time and offset'),
  zone: z.string().describe('The time zone'),
  offset_minutes: z.number().describe('Minutes ahead of UTC; may be a fraction for historical local times'),
  is_dst: z.boolean().describe('True during daylight saving time'),
})

export default defineTool({
  slug: 'date-timezone-convert',
  title: 'Convert time zones',
  summary:
    'Converts a date and time between time zones, and says when the clock change skips or repeats it.',
  searchWords: [
    'what time is it in',
    'time difference',
    'utc',
    'gmt',
    'est',
    'pst',
    'local time',
    'tokyo',
    'new york',
    'london',
    'daylight saving',
    'dst',
    'other city',
    'meeting time abroad',
    'world clock',
    'abroad',
    'another country',
    'meeting across time zones',
    'berlin',
    'city time',
  ],
  category: 'Date & Time',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  related: ['date-parse', 'date-format'],
  mainField: 'time',
  takes: { time: ['date'], to: ['timezone'] },
  firstFor: ['timezone'],
  gives: 'date',
  mainOutput: 'to.iso',

  input: z.strictObject({
    time: isoTime.describe(
      'ISO 8601 date and time: an instant with an offset or Z, else the local time in `from`',
    ),
    from: zoneName
      .optional()
      .describe(
        'Time zone of `time`: an IANA name such as Europe/Berlin, or +05:30; if not set, its ' +
          'offset or else UTC',
      ),
    to: zoneName.describe('Time zone to convert to: an IANA name such as Europe/Berlin, or +05:30'),
    disambiguation: disambiguationField,
  }),
  output: z.strictObject({
    from: side.describe('The instant in the first zone'),
    to: side.describe('The instant in the second zone'),
    utc: z.string().describe('The instant in UTC'),
    unix_ms: z.int().describe('Milliseconds since 1970-01-01T00:00:00Z'),
    local_time: z
      .enum(['unique', 'skipped', 'repeated'])
      .describe('Whether `time` occurs once, never (clocks go forward) or twice (clocks go back)'),
    candidates: z
      .array(z.string())
      .describe('The two instants, in UTC, that a skipped or repeated time could mean; else empty'),
    target_repeated: z
      .boolean()
      .describe('True if the local time in the second zone occurs twice, so that its offset is needed'),
    note: z.string().nullable().describe('How a clock change affects it, in a sentence'),
  }),

  // Rules of the IANA database: clocks of the EU change at 01:00 UTC, those of the US at 02:00 local time.
  examples: [
    {
      title: 'A summer noon in Berlin, seen from New York',
      input: { time: '2026-07-01T12:00', from: 'Europe/Berlin', to: 'America/New_York' },
      output: {
        from: {
          iso: '2026-07-01T12:00:00.000+02:00',
          zone: 'Europe/Berlin',
          offset_minutes: 120,
          is_dst: true,
        },
        to: {
          iso: '2026-07-01T06:00:00.000-04:00',
          zone: 'America/New_York',
          offset_minutes: -240,
          is_dst: true,
        },
        utc: '2026-07-01T10:00:00.000Z',
        unix_ms: 1_782_900_000_000,
        local_time: 'unique',
        candidates: [],
        target_repeated: false,
        note: null,
      },
    },
    {
      title: 'A time that clocks skip in spring',
      input: { time: '2026-03-29T02:30', from: 'Europe/Berlin', to: 'UTC' },
      output: {
        from: {
          iso: '2026-03-29T03:30:00.000+02:00',
          zone: 'Europe/Berlin',
          offset_minutes: 120,
          is_dst: true,
        },
        to: { iso: '2026-03-29T01:30:00.000Z', zone: 'UTC', offset_minutes: 0, is_dst: false },
        utc: '2026-03-29T01:30:00.000Z',
        unix_ms: 1_774_747_800_000,
        local_time: 'skipped',
        candidates: ['2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z'],
        target_repeated: false,
        note:
          '2026-03-29T02:30 does not occur in Europe/Berlin, where clocks go forward over it; ' +
          '2026-03-29T03:30:00.000+02:00 is taken',
      },
    },
    {
      title: 'The second of two occurrences of a time in autumn',
      input: { time: '2026-11-01T01:30', from: 'America/New_York', to: 'UTC', disambiguation: 'later' },
      output: {
        from: {
          iso: '2026-11-01T01:30:00.000-05:00',
          zone: 'America/New_York',
          offset_minutes: -300,
          is_dst: false,
        },
        to: { iso: '2026-11-01T06:30:00.000Z', zone: 'UTC', offset_minutes: 0, is_dst: false },
        utc: '2026-11-01T06:30:00.000Z',
        unix_ms: 1_793_514_600_000,
        local_time: 'repeated',
        candidates: ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
        target_repeated: false,
        note:
          '2026-11-01T01:30 occurs twice in America/New_York, where clocks go back; ' +
          '2026-11-01T01:30:00.000-05:00 is taken',
      },
    },
  ],

  handler: async (input) => {
    const { convertTime } = await import('./lib/zoned-time.ts')
    return convertTime(input)
  },
})
