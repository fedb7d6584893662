import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS, useOf } from './lib/model-fields.ts'
import { writeText } from './lib/model-text.ts'
import { partsOf } from './lib/text-parts.ts'
import { InvalidInput, type ModelAnswer, type ToolContext } from '../../tool-kit/tool-context.ts'
import { wellFormedText, writtenText } from '../lib/well-formed-text.ts'

/** The most parts a call may have; more could not be finished before its deadline. */
const MAX_PARTS = 64

const LENGTHS = {
  short: 'at most three sentences or points',
  medium: 'about a paragraph, or five to seven points',
  long: 'several paragraphs, or ten to fifteen points, with the details that matter',
} as const
const FORMATS = {
  prose: 'running text',
  bullets: 'a list of points, each on its own line and starting with "- "',
  tldr: 'a single sentence',
} as const

const settings = {
  length: z
    .enum(['short', 'medium', 'long'])
    .optional()
    .describe('How long the summary is; medium if not set'),
  format: z
    .enum(['prose', 'bullets', 'tldr'])
    .optional()
    .describe('Running text, a list of points or a single sentence; prose if not set'),
  focus: wellFormedText(500).min(1).optional().describe('Which aspects to emphasise'),
}

export default defineTool({
  slug: 'llm-summarize',
  title: 'Summarize a text',
  summary: 'Summarizes an article, document, e-mail or transcript of any length with a language model.',
  searchWords: [
    'summary',
    'tldr',
    'tl;dr',
    'shorten a long report',
    'key points',
    'abstract',
    'digest',
    'brief overview',
    'gist',
    'bullet points',
    'executive summary',
    'condense',
    'short version',
    'main ideas',
    'sum up',
    'recap',
    'meeting transcript',
    'too long to read',
    'boil down',
    'highlights',
  ],
  category: 'AI: Analysis',
  tier: 'llm',
  credits: 10,
  mainField: 'text',
  related: ['llm-translate', 'llm-extract-action-items'],
  takes: { text: ['text', 'log'] },
  gives: 'text',
  mainOutput: 'result',

  input: z.strictObject({
    text: writtenText(1_000_000).describe('The text to summarize'),
    ...settings,
    options: z
      .strictObject(settings)
      .optional()
      .describe('The same settings in one object; a setting given outside the object takes precedence'),
  }),
  output: z.strictObject({ result: z.string().describe('The summary'), ...MODEL_FIELDS }),

  examples: [
    {
      title: 'As points',
      input: {
        text: 'The meeting moved to Thursday at ten. Ana brings the figures. The old room is closed.',
        format: 'bullets',
      },
    },
    {
      title: 'One sentence about one aspect',
      input: {
        text: 'The harbour opened in 1884, burned down in 1921 and was rebuilt in stone.',
        format: 'tldr',
        focus: 'dates',
      },
    },
    {
      title: 'Settings in one object',
      input: {
        text: 'Water boils at a lower temperature on a mountain, because the air presses less on it there.',
        options: { length: 'short', format: 'prose' },
      },
    },
  ],

  handler: async ({ text, options = {}, ...own }, ctx) => {
    const { length = 'medium', format = 'prose' } = { ...options, ...own }
    const focus = own.focus ?? options.focus
    const limit = ctx.models.partTokens()
    const answers: ModelAnswer[] = []
    let parts = await partsOf(text, limit, ctx.models)
    // If the summaries of the parts are still too long together, they are summarized again.
    while (parts.length > 1) {
      assertPossible(answers.length + parts.length)
      const summaries = await summarizeParts(parts, focus, ctx)
      answers.push(...summaries)
      parts = await partsOf(summaries.map((summary) => summary.text).join('\n\n'), limit, ctx.models)
    }
    const task = `Summarize the text in its own language, as ${FORMATS[format]}${format === 'tldr' ? '' : `, ${LENGTHS[length]}`}.`
    const last = await writeText(
      {
        task: `${task} Add nothing that the text does not say.`,
        data: { text: parts[0], request: requestOf(focus) },
      },
      ctx,
      'result',
    )
    return { result: last.text, ...useOf([...answers, last]) }
  },
})

async function summarizeParts(
  parts: readonly string[],
  focus: string | undefined,
  ctx: ToolContext,
): Promise<ModelAnswer[]> {
  const task =
    'Condense this part of a longer text to a fifth of its length, in its own language. Keep ' +
    'names, numbers, dates and conclusions; add nothing that it does not say.'
  const summaries: ModelAnswer[] = []
  for (const [index, text] of parts.entries()) {
    ctx.progress(50 + Math.floor((45 * index) / parts.length), `part ${index + 1} of ${parts.length}`)
    summaries.push(await writeText({ task, data: { text, request: requestOf(focus) } }, ctx))
  }
  return summaries
}

function requestOf(focus: string | undefined): string | undefined {
  return focus === undefined ? undefined : `Emphasise: ${focus}`
}

function assertPossible(parts: number): void {
  if (parts <= MAX_PARTS) return
  throw new InvalidInput(
    'text',
    `The text is too long: it makes ${parts} parts for this model, and at most ${MAX_PARTS} ` +
      'are possible. Send it in pieces',
  )
}
