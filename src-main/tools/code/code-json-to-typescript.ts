import { z } from 'zod'
import { BROWSER_NAMES, DATE_NAMES, printTypeScript } from '../../inference/index.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { writtenNumbersIn } from '../lib/exact-json.ts'
import { indentOf, modelOf, needsSamples, SAMPLE_FIELDS, SOURCE_FIELDS } from '../lib/json-samples.ts'

export default defineTool({
  slug: 'code-json-to-typescript',
  title: 'JSON to TypeScript',
  summary:
    'Writes TypeScript types for JSON: optional and nullable fields, dictionaries, unions, recursion.',
  searchWords: [
    'interface',
    'ts types',
    'typings',
    'type definition',
    'from an api response',
    'typed payload',
    'declaration',
    'type alias',
    'types from an example',
    'interface generator',
    'type a response',
    'typescript model',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 3,
  version: 3,
  cacheable: true,
  worker: true,
  mainField: 'json',
  related: [
    'code-json-to-zod',
    'text-json-schema-generate',
    'code-json-to-types',
    'code-json-to-go-struct',
  ],
  takes: { json: ['json'] },
  gives: 'typescript',
  mainOutput: 'result',

  input: z
    .strictObject({
      ...SAMPLE_FIELDS,
      ...SOURCE_FIELDS,
      style: z
        .enum(['interface', 'type'])
        .default('interface')
        .describe('Declare objects as interfaces or as type aliases'),
      readonly: z
        .boolean()
        .default(false)
        .describe('Whether properties, arrays and dictionaries are readonly'),
      dates: z
        .enum(['string', 'alias', 'date'])
        .default('string')
        .describe(
          'RFC 3339 dates: plain string, an alias of string with a comment, or Date for parsed values',
        ),
      jsdoc: z
        .boolean()
        .default(false)
        .describe('Whether each field gets a comment with an example and its format'),
    })
    .check(needsSamples),
  output: z.strictObject({
    result: z.string().describe('TypeScript source'),
    root: z.string().describe('Name of the root type'),
    types: z.array(z.string()).describe('All declared names, in the order of the source'),
  }),

  examples: [
    {
      title: 'null and a nested object',
      input: { json: { id: 1, name: 'Ada', email: null, address: { city: 'London' } } },
      output: {
        result:
          'export interface Root {\n  id: number;\n  name: string;\n  email: unknown | null;\n' +
          '  address: Address;\n}\n\n' +
          'export interface Address {\n  city: string;\n}\n',
        root: 'Root',
        types: ['Root', 'Address'],
      },
    },
    {
      title:
        'Several examples: fields that only some have are optional, fields that are null in some ' +
        'are nullable',
      input: {
        json: [
          { id: 1, nick: null },
          { id: 2, nick: 'bo', admin: true },
        ],
        root_name: 'users',
      },
      output: {
        result:
          'export interface User {\n  id: number;\n  nick: string | null;\n  admin?: boolean;\n}\n\n' +
          'export type Users = User[];\n',
        root: 'Users',
        types: ['User', 'Users'],
      },
    },
    {
      title: 'JSON as text, with keys that are data',
      input: { json: '{"rates": {"EUR": 1, "USD": 1.08}}', style: 'type', readonly: true, export: false },
      output: {
        result: 'type Root = {\n  readonly rates: Readonly<Record<string, number>>;\n};\n',
        root: 'Root',
        types: ['Root'],
      },
    },
  ],

  handler: (input) => {
    const { dates, style, readonly, export: exported } = input
    const model = modelOf(input, {
      formats: dates === 'string' ? [] : ['date-time', 'date'],
      notes: input.jsdoc,
      reservedNames: [...Object.values(DATE_NAMES), ...(exported ? [] : BROWSER_NAMES)],
    })
    const indent = indentOf(input)
    const numbers = writtenNumbersIn(input.jsdoc ? input.json : null)
    const printed = printTypeScript(model, { style, readonly, exported, indent, dates, numbers })
    const { source, types } = printed
    return { result: source, root: model.root, types: [...types] }
  },
})
