import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS } from './lib/model-fields.ts'
import { fillSchema } from './lib/model-object.ts'
import { writtenText } from '../lib/well-formed-text.ts'

const item = z.strictObject({
  task: z.string().min(1).max(500).describe('What to do, starting with a verb'),
  owner: z.string().max(200).nullable().describe('Who does it; null if the text does not say'),
  due: z.iso.date().nullable().describe('Due date, as YYYY-MM-DD; null if the text does not say'),
})

export default defineTool({
  slug: 'llm-extract-action-items',
  title: 'Extract action items',
  summary: 'Lists the tasks in a meeting, message or note, with owners and due dates.',
  searchWords: [
    'todo',
    'to-do list',
    'tasks from a meeting',
    'meeting minutes',
    'follow-ups',
    'next steps',
    'who does what',
    'deadlines',
    'assignments',
    'notes to tasks',
    'agreed duties',
    'checklist from a call',
    'what do we have to do',
    'action points',
    'duties from a chat',
    'task list',
  ],
  category: 'AI: Analysis',
  tier: 'llm',
  credits: 10,
  mainField: 'text',
  related: ['llm-summarize', 'llm-email-draft'],
  takes: { text: ['notes', 'text'] },
  firstFor: ['notes'],
  gives: 'json',
  mainOutput: 'items',

  input: z.strictObject({
    text: writtenText(100_000).describe('Minutes, a transcript, a message or notes'),
    today: z.iso
      .date()
      .optional()
      .describe(
        'The day that "tomorrow" and the like refer to, as YYYY-MM-DD; the day of the call in ' +
          'UTC if not set',
      ),
  }),
  output: z.strictObject({
    items: z.array(item).describe('The tasks in the order of the text'),
    today: z.iso.date().describe('The day that relative dates were counted from'),
    ...MODEL_FIELDS,
  }),

  examples: [
    {
      title: 'Two tasks from a meeting',
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
      'List the tasks that somebody agreed to do or was asked to do, and none that are already ' +
      `done. Today is ${weekday}, ${day}; count days such as "Friday" from it. Write in the ` +
      'language of the text.'
    const { value, use } = await fillSchema(
      { task, data: { text } },
      z.object({ items: z.array(item).max(200) }),
      ctx,
    )
    return { items: value.items, today: day, ...use }
  },
})
