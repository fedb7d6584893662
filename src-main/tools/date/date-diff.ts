import { z } from 'zod'
import { disambiguationField, isoTime, zoneName } from './lib/date-fields.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

const UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds'] as const

export default defineTool({
  slug: 'date-diff',
  title: 'Difference between dates',
  summary: 'How far apart two dates are, in units of your choice, by the calendar of a time zone.',
  searchWords: [
    'days until',
    'days between',
    'how old',
    'age',
    'how long ago',
    'elapsed',
    'countdown',
    'how many days',
    'duration',
    'time since',
    'weeks between',
    'years between',
    'birthday',
    'until christmas',
    'born',
    'how long until',
    'interval',
    'days left',
    'time span',
    'weeks apart',
  ],
  category: 'Date & Time',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  related: ['date-add', 'date-business-days-between'],
  takes: { from: ['date', 'date-range'] },
  firstFor: ['date-range'],
  gives: 'duration',
  mainOutput: 'iso_duration',

  input: z.strictObject({
    from: isoTime.describe('Start; without an offset, local time in `zone`'),
    to: isoTime.describe('End; without an offset, local time in `zone`'),
    units: z
      .array(z.enum(UNITS).describe('A unit'))
      .min(1)
      .max(UNITS.length)
      .default(['years', 'months', 'days', 'hours', 'minutes', 'seconds'])
      .describe('Units of the answer; the smallest one may be a fraction'),
    zone: zoneName
      .default('UTC')
      .describe('Time zone whose calendar applies: an IANA name such as Europe/Berlin, or +05:30'),
    disambiguation: disambiguationField,
  }),
  output: z.strictObject({
    parts: z
      .partialRecord(z.enum(UNITS), z.number())
      .describe(
        'Number of each unit, never negative: adding them to the earlier date with date-add ' +
          'gives the later one',
      ),
    negative: z.boolean().describe('True if `to` is before `from`'),
    iso_duration: z.string().describe('The same as an ISO 8601 duration, with a minus if negative'),
    total_days: z.number().describe('The elapsed time in days of 24 hours'),
    total_seconds: z.number().describe('The elapsed time in seconds'),
    notes: z
      .array(z.string().describe('A sentence'))
      .describe('How clock changes affect the times or the length of days'),
  }),

  // Counted on the calendar; the third example's day has 23 hours (EU clocks go forward on 29 March
  // 2026).
  examples: [
    {
      title: 'From the end of January to the first of March',
      input: { from: '2026-01-31', to: '2026-03-01', units: ['months', 'days'] },
      output: {
        parts: { months: 1, days: 1 },
        negative: false,
        iso_duration: 'P1M1D',
        total_days: 29,
        total_seconds: 2_505_600,
        notes: [],
      },
    },
    {
      title: 'Backwards',
      input: { from: '2026-03-01T12:00:00Z', to: '2024-02-29T12:00:00Z', units: ['years', 'days'] },
      output: {
        parts: { years: 2, days: 1 },
        negative: true,
        iso_duration: '-P2Y1D',
        total_days: -731,
        total_seconds: -63_158_400,
        notes: [],
      },
    },
    {
      title: 'A day of 23 hours',
      input: { from: '2026-03-29', to: '2026-03-30', units: ['days', 'hours'], zone: 'Europe/Berlin' },
      output: {
        parts: { days: 1, hours: 0 },
        negative: false,
        iso_duration: 'P1D',
        total_days: 0.958_333_333_333_333_4,
        total_seconds: 82_800,
        notes: [
          'The offset of Europe/Berlin changes from +01:00 to +02:00 in between, so days need not have 24 hours',
        ],
      },
    },
  ],

  handler: async ({ from, to, units, zone, disambiguation }) => {
    const { DateTime } = await import('luxon')
    const { readMoment, zoneOf } = await import('./lib/zoned-time.ts')
    const { name, zone: there } = zoneOf('zone', zone)
    const ends = [
      readMoment({ time: from, zone, disambiguation, timeField: 'from' }),
      readMoment({ time: to, zone, disambiguation, timeField: 'to' }),
    ]
    const notes = ends.flatMap(({ note }) => note ?? [])
    const [first, last] = ends
      .map(({ instant }) => DateTime.fromMillis(instant, { zone: there }))
      .sort((one, other) => one.toMillis() - other.toMillis())
    const elapsed = ends[1]!.instant - ends[0]!.instant
    if (first!.offset !== last!.offset)
      notes.push(
        `The offset of ${name} changes from ${first!.toFormat('ZZ')} to ${last!.toFormat('ZZ')} in between, ` +
          'so days need not have 24 hours',
      )
    const duration = last!.diff(first!, [...new Set(units)])
    const parts = duration.toObject()
    return {
      parts: Object.fromEntries(units.map((unit) => [unit, parts[unit] ?? 0])),
      negative: elapsed < 0,
      iso_duration: `${elapsed < 0 ? '-' : ''}${duration.toISO() ?? 'PT0S'}`,
      total_days: elapsed / 86_400_000,
      total_seconds: elapsed / 1_000,
      notes,
    }
  },
})
