import { z } from 'zod'
import { isoTime, zoneName } from './lib/date-fields.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

export default defineTool({
  slug: 'date-rrule-expand',
  title: 'Expand a recurrence rule',
  summary: 'The dates of an iCalendar recurrence rule (RRULE), such as every last Friday of the month.',
  searchWords: [
    'recurring',
    'repeating',
    'every second monday',
    'occurrences',
    'biweekly',
    'monthly dates',
    'ical repeat',
    'series of dates',
    'each week',
    'repeat event',
    'first monday of the month',
    'list recurring dates',
    'every other week',
    'every thursday',
    'repeat until',
    'weekly meeting dates',
    'last friday of the month',
  ],
  category: 'Date & Time',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  worker: true,
  mainField: 'rule',
  related: ['date-cron-next', 'comm-ical-create'],
  takes: { rule: ['rrule'] },
  firstFor: ['rrule'],
  gives: 'date',
  mainOutput: 'occurrences[].local',

  input: z.strictObject({
    rule: z
      .string()
      .min(1)
      .max(1_000)
      .describe('The rule: FREQ=MONTHLY;BYDAY=-1FR;COUNT=3 (RFC 5545, 3.3.10)'),
    start: isoTime.describe('DTSTART: the first date, which also sets the time of day'),
    zone: zoneName
      .default('UTC')
      .describe('Time zone of the recurrence: an IANA name such as Europe/Berlin, or +05:30'),
    exclude: z
      .array(isoTime.describe('A date'))
      .max(500)
      .default([])
      .describe('EXDATE: dates to leave out'),
    after: isoTime.optional().describe('Only dates from this time on'),
    before: isoTime.optional().describe('Only dates up to this time'),
    limit: z.int().min(1).max(1_000).default(100).describe('Most dates to return'),
  }),
  output: z.strictObject({
    occurrences: z
      .array(
        z
          .strictObject({
            utc: z.string().describe('The time in UTC'),
            local: z.string().describe('The time in the zone'),
          })
          .describe('A date'),
      )
      .describe('The dates in ascending order'),
    complete: z.boolean().describe('False if there are more dates than the limit allows'),
    notes: z
      .array(z.string().describe('A sentence'))
      .describe('Local times that clock changes skip or repeat, at most 20'),
  }),

  // RFC 5545, 3.8.5.3: its own examples, with the dates that it lists.
  examples: [
    {
      title: 'Monthly on the first Friday for ten occurrences, the first three of them',
      input: {
        rule: 'RRULE:FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
        start: '1997-09-05T09:00',
        zone: 'America/New_York',
        limit: 3,
      },
      output: {
        occurrences: [
          { utc: '1997-09-05T13:00:00.000Z', local: '1997-09-05T09:00:00.000-04:00' },
          { utc: '1997-10-03T13:00:00.000Z', local: '1997-10-03T09:00:00.000-04:00' },
          { utc: '1997-11-07T14:00:00.000Z', local: '1997-11-07T09:00:00.000-05:00' },
        ],
        complete: false,
        notes: [],
      },
    },
    {
      title: 'The second-to-last weekday of the month',
      input: {
        rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=2',
        start: '1997-09-29T09:00',
        zone: 'America/New_York',
      },
      output: {
        occurrences: [
          { utc: '1997-09-29T13:00:00.000Z', local: '1997-09-29T09:00:00.000-04:00' },
          { utc: '1997-10-30T14:00:00.000Z', local: '1997-10-30T09:00:00.000-05:00' },
        ],
        complete: true,
        notes: [],
      },
    },
    {
      title: 'A date that never comes',
      input: { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', start: '2026-01-01' },
      output: { occurrences: [], complete: true, notes: [] },
    },
  ],

  prepare: () => import('./lib/recurrence.ts'),
  handler: async (input) => {
    const { expandRule } = await import('./lib/recurrence.ts')
    return expandRule(input)
  },
})
