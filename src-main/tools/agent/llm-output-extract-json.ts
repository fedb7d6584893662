import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGIT_WARNINGS, digitWarningsOf } from '../lib/exact-json.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const value = z.unknown().describe('The object or array')
const source = z.enum(['whole', 'fence', 'inline'])

export default defineTool({
  slug: 'llm-output-extract-json',
  title: 'Extract JSON from model output',
  summary: "Finds the JSON in a language model's answer: alone, in a code fence, or between other words.",
  searchWords: [
    'get the object out of a chat answer',
    'code fence',
    'markdown fence',
    'parse gpt reply',
    'strip prose around json',
    'chatty answer',
    'json inside text',
    'find an object in text',
    'chatgpt response',
    'embedded',
    'model answer',
    'take json out',
    'reply contains json',
    'ignore the prose',
  ],
  category: 'Agent Tools',
  tier: 'compute',
  credits: 1,
  version: 9,
  cacheable: true,
  worker: true,
  mainField: 'text',
  related: ['llm-output-fix-json', 'llm-output-validate'],
  takes: { text: ['broken-json', 'text'] },
  gives: 'json',
  mainOutput: 'value',

  input: z.strictObject({
    text: wellFormedText(1_000_000).describe(
      "The model's answer; thoughts between <think> tags are ignored",
    ),
    repair: z
      .boolean()
      .default(true)
      .describe('Repairs JSON that is broken or cut off; without it only valid JSON is found'),
    expect: z
      .enum(['any', 'object', 'array'])
      .default('any')
      .describe('Finds only objects, or only arrays'),
  }),
  output: z.strictObject({
    found: z.boolean().describe('Whether any was found'),
    value: z
      .unknown()
      .describe('The most likely one: in a fence before inline, valid before repaired, then the longest'),
    source: source
      .nullable()
      .describe('Where it was found: the whole text, a code fence, or inline; null if none was found'),
    repaired: z.boolean().describe('Whether it had to be repaired'),
    all: z
      .array(
        z.strictObject({
          value,
          source: source.describe('Where it was found'),
          repaired: z.boolean().describe('Whether it had to be repaired'),
          start: z.int().min(0).describe('Where it starts in the text, in UTF-16 units'),
          end: z.int().min(0).describe('Where it ends, exclusive'),
        }),
      )
      .describe('All that were found, in the order of the text; at most 100'),
    ...DIGIT_WARNINGS,
  }),

  // The values that a reader sees in these texts.
  examples: [
    {
      title: 'A fenced block between words',
      input: { text: 'Sure:\n```json\n{"city": "Oslo", "n": 2}\n```\nAnything else?' },
      output: {
        found: true,
        value: { city: 'Oslo', n: 2 },
        source: 'fence',
        repaired: false,
        all: [{ value: { city: 'Oslo', n: 2 }, source: 'fence', repaired: false, start: 14, end: 38 }],
      },
    },
    {
      title: 'Broken and inline',
      input: { text: "Result: {name: 'Ada', tags: [1, 2,],}" },
      output: {
        found: true,
        value: { name: 'Ada', tags: [1, 2] },
        source: 'inline',
        repaired: true,
        all: [
          { value: { name: 'Ada', tags: [1, 2] }, source: 'inline', repaired: true, start: 8, end: 37 },
        ],
      },
    },
    {
      title: 'None',
      input: { text: 'I cannot answer that.' },
      output: { found: false, value: null, source: null, repaired: false, all: [] },
    },
  ],

  prepare: () => import('../lib/model-json/json-in-text.ts'),
  handler: async ({ text, repair, expect }) => {
    const { bestOf, findJson } = await import('../lib/model-json/json-in-text.ts')
    const problems = new Set<string>()
    const all = findJson(text, repair, problems).filter(
      (one) => expect === 'any' || Array.isArray(one.value) === (expect === 'array'),
    )
    const best = bestOf(all)
    const left = [...problems].map((problem) => `Some JSON of this text cannot be returned: ${problem}`)
    const { warnings = [] } = digitWarningsOf(...all.map(({ json }) => json))
    const said = [...left, ...warnings].slice(0, 100)
    return {
      found: best !== null,
      value: best?.value ?? null,
      source: best?.source ?? null,
      repaired: best?.repaired ?? false,
      all: all.map(({ json: _json, ...one }) => one),
      ...(said.length === 0 ? {} : { warnings: said }),
    }
  },
})
