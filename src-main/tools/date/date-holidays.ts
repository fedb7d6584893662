import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { HOLIDAY_PLACE, HOLIDAY_TYPES } from './lib/holiday-fields.ts'

// The names are the library's, the dates those of the law.
const GERMAN_2026 = [
  { date: '2026-01-01', name: "New Year's Day" },
  { date: '2026-04-03', name: 'Good Friday' },
  { date: '2026-04-06', name: 'Easter Monday' },
  { date: '2026-05-01', name: 'Labour Day' },
  { date: '2026-05-14', name: 'Ascension Day' },
  { date: '2026-05-25', name: 'Whit Monday' },
  { date: '2026-10-03', name: 'National Holiday' },
  { date: '2026-12-25', name: 'Christmas Day' },
  { date: '2026-12-26', name: 'Boxing Day' },
].map((day) => ({ ...day, days: 1, type: 'public' as const, substitute: false }))

export default defineTool({
  slug: 'date-holidays',
  title: 'Public holidays',
  summary: 'The public holidays of a country or region in a year.',
  searchWords: [
    'bank holiday',
    'day off',
    'vacation days',
    'national days',
    'closed',
    'christmas',
    'easter',
    'free days',
    'feast',
    'non-working days',
    'festivals',
    'public day off',
    'holiday calendar',
    'school closed',
    'thanksgiving',
    'when is christmas',
    'long weekend',
  ],
  category: 'Date & Time',
  tier: 'compute',
  credits: 1,
  version: 5,
  cacheable: true,
  worker: true,
  related: ['date-business-days-between'],
  gives: 'json',
  mainOutput: 'holidays',

  input: z.strictObject({
    ...HOLIDAY_PLACE,
    year: z
      .int()
      .min(1900)
      .max(2100)
      .describe("The year; today's rules apply unless the country's rules are dated"),
    types: z
      .array(z.enum(HOLIDAY_TYPES).describe('A kind'))
      .min(1)
      .max(HOLIDAY_TYPES.length)
      .default(['public'])
      .describe('Which kinds to include'),
    language: z
      .string()
      .regex(/^[a-z]{2}$/, 'Send two letters such as en')
      .optional()
      .describe("Language of the names, if available; else the country's own language"),
  }),
  output: z.strictObject({
    holidays: z
      .array(
        z
          .strictObject({
            date: z.string().describe('The first day'),
            days: z.int().min(1).describe('Number of days'),
            name: z.string().describe('Its name'),
            type: z.enum(HOLIDAY_TYPES).describe('Its kind'),
            substitute: z.boolean().describe('True for a substitute day for a holiday on a weekend'),
          })
          .describe('A holiday'),
      )
      .describe('The holidays in the order of their dates'),
    count: z.int().min(0).describe('Number of holidays'),
    note: z.string().optional().describe('Which holidays are not among them'),
  }),

  // By law: nine nationwide holidays in Germany, with Easter Sunday on 5 April 2026; 5 U.S.C. 6103.
  examples: [
    {
      title: 'Germany, nationwide',
      input: { country: 'DE', year: 2026, language: 'en' },
      output: {
        holidays: GERMAN_2026,
        count: 9,
      },
    },
    { title: 'Bavaria', input: { country: 'DE', region: 'BY', year: 2026 } },
    {
      title: 'Holidays and bank holidays of the United States',
      input: { country: 'US', year: 2027, types: ['public', 'bank'] },
    },
  ],

  prepare: () => import('./lib/holiday-calendar.ts'),
  handler: async ({ country, region, subregion, year, types, language }) => {
    const { holidaysOf } = await import('./lib/holiday-calendar.ts')
    const holidays = holidaysOf({ country, region, subregion }, year, types, language)
    const { INDIAN_NOTE, indianHolidays } = await import('./lib/indian-holidays.ts')
    const lacks = country === 'IN' && indianHolidays(year) === null
    return { holidays, count: holidays.length, ...(lacks ? { note: INDIAN_NOTE } : {}) }
  },
})
