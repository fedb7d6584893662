import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { STANDARDS } from '../lib/standards.ts'
import { renderMustache } from './lib/mustache-renderer.ts'
import { jsonProblemOf } from '../lib/sound-json.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'text-template',
  title: 'Fill in a template',
  summary:
    'Fills a logic-less Mustache template with data: variables, sections, inverted sections and partials.',
  searchWords: [
    'mustache',
    'handlebars',
    'mail merge',
    'form letter',
    'placeholders',
    'fill in names',
    'substitute',
    'insert values',
    'variables',
    'letter with names',
    'serial letter',
    'string interpolation',
    'fill a letter',
    'merge fields',
    'fill placeholders',
    'text with variables',
    'serial mail',
    'invoice template',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  version: 2,
  standards: [STANDARDS.mustache],
  cacheable: true,
  worker: true,
  related: ['prompt-template-render'],
  mainField: 'template',
  takes: { template: ['template'] },
  firstFor: ['template'],
  gives: 'text',
  mainOutput: 'text',

  input: z.strictObject({
    template: wellFormedText(100_000).describe(
      'Mustache text: {{name}}, {{{raw}}}, {{#list}}…{{/list}}, {{^none}}…{{/none}}, {{>partial}}, {{! comment }}',
    ),
    data: z
      .union([
        namedValues(wellFormedText(200), z.unknown()).refine(
          (data) => Object.keys(data).length <= 1_000,
          'At most 1000 names can be sent',
        ),
        z.array(z.unknown()).max(10_000),
        z.string(),
        z.number(),
        z.boolean(),
      ])
      .default({})
      .describe('Values of the names in it, at most 1000; a.b reaches into objects, and . is the whole'),
    partials: namedValues(wellFormedText(200), wellFormedText(100_000))
      .refine((partials) => Object.keys(partials).length <= 50, 'At most 50 partials can be sent')
      .default({})
      .describe('Templates that {{>name}} inserts, at most 50'),
    escape: z
      .enum(['html', 'none'])
      .default('html')
      .describe('How {{name}} writes its value: escaped for HTML, as in Mustache, or unchanged'),
  }),
  output: z.strictObject({
    text: z.string().describe('The rendered text'),
    missing: z
      .array(z.string())
      .describe('Names in the template that the data lacks, each once, the first 100; they are left empty'),
  }),

  // From the specification of Mustache (github.com/mustache/spec): interpolation, sections, partials.
  examples: [
    {
      title: 'HTML is escaped',
      input: {
        template: 'These characters should be HTML escaped: {{forbidden}}\n',
        data: { forbidden: '& " < >' },
      },
      output: {
        text: 'These characters should be HTML escaped: &amp; &quot; &lt; &gt;\n',
        missing: [],
      },
    },
    {
      title: 'Lists, and a missing name',
      input: {
        template: '{{#list}}{{item}}{{/list}}{{^more}}, no more{{/more}}{{name}}',
        data: { list: [{ item: 1 }, { item: 2 }, { item: 3 }] },
      },
      output: { text: '123, no more', missing: ['name'] },
    },
    {
      title: 'A recursive partial',
      input: {
        template: '{{>node}}',
        data: { content: 'X', nodes: [{ content: 'Y', nodes: [] }] },
        partials: { node: '{{content}}<{{#nodes}}{{>node}}{{/nodes}}>' },
      },
      output: { text: 'X<Y<>>', missing: [] },
    },
  ],

  prepare: () => import('mustache'),
  handler: async ({ template, data, partials, escape }) => {
    const problem = jsonProblemOf(data)
    if (problem) throw new InvalidInput('data', `The data cannot be written as text: ${problem}`)
    const { text, missing } = await renderMustache(template, data, partials, escape === 'html')
    return { text, missing: missing.slice(0, 100) }
  },
})
