import { z } from 'zod'
import { printZod, STRING_FORMATS } from '../../inference/index.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import {
  indentOf,
  modelOf,
  namesIn,
  needsSamples,
  SAMPLE_FIELDS,
  SOURCE_FIELDS,
} from '../lib/json-samples.ts'

export default defineTool({
  slug: 'code-json-to-zod',
  title: 'JSON to Zod',
  summary: 'Writes a Zod 4 schema and its type for JSON examples.',
  searchWords: [
    'runtime validation',
    'schema from a payload',
    'validator code',
    'z.object',
    'parse at runtime',
    'ts validation',
    'zod validator',
    'zod object',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 3,
  version: 4,
  cacheable: true,
  worker: true,
  mainField: 'json',
  related: ['code-json-to-typescript', 'text-json-schema-generate', 'code-json-to-types'],
  takes: { json: ['json'] },
  gives: 'typescript',
  mainOutput: 'result',

  input: z
    .strictObject({
      ...SAMPLE_FIELDS,
      ...SOURCE_FIELDS,
      strict: z.boolean().default(true).describe('Whether to reject keys that no example had'),
      formats: z
        .boolean()
        .default(false)
        .describe(
          'Whether to validate strings as dates, UUIDs, e-mail addresses or URLs if all examples are',
        ),
    })
    .check(needsSamples),
  output: z.strictObject({
    result: z.string().describe('TypeScript source that imports zod'),
    root: z.string().describe('Name of the root type; its schema is <root>Schema'),
    types: z.array(z.string()).describe('All declared types'),
  }),

  examples: [
    {
      title: 'An object',
      input: { json: { id: 1, tags: ['a'], note: null } },
      output: {
        result:
          'import { z } from "zod";\n\n' +
          'export const RootSchema = z.strictObject({\n  id: z.number(),\n' +
          '  tags: z.array(z.string()),\n  note: z.unknown(),\n});\n' +
          'export type Root = z.infer<typeof RootSchema>;\n',
        root: 'Root',
        types: ['Root'],
      },
    },
    {
      title: 'Several examples: optional and nullable fields',
      input: { examples: [{ id: 1 }, { id: null, on: true }], root_name: 'Switch', strict: false },
      output: {
        result:
          'import { z } from "zod";\n\n' +
          'export const SwitchSchema = z.object({\n  id: z.number().nullable(),\n' +
          '  on: z.boolean().optional(),\n});\n' +
          'export type Switch = z.infer<typeof SwitchSchema>;\n',
        root: 'Switch',
        types: ['Switch'],
      },
    },
    {
      title: 'Formats',
      input: { json: '["2026-01-31", "2026-02-01"]', formats: true, export: false },
      output: {
        result:
          'import { z } from "zod";\n\nconst RootSchema = z.array(z.iso.date());\n' +
          'type Root = z.infer<typeof RootSchema>;\n',
        root: 'Root',
        types: ['Root'],
      },
    },
  ],

  handler: (input) => {
    const model = modelOf(input, { formats: input.formats ? STRING_FORMATS : [] })
    const style = { strict: input.strict, exported: input.export, indent: indentOf(input) }
    return { result: printZod(model, style), ...namesIn(model) }
  },
})
