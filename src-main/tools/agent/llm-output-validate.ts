import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGIT_WARNINGS, digitWarningsOf } from '../lib/exact-json.ts'
import type { SchemaFault } from '../../json-schema/schema-check.ts'
import { jsonProblemOf } from '../lib/sound-json.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { STANDARDS } from '../lib/standards.ts'

export default defineTool({
  slug: 'llm-output-validate',
  title: 'Validate model output',
  summary:
    "Takes the JSON out of a language model's answer, repairs it, checks it against a JSON " +
    'Schema and says what to fix.',
  searchWords: [
    'right shape',
    'structured output check',
    'conforms',
    'reply matches schema',
    'guardrail',
    'retry hint',
    "model's reply",
    'chat answer has the right fields',
    'function call arguments',
    'verify gpt response',
    'answer has the right fields',
    'output is usable',
    'enforce a format',
    'response format',
  ],
  category: 'Agent Tools',
  tier: 'compute',
  credits: 1,
  version: 10,
  cacheable: true,
  worker: true,
  standards: [STANDARDS.jsonSchema],
  related: ['llm-output-extract-json', 'llm-output-fix-json'],
  takes: { text: ['text', 'json'] },
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    text: wellFormedText(1_000_000).describe("The model's answer"),
    schema: z
      .union([namedValues(z.string(), z.unknown()), z.boolean()])
      .describe(
        'JSON Schema of draft 2020-12 (also 2019-09 and 7 by $schema), without references outside itself',
      ),
    repair: z.boolean().default(true).describe('Repairs broken JSON first'),
    coerce: z
      .boolean()
      .default(false)
      .describe(
        'Turns "5" into 5 and the like inside objects and arrays if the schema requires it, and ' +
          'fills in defaults',
      ),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether JSON was found and matches the schema'),
    value: z.unknown().describe('The JSON value, coerced if requested; null if none was found'),
    repaired: z.boolean().describe('Whether the JSON had to be repaired'),
    errors: z
      .array(
        z.strictObject({
          path: z.string().describe('JSON Pointer to the place in the value; empty for the whole value'),
          message: z.string().describe('What is wrong there'),
          keyword: z.string().describe('The schema keyword that it violates; json if no JSON was found'),
        }),
      )
      .describe('What is wrong, at most 100'),
    feedback: z.string().describe('The errors as text to send back to the model; empty if valid'),
    ...DIGIT_WARNINGS,
  }),

  // What the keywords of JSON Schema require of these values.
  examples: [
    {
      title: 'It fits',
      input: {
        text: '```json\n{"age": 3}\n```',
        schema: { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] },
      },
      output: { valid: true, value: { age: 3 }, repaired: false, errors: [], feedback: '' },
    },
    {
      title: 'A field is missing',
      input: { text: '{name: "Ada"}', schema: { type: 'object', required: ['age'] } },
      output: {
        valid: false,
        value: { name: 'Ada' },
        repaired: true,
        errors: [{ path: '', message: "must have required property 'age'", keyword: 'required' }],
        feedback:
          "The JSON does not fit its schema. The value must have required property 'age'. Send the corrected JSON alone.",
      },
    },
    {
      title: 'Coerced',
      input: {
        text: '{"age": "3"}',
        schema: { type: 'object', properties: { age: { type: 'integer' } } },
        coerce: true,
      },
      output: { valid: true, value: { age: 3 }, repaired: false, errors: [], feedback: '' },
    },
  ],

  prepare: () =>
    Promise.all([
      import('../lib/model-json/json-in-text.ts'),
      import('../../json-schema/schema-check.ts'),
      import('./lib/schema-coercion.ts'),
    ]),
  handler: async ({ text, schema, repair, coerce }) => {
    const { faultsOf, readSchema } = await import('../../json-schema/schema-check.ts')
    const { bestOf, findJson } = await import('../lib/model-json/json-in-text.ts')
    const problems = new Set<string>()
    const found = scalarOf(text) ?? bestOf(findJson(text, repair, problems))
    const evaluator = readSchema(schema)
    if (!found) {
      const [problem] = problems
      const message = problem === undefined ? 'holds no JSON' : `cannot be returned as JSON: ${problem}`
      return toAnswer(null, false, [{ path: '', message, keyword: 'json' }])
    }
    const { repaired } = found
    let { value } = found
    if (coerce && typeof value === 'object' && value !== null) {
      const { coerceBySchema } = await import('./lib/schema-coercion.ts')
      value = coerceBySchema(value, evaluator)
    }
    if (jsonProblemOf(value) !== null)
      throw new InvalidInput('schema', 'A default cannot be written as JSON')
    return { ...toAnswer(value, repaired, faultsOf(evaluator, value)), ...digitWarningsOf(found.json) }
  },
})

// A schema may allow a string, a number or null, which nobody would search for between other words.
function scalarOf(text: string): { value: unknown; json: string; repaired: boolean } | null {
  try {
    const value: unknown = parseJson(text)
    return typeof value !== 'object' && jsonProblemOf(value) === null
      ? { value, json: text, repaired: false }
      : null
  } catch {
    // Not JSON on its own.
    return null
  }
}

function toAnswer(value: unknown, repaired: boolean, errors: SchemaFault[]) {
  const sentences = errors.slice(0, 20).map(({ path, message }) => `${path || 'The value'} ${message}.`)
  const feedback = `The JSON does not fit its schema. ${sentences.join(' ')} Send the corrected JSON alone.`
  const valid = errors.length === 0
  return { valid, value, repaired, errors, feedback: valid ? '' : feedback }
}
