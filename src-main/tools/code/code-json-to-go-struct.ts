import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { needsSamples, SAMPLE_FIELDS, samplesOf } from '../lib/json-samples.ts'

export default defineTool({
  slug: 'code-json-to-go-struct',
  title: 'JSON to Go',
  summary:
    'Writes Go structs with JSON tags for JSON examples; optional fields are pointers with ' + 'omitempty.',
  searchWords: [
    'golang',
    'go types',
    'unmarshal',
    'model for go',
    'type definition',
    'struct tags',
    'golang type',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 3,
  cacheable: true,
  worker: true,
  accepts: ['json'],
  mainField: 'json',
  related: ['code-json-to-types', 'code-json-to-typescript', 'code-json-to-python-class'],

  input: z
    .strictObject({
      json: SAMPLE_FIELDS.json,
      examples: SAMPLE_FIELDS.examples,
      root_name: z
        .string()
        .min(1)
        .max(200)
        .default('Root')
        .describe('Name of the root type; turned into a valid name'),
      package: z
        .string()
        .regex(/^[a-z_][a-z0-9_]{0,63}$/, 'A package name has only lower-case letters, digits and _')
        .default('main')
        .describe('Name of the package'),
    })
    .check(needsSamples),
  output: z.strictObject({
    result: z.string().describe("Go source, formatted by gofmt's rules"),
    types: z.array(z.string()).describe('All declared types, in the order of the source'),
  }),

  // The mapping of encoding/json: a field that some examples lack is a pointer with omitempty.
  examples: [
    {
      title: 'An object',
      input: { json: { id: 1, name: 'Ada', tags: ['a'] }, root_name: 'user' },
      output: {
        result:
          'package main\n\ntype User struct {\n\tID   int64    `json:"id"`\n\tName string   `json:"name"`\n' +
          '\tTags []string `json:"tags"`\n}\n',
        types: ['User'],
      },
    },
    {
      title: 'A field that only some examples have',
      input: { examples: [{ on: true }, { on: false, level: 2.5 }], package: 'lamps' },
      output: {
        result:
          'package lamps\n\ntype Root struct {\n\tOn    bool     `json:"on"`\n' +
          '\tLevel *float64 `json:"level,omitempty"`\n}\n',
        types: ['Root'],
      },
    },
    {
      title: 'JSON as text, with a nested object',
      input: { json: '{"at": {"x": 1}}' },
      output: {
        result:
          'package main\n\ntype Root struct {\n\tAt At `json:"at"`\n}\n\ntype At struct {\n\tX int64 `json:"x"`\n}\n',
        types: ['Root', 'At'],
      },
    },
  ],

  prepare: () => import('./lib/quicktype-source.ts'),
  handler: async (input) => {
    const { toSource } = await import('./lib/quicktype-source.ts')
    const options = { 'just-types-and-package': true, package: input.package }
    const result = await toSource('go', { name: input.root_name, samples: samplesOf(input) }, options)
    return { result, types: [...result.matchAll(/^type (\w+)/gm)].map((match) => match[1]!) }
  },
})
