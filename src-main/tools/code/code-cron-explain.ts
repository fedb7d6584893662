import { z } from 'zod'
import { withoutRepeats } from '../lib/cron-lists.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { refusal, refuseImpossible } from './lib/cron-check.ts'
import { withoutUnevenSteps } from './lib/cron-words.ts'
import { cronFault } from '../lib/cron-fault.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const LANGUAGES = [
  'en',
  'de',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt_BR',
  'ru',
  'tr',
  'uk',
  'zh_CN',
] as const

export default defineTool({
  slug: 'code-cron-explain',
  title: 'Explain a cron expression',
  summary:
    'Describes in words when a cron expression runs, in one of 14 languages, and rejects one ' +
    'that never runs.',
  searchWords: [
    'crontab',
    'schedule in words',
    'what does this cron mean',
    'human readable schedule',
    'five stars',
    'every monday at',
    'cron to english',
    'meaning of a schedule line',
    'job timing',
    'understand cron',
    'cron syntax',
    'when does this job run',
    'translate a schedule',
    'what time does it run',
    'read a crontab line',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  aliases: ['analyze-cron', 'text-cron-to-english', 'dev-cron-describe', 'enrich-crontab-explain'],
  related: ['date-cron-next'],
  mainField: 'expression',
  takes: { expression: ['cron'] },
  firstFor: ['cron'],
  gives: 'text',
  mainOutput: 'description',

  input: z.strictObject({
    expression: wellFormedText(200)
      .min(1)
      .describe(
        'Five fields (minute hour day month weekday), six with seconds first, or @daily and the like',
      ),
    language: z.enum(LANGUAGES).default('en').describe('Language of the description'),
    twelve_hours: z.boolean().default(false).describe('Times as 2:30 PM instead of 14:30'),
    sunday: z
      .enum(['0', '1'])
      .default('0')
      .describe('The number of Sunday: 0 as in cron (7 is Sunday too), 1 as in Quartz'),
  }),
  output: z.strictObject({
    description: z.string().describe('When it runs, in words'),
    fields: z
      .array(
        z.strictObject({
          name: z.string().describe('second, minute, hour, day, month or weekday'),
          value: z.string().describe('The text of the field'),
        }),
      )
      .describe('The fields one by one; empty for a keyword such as @daily'),
  }),

  // What crontab(5) says about these fields.
  examples: [
    {
      title: 'On weekdays',
      input: { expression: '30 9 * * MON-FRI' },
      output: {
        description: 'At 09:30, Monday through Friday',
        fields: [
          { name: 'minute', value: '30' },
          { name: 'hour', value: '9' },
          { name: 'day', value: '*' },
          { name: 'month', value: '*' },
          { name: 'weekday', value: 'MON-FRI' },
        ],
      },
    },
    {
      title: 'In leap years',
      input: { expression: '0 0 29 2 *' },
      output: {
        description: 'At 00:00, on day 29 of the month, only in February',
        fields: [
          { name: 'minute', value: '0' },
          { name: 'hour', value: '0' },
          { name: 'day', value: '29' },
          { name: 'month', value: '2' },
          { name: 'weekday', value: '*' },
        ],
      },
    },
    {
      title: 'Steps start again in each hour, so 90 minutes are hourly',
      input: { expression: '*/90 * * * *' },
      output: {
        description: 'Every hour',
        fields: [
          { name: 'minute', value: '*/90' },
          { name: 'hour', value: '*' },
          { name: 'day', value: '*' },
          { name: 'month', value: '*' },
          { name: 'weekday', value: '*' },
        ],
      },
    },
    {
      title: 'By name',
      input: { expression: '@hourly', twelve_hours: true },
      output: { description: 'Every hour', fields: [] },
    },
  ],

  handler: async ({ expression, language, twelve_hours, sunday }) => {
    const { default: cronstrue } = await import('cronstrue/i18n.js')
    const text = expression.trim().replace(/\s+/g, ' ')
    const once = sunday === '0' ? withoutRepeats(text) : text
    await refuseImpossible(once, sunday === '0')
    try {
      const description = cronstrue.toString(text.startsWith('@') ? text : withoutUnevenSteps(once), {
        locale: language,
        use24HourTimeFormat: !twelve_hours,
        dayOfWeekStartIndexZero: sunday === '0',
      })
      return { description, fields: fieldsOf(text) }
    } catch {
      throw refusal(cronFault(text, sunday))
    }
  },
})

function fieldsOf(text: string): { name: string; value: string }[] {
  if (text.startsWith('@')) return []
  const names = ['second', 'minute', 'hour', 'day', 'month', 'weekday']
  const values = text.split(' ')
  return values.map((value, n) => ({ name: names[n + names.length - values.length]!, value }))
}
