import { z } from 'zod'
import { isoDay } from './lib/date-fields.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { HOLIDAY_PLACE } from './lib/holiday-fields.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export default defineTool({
  slug: 'date-business-days-between',
  title: 'Business days between dates',
  summary: 'Counts the working days between two dates, excluding weekends and the holidays of a country.',
  searchWords: [
    'workdays',
    'working days',
    'weekdays',
    'without weekends',
    'networkdays',
    'office days',
    'days off',
    'how many workdays',
    'until the deadline',
    'excluding holidays',
    'working time',
    'delivery days',
    'working days in a month',
    'office hours',
    'delivery time',
    'weekdays between',
  ],
  category: 'Date & Time',
  tier: 'compute',
  credits: 1,
  version: 4,
  cacheable: true,
  worker: true,
  related: ['date-holidays', 'date-diff'],
  takes: { from: ['date', 'date-range'] },
  gives: 'number',
  mainOutput: 'business_days',

  input: z.strictObject({
    from: isoDay.describe('The first day; it is counted'),
    to: isoDay.describe('The last day; it is counted unless `include_end` is false'),
    include_end: z.boolean().default(true).describe('Whether to count the last day'),
    weekend: z
      .array(z.enum(DAYS).describe('A day of the week'))
      .max(6)
      .default(['saturday', 'sunday'])
      .describe('Days of the week that are not worked'),
    country: HOLIDAY_PLACE.country
      .optional()
      .describe('Country whose public holidays are excluded, such as DE'),
    region: HOLIDAY_PLACE.region,
    subregion: HOLIDAY_PLACE.subregion,
    holidays: z.array(isoDay.describe('A day')).max(1_000).default([]).describe('Further days off'),
  }),
  output: z.strictObject({
    business_days: z.int().describe('Working days; negative if `to` is before `from`'),
    calendar_days: z.int().min(0).describe('All days in the range'),
    weekend_days: z.int().min(0).describe('Weekend days in the range'),
    holidays: z
      .array(
        z
          .strictObject({
            date: z.string().describe('The date'),
            name: z.string().nullable().describe('Its name; null for one of your own days off'),
          })
          .describe('A day'),
      )
      .describe('Holidays in the range that are not on a weekend'),
  }),

  // Counted on the calendar: March 2026 starts on a Sunday; Good Friday is 3 April, Easter Monday 6
  // April 2026.
  examples: [
    {
      title: 'A month without holidays',
      input: { from: '2026-03-01', to: '2026-03-31' },
      output: { business_days: 22, calendar_days: 31, weekend_days: 9, holidays: [] },
    },
    {
      title: 'Over Easter in France, where Good Friday is not a holiday',
      input: { from: '2026-04-01', to: '2026-04-08', country: 'FR', include_end: false },
      output: {
        business_days: 4,
        calendar_days: 7,
        weekend_days: 2,
        holidays: [{ date: '2026-04-06', name: 'Lundi de Pâques' }],
      },
    },
    {
      title: 'A Friday-Saturday weekend, with a day off',
      input: {
        from: '2026-03-01',
        to: '2026-03-07',
        weekend: ['friday', 'saturday'],
        holidays: ['2026-03-03'],
      },
      output: {
        business_days: 4,
        calendar_days: 7,
        weekend_days: 2,
        holidays: [{ date: '2026-03-03', name: null }],
      },
    },
  ],

  prepare: () => import('./lib/business-days.ts'),
  handler: async (input) => {
    const { countBusinessDays } = await import('./lib/business-days.ts')
    return countBusinessDays(input)
  },
})
