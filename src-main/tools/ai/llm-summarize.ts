import { z } from 'zod'
import { defineTool } from '../define-tool.ts'
import { NeedsKey } from '../tool-context.ts'
import { wellFormedText } from '../well-formed-text.ts'

const PROVIDERS = ['openai', 'anthropic', 'google', 'openrouter', 'ollama', 'lmstudio', 'openai-compatible']

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
  summary: 'Summarizes an article, document, e-mail or transcript with a language model.',
  category: 'AI: Analysis',
  tier: 'llm',
  credits: 10,
  accepts: ['text'],
  mainField: 'text',

  input: z.strictObject({
    text: wellFormedText(1_000_000).min(1).describe('The text to summarize'),
    ...settings,
    options: z
      .strictObject(settings)
      .optional()
      .describe('The same settings in one object; one that is also given by itself counts there'),
  }),
  output: z.strictObject({
    result: z.string().describe('The summary'),
    model: z.string().describe('The model that wrote it'),
    tokens_used: z.int().min(0).describe('Tokens read and written'),
    provider: z.string().describe('The provider that ran the model'),
  }),

  examples: [
    {
      title: 'In points',
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

  handler: () => {
    throw new NeedsKey(
      'No language-model provider is set up. Add one in the settings or with `toolgate providers add`, then ' +
        'call again; this call was free.',
      PROVIDERS,
    )
  },
})
