import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { STANDARDS } from '../lib/standards.ts'

export default defineTool({
  slug: 'json-schema-validate',
  title: 'Check against a JSON Schema',
  summary:
    'Checks JSON data against a JSON Schema (2020-12, 2019-09, draft 07 or 06) and lists what does not match.',
  searchWords: [
    'conforms',
    'follow the schema',
    'data valid',
    'match schema',
    'ajv',
    'required fields',
    'wrong type',
    'validate payload',
    'contract',
    'verify structure',
    'request body valid',
    'data against a schema',
    'check against rules',
    'validate input data',
    'structure correct',
    'check required fields',
    'fits the schema',
    'does my data fit',
    'passes the schema',
  ],
  category: 'Validation',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  worker: true,
  aliases: ['validate-json-schema', 'schema-enforce'],
  standards: [STANDARDS.jsonSchema],
  related: ['text-json-schema-generate'],
  takes: { schema: ['json-schema'], data: ['json'] },
  firstFor: ['json-schema'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    schema: z
      .union([
        z.boolean().describe('true accepts everything, false nothing'),
        namedValues(z.string(), z.unknown()).describe('A schema'),
      ])
      .describe('The schema; $ref may only point inside it, nothing is fetched'),
    data: z.unknown().describe('The JSON value to check; null if not set'),
    formats: z
      .boolean()
      .default(true)
      .describe(
        'Whether format is checked (date-time, email, uri, …) or only an annotation, as in 2020-12',
      ),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether the data matches the schema'),
    errors: z
      .array(
        z
          .strictObject({
            path: z.string().describe('The place in the data, as a JSON Pointer (RFC 6901)'),
            keyword: z.string().describe('The keyword that does not match'),
            message: z.string().describe('What the schema requires'),
            schema_path: z.string().describe('The place in the schema'),
            property: z.string().nullable().describe('The name of a missing or unexpected property'),
          })
          .describe('A mismatch'),
      )
      .describe('The mismatches, at most 100'),
    error_count: z.int().min(0).describe('Number of all mismatches'),
    dialect: z.enum(['2020-12', '2019-09', 'draft-07']).describe('The dialect that was used, from $schema'),
  }),

  // JSON Schema 2020-12: Validation 6.5.3 (required), Core 10.3.1.1 (prefixItems), 11.3 (unevaluatedProperties).
  examples: [
    {
      title: 'A missing property',
      input: { schema: { type: 'object', required: ['id'] }, data: {} },
      output: {
        valid: false,
        errors: [
          {
            path: '',
            keyword: 'required',
            message: "must have required property 'id'",
            schema_path: '#/required',
            property: 'id',
          },
        ],
        error_count: 1,
        dialect: '2020-12',
      },
    },
    {
      title: 'A tuple',
      input: {
        schema: { prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
        data: ['a', 1],
      },
      output: { valid: true, errors: [], error_count: 0, dialect: '2020-12' },
    },
    {
      title: 'A property that no part of the schema evaluates',
      input: {
        schema: { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
        data: { a: 1, b: 2 },
      },
      output: {
        valid: false,
        errors: [
          {
            path: '',
            keyword: 'unevaluatedProperties',
            message: 'must NOT have unevaluated properties',
            schema_path: '#/unevaluatedProperties',
            property: 'b',
          },
        ],
        error_count: 1,
        dialect: '2020-12',
      },
    },
  ],

  prepare: () => import('../../json-schema/schema-check.ts'),
  handler: async ({ schema, data = null, formats }) => {
    const { checkAgainst } = await import('../../json-schema/schema-check.ts')
    return checkAgainst(schema, data, formats)
  },
})
