import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS } from './lib/model-fields.ts'
import { fillSchema } from './lib/model-object.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText, writtenText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'llm-classify',
  title: 'Classify a text',
  summary: 'Picks the label that fits a text best, or all that fit, from the labels you give.',
  searchWords: [
    'categorize',
    'label',
    'tag text',
    'sentiment',
    'positive or negative',
    'spam or not',
    'topic',
    'sort messages into groups',
    'route support tickets',
    'intent',
    'mood of a review',
    'complaint or praise',
    'feedback',
    'assign a category',
    'urgent or not',
    'sort into folders',
    'which department',
    'angry or happy',
    'emotion',
    'triage',
  ],
  category: 'AI: Analysis',
  tier: 'llm',
  credits: 10,
  mainField: 'text',
  related: ['llm-extract-entities', 'llm-data-extract'],
  takes: { text: ['text'] },
  gives: 'text',
  mainOutput: 'label',

  input: z.strictObject({
    text: writtenText(100_000).describe('The text to classify'),
    labels: z
      .array(wellFormedText(100).min(1))
      .min(2)
      .max(50)
      .describe('The labels to choose from, such as "invoice", "complaint", "other"'),
    multiple: z.boolean().default(false).describe('Whether several labels may fit, or none'),
    hints: wellFormedText(2_000)
      .min(1)
      .optional()
      .describe('What the labels mean, if their names do not say it'),
  }),
  output: z.strictObject({
    label: z.string().nullable().describe('The label that fits best; null if none does'),
    labels: z.array(z.string()).describe('Every label that fits, best first'),
    reason: z.string().describe("The model's reason, in a sentence"),
    ...MODEL_FIELDS,
  }),

  examples: [
    {
      title: 'Route a message',
      input: {
        text: 'My parcel arrived broken, I want my money back.',
        labels: ['order', 'refund', 'praise'],
      },
    },
    {
      title: 'Several labels at once',
      input: {
        text: 'The hotel was lovely, but the breakfast was cold.',
        labels: ['room', 'food', 'staff', 'price'],
        multiple: true,
      },
    },
    {
      title: 'Labels with an explanation',
      input: {
        text: 'Disk usage at 91 %',
        labels: ['p1', 'p2', 'p3'],
        hints: 'p1 wakes somebody up, p3 can wait',
      },
    },
  ],

  handler: async ({ text, labels, multiple, hints }, ctx) => {
    const [first, ...others] = labels
    if (first === undefined || new Set(labels).size < labels.length)
      throw new InvalidInput('labels', 'A label is given twice; give each one once')
    const label = z.enum([first, ...others])
    const schema = z.object({
      labels: multiple
        ? z
            .array(label)
            .max(labels.length)
            .describe('Every label that fits, best first; empty if none does')
        : z.array(label).length(1).describe('The one label that fits best'),
      reason: z.string().max(500).describe('Why, in one sentence'),
    })
    const task = 'Classify the text with the labels that the schema allows. Go by what the text says.'
    const { value, use } = await fillSchema({ task, data: { text, request: hints } }, schema, ctx)
    const chosen = [...new Set(value.labels)]
    return { label: chosen[0] ?? null, labels: chosen, reason: value.reason, ...use }
  },
})
