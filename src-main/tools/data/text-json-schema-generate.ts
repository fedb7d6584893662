import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { printJsonSchema, STRING_FORMATS } from '../../inference/index.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGIT_WARNINGS, digitWarningsOf } from '../lib/exact-json.ts'
import { modelOf, namesIn, needsSamples, SAMPLE_FIELDS } from '../lib/json-samples.ts'
import { jsonProblemOf } from '../lib/sound-json.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

export default defineTool({
  slug: 'text-json-schema-generate',
  title: 'JSON Schema from examples',
  summary: 'Writes a JSON Schema (2020-12) that the given JSON examples match.',
  searchWords: [
    'infer a schema',
    'guess structure',
    'schema from samples',
    'derive',
    'describe my data',
    'draft schema',
    'create schema',
    'data model',
    'schema maker',
    'write a schema',
    'describe a structure',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 3,
  version: 4,
  cacheable: true,
  worker: true,
  mainField: 'json',
  related: ['code-json-to-typescript', 'code-json-to-zod', 'json-schema-validate'],
  takes: { json: ['json'] },
  gives: 'json-schema',
  mainOutput: 'result',

  input: z
    .strictObject({
      ...SAMPLE_FIELDS,
      additional_properties: z
        .boolean()
        .default(false)
        .describe('Whether objects may have properties that no example had'),
      formats: z
        .boolean()
        .default(true)
        .describe('Whether strings that are all dates, UUIDs, e-mail addresses or URIs get a format'),
      include_examples: z
        .boolean()
        .default(false)
        .describe('Whether each property includes the first value seen'),
    })
    .check(needsSamples),
  output: z.strictObject({
    result: namedValues(z.string(), z.unknown()).describe('The JSON Schema'),
    root: z.string().describe('Title of the schema'),
    types: z.array(z.string()).describe('Names of the root and of all schemas under $defs'),
    ...DIGIT_WARNINGS,
  }),

  examples: [
    {
      title: 'An object with a whole number and a date',
      input: { json: { id: 1, born: '1815-12-10' } },
      output: {
        result: {
          $schema: DIALECT,
          title: 'Root',
          type: 'object',
          properties: { id: { type: 'integer' }, born: { type: 'string', format: 'date' } },
          required: ['id', 'born'],
          additionalProperties: false,
        },
        root: 'Root',
        types: ['Root'],
      },
    },
    {
      title: 'Several examples: optional and nullable properties',
      input: { examples: [{ size: null }, { size: 2.5, unit: 'cm' }], additional_properties: true },
      output: {
        result: {
          $schema: DIALECT,
          title: 'Root',
          type: 'object',
          properties: { size: { type: ['number', 'null'] }, unit: { type: 'string' } },
          required: ['size'],
        },
        root: 'Root',
        types: ['Root'],
      },
    },
    {
      title: 'A list of objects',
      input: { json: '[{"on": true}, {}]', root_name: 'lamps' },
      output: {
        result: {
          $schema: DIALECT,
          title: 'Lamps',
          type: 'array',
          items: { $ref: '#/$defs/Lamp' },
          $defs: {
            Lamp: { type: 'object', properties: { on: { type: 'boolean' } }, additionalProperties: false },
          },
        },
        root: 'Lamps',
        types: ['Lamp', 'Lamps'],
      },
    },
  ],

  handler: (input) => {
    const model = modelOf(input, {
      formats: input.formats ? STRING_FORMATS : [],
      integers: true,
      notes: input.include_examples,
    })
    const result = printJsonSchema(model, { additionalProperties: input.additional_properties })
    // Keys become property names of the answer, which must be valid Unicode.
    const problem = jsonProblemOf(result)
    if (problem) throw new InvalidInput('json', `No schema can be written for these examples: ${problem}`)
    // A type has no digits; an example has.
    const warnings = input.include_examples ? digitWarningsOf(input.json) : {}
    return { result, ...namesIn(model), ...warnings }
  },
})
