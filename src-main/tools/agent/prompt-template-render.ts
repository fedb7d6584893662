import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'prompt-template-render',
  title: 'Render a prompt template',
  summary:
    'Fills a Liquid template with variables, conditions, loops and filters, and lists ' +
    'missing variables.',
  searchWords: [
    'prompt with variables',
    'liquid',
    'placeholders',
    'fill in a prompt',
    'system prompt',
    'insert values',
    'parameterize',
    'jinja',
    'substitute',
    'compose a prompt',
    'prompt builder',
    'reuse a prompt',
    'dynamic prompt',
    'personalised prompt',
    'loop in a prompt',
  ],
  category: 'Agent Tools',
  tier: 'compute',
  credits: 1,
  version: 6,
  cacheable: true,
  worker: true,
  related: ['text-token-estimate-cost'],
  takes: { template: ['template'] },
  gives: 'text',
  mainOutput: 'text',

  input: z.strictObject({
    template: wellFormedText(100_000)
      .min(1)
      .describe('Liquid: {{ name | upcase }}, {% if a %}…{% endif %}, {% for x in list %}…{% endfor %}'),
    variables: namedValues(z.string().min(1).max(200), z.unknown())
      .refine((variables) => Object.keys(variables).length <= 1_000, 'At most 1,000 variables can be sent')
      .default({})
      .describe('Values by name, at most 1,000'),
    partials: namedValues(z.string().min(1).max(200), wellFormedText(100_000))
      .refine((partials) => Object.keys(partials).length <= 50, 'At most 50 partials can be sent')
      .default({})
      .describe("Templates by name for {% render 'name' %}, at most 50"),
    strict: z.boolean().default(false).describe('Rejects a missing variable instead of leaving it empty'),
  }),
  output: z.strictObject({
    text: z.string().describe('The rendered text'),
    variables: z.array(z.string()).describe('Names that the template itself reads, sorted'),
    missing: z.array(z.string()).describe('Those of them that were not sent'),
  }),

  // Templates and results from the Liquid reference (shopify.github.io/liquid).
  examples: [
    {
      title: 'Filters',
      input: { template: '{{ "apples, oranges, and plums" | split: ", " | first | capitalize }}' },
      output: { text: 'Apples', variables: [], missing: [] },
    },
    {
      title: 'A loop',
      input: {
        template: '{% for m in messages %}{{ m.role }}: {{ m.text }}\n{% endfor %}',
        variables: {
          messages: [
            { role: 'user', text: 'Hi' },
            { role: 'model', text: 'Hello' },
          ],
        },
      },
      output: { text: 'user: Hi\nmodel: Hello\n', variables: ['messages'], missing: [] },
    },
    {
      title: 'A missing variable',
      input: {
        template: 'Dear {{ name }}{% if note %} ({{ note }}){% endif %},',
        variables: { name: 'Ada' },
      },
      output: { text: 'Dear Ada,', variables: ['name', 'note'], missing: ['note'] },
    },
  ],

  prepare: () => import('./lib/prompt-template.ts'),
  handler: async ({ template, variables, partials, strict }) => {
    const { renderPrompt } = await import('./lib/prompt-template.ts')
    const { text, variables: names } = renderPrompt(template, variables, partials, strict)
    return { text, variables: names, missing: names.filter((name) => !Object.hasOwn(variables, name)) }
  },
})
