import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS } from './lib/model-fields.ts'
import { fillSchema } from './lib/model-object.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const item = z.strictObject({
  task: z.string().min(1).max(500).describe('What is to be done, beginning with a verb'),
  owner: z.string().max(200).nullable().describe('Who does it; null when the text does not say'),
  due: z.iso.date().nullable().describe('Until when, as YYYY-MM-DD; null when the text does not say'),
})

export default defineTool({
  slug: 'llm-extract-action-items',
  title: 'Extract action items',
  summary: 'Lists the tasks of a meeting, message or note with who does them and until when.',
  category: 'AI: Analysis',
  tier: 'llm',
  credits: 10,
  accepts: ['text'],
  mainField: 'text',
  related: ['llm-summarize', 'llm-email-draft'],

  input: z.strictObject({
    text: wellFormedText(100_000).min(1).describe('Minutes, a transcript, a message or notes'),
    today: z.iso
      .date()
      .optional()
      .describe(
        'The day from which "tomorrow" is counted, as YYYY-MM-DD; the day of the call in UTC if not set',
      ),
  }),
  output: z.strictObject({
    items: z.array(item).describe('The tasks in the order of the text'),
    today: z.iso.date().describe('The day that was counted from'),
    ...MODEL_FIELDS,
  }),

  examples: [
    {
      title: 'Two tasks of a meeting',
      input: {
        text: 'Ana sends the figures by Friday. Somebody has to book the room.',
        today: '2026-03-02',
      },
    },
    { title: 'A message', input: { text: 'Could you call the bank tomorrow?' } },
    { title: 'Nothing to do', input: { text: 'Thank you all for coming.' } },
  ],

  handler: async ({ text, today = '' }, ctx) => {
    const day = today || ctx.now().toISOString().slice(0, 10)
    const weekday = new Date(`${day}T00:00:00Z`).toLocaleDateString('en', {
      weekday: 'long',
      timeZone: 'UTC',
    })
    const task =
      `List what somebody has agreed or been asked to do, and nothing that is done already. Today is ${weekday}, ` +
      `${day}; count days such as "Friday" from it. Write in the language of the text.`
    const { value, use } = await fillSchema(
      { task, data: { text } },
      z.object({ items: z.array(item).max(200) }),
      ctx,
    )
    return { items: value.items, today: day, ...use }
  },
})
