import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { goNames, printGo } from '../../inference/index.ts'
import { modelOf, needsSamples, SAMPLE_FIELDS } from '../lib/json-samples.ts'

export default defineTool({
  slug: 'code-json-to-go-struct',
  title: 'JSON to Go',
  summary:
    'Writes Go structs that encoding/json fills from JSON examples; what may be absent or null is a pointer.',
  searchWords: [
    'golang',
    'go types',
    'unmarshal',
    'model for go',
    'type definition',
    'struct tags',
    'golang type',
    'make a go type',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 3,
  version: 4,
  cacheable: true,
  worker: true,
  mainField: 'json',
  related: ['code-json-to-types', 'code-json-to-typescript', 'code-json-to-python-class'],
  takes: { json: ['json'] },
  gives: 'code',
  mainOutput: 'result',

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
      title: 'A list of several kinds, and a key that is null at times',
      input: {
        examples: [
          { row: [1, 'a'], by: { user_id: 7 } },
          { row: [true], by: null },
        ],
      },
      output: {
        result:
          'package main\n\ntype Root struct {\n\tRow []any `json:"row"`\n\tBy  *By   `json:"by"`\n}\n\n' +
          'type By struct {\n\tUserID int64 `json:"user_id"`\n}\n',
        types: ['Root', 'By'],
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

  handler: (input) => {
    const sound = { json: input.json, examples: input.examples, root_name: input.root_name }
    const model = modelOf({ ...sound, maps: 'auto', tuples: false, enums: 'none' }, { integers: true })
    return { result: printGo(model, input.package), types: [...goNames(model).values()] }
  },
})
