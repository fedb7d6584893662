import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS } from './lib/model-fields.ts'
import { fillSchema } from './lib/model-object.ts'
import { wellFormedText, writtenText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'llm-email-draft',
  title: 'Draft an e-mail',
  summary: 'Drafts an e-mail and its subject for a given purpose, recipient and tone.',
  searchWords: [
    'compose mail',
    'write a letter',
    'reply to a message',
    'write to a client',
    'polite message',
    'cover letter',
    'newsletter text',
    'apology',
    'invitation text',
    'business correspondence',
    'follow-up mail',
    'answer a customer',
    'angry customer',
    'thank-you note',
    'reminder to pay',
    'ask for a meeting',
    'write to my boss',
    'complaint letter',
  ],
  category: 'AI: Content',
  tier: 'llm',
  credits: 10,
  mainField: 'purpose',
  related: ['llm-rewrite', 'llm-translate'],
  takes: { purpose: ['text'] },
  gives: 'text',
  mainOutput: 'result',

  input: z.strictObject({
    purpose: writtenText(5_000).describe('What the e-mail should achieve'),
    points: z
      .array(wellFormedText(500).min(1))
      .max(20)
      .default([])
      .describe('Points to mention, at most 20'),
    recipient: wellFormedText(200)
      .min(1)
      .optional()
      .describe('Who receives it, such as "Ms Ito, our landlord"'),
    sender: wellFormedText(200).min(1).optional().describe('Who signs it'),
    tone: z
      .enum(['neutral', 'formal', 'friendly', 'firm'])
      .default('neutral')
      .describe('The tone of the e-mail'),
    length: z.enum(['short', 'medium', 'long']).default('short').describe('The length of the e-mail'),
    language: wellFormedText(60)
      .min(2)
      .optional()
      .describe('The language to write in; the language of the purpose if not set'),
  }),
  output: z.strictObject({
    result: z.string().describe('The text of the e-mail, without the subject'),
    subject: z.string().describe('The subject line'),
    ...MODEL_FIELDS,
  }),

  examples: [
    { title: 'A request', input: { purpose: 'Ask for the invoice of May', recipient: 'Acme, accounting' } },
    {
      title: 'With points',
      input: {
        purpose: 'Move the meeting',
        points: ['Thursday at ten', 'Same room'],
        tone: 'friendly',
        sender: 'Jo',
      },
    },
    {
      title: 'Firm, in another language',
      input: {
        purpose: 'Second reminder that the bill of 3 March is unpaid',
        tone: 'firm',
        language: 'German',
      },
    },
  ],

  handler: async ({ purpose, points, recipient, sender, tone, length, language }, ctx) => {
    const task =
      `Draft an e-mail that is ${length} and ${tone} in tone. Mention every given point and ` +
      'invent no facts, names or dates; where something is missing, put a placeholder in ' +
      'square brackets. Put the subject and the body into their own fields.'
    const schema = z.object({
      subject: z
        .string()
        .min(1)
        .max(150)
        .refine((line) => !line.includes('\n'), 'The subject must be a single line'),
      body: z.string().min(1).max(20_000).describe('From the greeting to the signature'),
    })
    const request = [
      `Purpose: ${purpose}`,
      ...points.map((point) => `Mention: ${point}`),
      recipient && `To: ${recipient}`,
      sender && `Signed by: ${sender}`,
      language && `Language: ${language}`,
    ].filter(Boolean)
    const { value, use } = await fillSchema({ task, data: { request: request.join('\n') } }, schema, ctx)
    return { result: value.body.trim(), subject: value.subject, ...use }
  },
})
