import { z } from 'zod'
import { isoTime, zoneName } from './lib/date-fields.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

export default defineTool({
  slug: 'date-cron-next',
  title: 'Next cron runs',
  summary: 'When a cron expression next runs in a time zone, with clock changes, leap days and weekdays.',
  searchWords: [
    'crontab',
    'when will it fire',
    'upcoming executions',
    'next execution',
    'schedule',
    'job times',
    'when does my job run again',
    'timer',
    'fires',
    'next run of a schedule',
    'list cron dates',
    'next five runs',
    'cron calendar',
  ],
  category: 'Date & Time',
  tier: 'compute',
  credits: 3,
  version: 3,
  worker: true,
  aliases: ['cron-next-runs'],
  mainField: 'expression',
  related: ['date-rrule-expand', 'code-cron-explain'],
  takes: { expression: ['cron'] },
  gives: 'date',
  mainOutput: 'runs[].local',

  input: z.strictObject({
    expression: z
      .string()
      .min(1)
      .max(256)
      .describe(
        'Five fields, or six with seconds first: 0 9 * * MON-FRI; L, W, # and @daily are supported',
      ),
    zone: zoneName
      .default('UTC')
      .describe('Time zone of the cron clock: an IANA name such as Europe/Berlin, or +05:30'),
    after: isoTime.optional().describe('Only runs after this time; now if not set'),
    count: z.int().min(1).max(100).default(5).describe('Number of runs'),
  }),
  output: z.strictObject({
    runs: z
      .array(
        z
          .strictObject({
            utc: z.string().describe('The time in UTC'),
            local: z.string().describe('The time in the zone'),
            unix_ms: z.int().describe('Milliseconds since 1970-01-01T00:00:00Z'),
          })
          .describe('A run'),
      )
      .describe('The next runs; none after the year 9999'),
    zone: z.string().describe('The time zone'),
    note: z.string().nullable().describe('How clock changes affect the runs, or that no more were found'),
  }),

  // The calendar: 2 March 2026 is a Monday; 2028, 2032 and 2036 are leap years.
  examples: [
    {
      title: 'Every working day at nine',
      input: { expression: '0 9 * * MON-FRI', after: '2026-03-06T10:00:00Z', count: 2 },
      output: {
        runs: [
          {
            utc: '2026-03-09T09:00:00.000Z',
            local: '2026-03-09T09:00:00.000Z',
            unix_ms: 1_773_046_800_000,
          },
          {
            utc: '2026-03-10T09:00:00.000Z',
            local: '2026-03-10T09:00:00.000Z',
            unix_ms: 1_773_133_200_000,
          },
        ],
        zone: 'UTC',
        note: null,
      },
    },
    {
      title: 'A leap day',
      input: { expression: '0 0 29 2 *', after: '2026-03-01', count: 2 },
      output: {
        runs: [
          {
            utc: '2028-02-29T00:00:00.000Z',
            local: '2028-02-29T00:00:00.000Z',
            unix_ms: 1_835_395_200_000,
          },
          {
            utc: '2032-02-29T00:00:00.000Z',
            local: '2032-02-29T00:00:00.000Z',
            unix_ms: 1_961_625_600_000,
          },
        ],
        zone: 'UTC',
        note: null,
      },
    },
    {
      title: 'A clock change',
      input: { expression: '30 2 * * *', zone: 'Europe/Berlin', after: '2026-03-28T12:00', count: 1 },
      output: {
        runs: [
          {
            utc: '2026-03-29T01:30:00.000Z',
            local: '2026-03-29T03:30:00.000+02:00',
            unix_ms: 1_774_747_800_000,
          },
        ],
        zone: 'Europe/Berlin',
        note: null,
      },
    },
  ],

  prepare: () => import('./lib/cron-runs.ts'),
  handler: async ({ expression, zone, after, count }, ctx) => {
    const { nextRuns } = await import('./lib/cron-runs.ts')
    const { readMoment, zoneOf } = await import('./lib/zoned-time.ts')
    const named = zoneOf('zone', zone)
    const start =
      after === undefined
        ? ctx.now().getTime()
        : readMoment({ time: after, zone, timeField: 'after' }).instant
    return { ...nextRuns(expression, named, start, count), zone: named.name }
  },
})
