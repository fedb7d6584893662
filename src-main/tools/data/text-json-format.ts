import { z } from 'zod'
import { NotJson } from '../../inference/index.ts'
import { stringifyExact } from '../lib/exact-json.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { JSON_AS_TEXT, readJson } from '../lib/json-document.ts'
import { readJsonNodes, writeJsonNodes } from './lib/json-layout.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

export default defineTool({
  slug: 'text-json-format',
  title: 'Format JSON',
  summary: 'Formats JSON with indentation or minifies it; numbers and strings in a text stay as written.',
  searchWords: [
    'prettify',
    'pretty print',
    'beautify',
    'indent',
    'minify',
    'compact',
    'ugly',
    'readable',
    'tidy',
    'one line',
    'unminify',
    'viewer',
    'whitespace',
    'sort keys',
    'reformat',
    'json pretty printer',
    'json beautifier',
    'make json readable',
    'sort json',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  worker: true,
  mainField: 'json',
  related: [
    'text-json-validate',
    'text-json-path',
    'code-json-to-typescript',
    'text-yaml-to-json',
    'data-toml-to-json',
  ],
  takes: { json: ['json'] },
  firstFor: ['json'],
  gives: 'json',
  mainOutput: 'result',

  input: z.strictObject({
    json: z
      .unknown()
      .refine((value) => value !== undefined, 'Send a JSON value, or JSON as text')
      .meta({
        description: 'JSON as text, which keeps the order of its members and every digit; or a JSON value',
        ...JSON_AS_TEXT,
      }),
    indent: z
      .union([z.int().min(0).max(10), z.literal('tab')])
      .default(2)
      .describe('Spaces per level, or tab; 0 minifies'),
    sort_keys: z
      .boolean()
      .default(false)
      .describe('Sorts the members of every object by UTF-16 code units, as RFC 8785 does'),
    final_newline: z.boolean().default(false).describe('Ends the text with a line break'),
  }),
  output: z.strictObject({
    result: z.string().describe('The JSON text'),
    bytes: z.int().min(0).describe('Its length in UTF-8'),
  }),

  // The output of Python's json.tool and jq for the same texts; the number is from RFC 8259,
  // section 6.
  examples: [
    {
      title: 'Indented',
      input: { json: '{"b":[1,{}],"a":"x"}' },
      output: { result: '{\n  "b": [\n    1,\n    {}\n  ],\n  "a": "x"\n}', bytes: 42 },
    },
    {
      title: 'Minified without losing a digit',
      input: { json: '{ "pi": 3.141592653589793238462643383279, "big": 12345678901234567890 }', indent: 0 },
      output: { result: '{"pi":3.141592653589793238462643383279,"big":12345678901234567890}', bytes: 66 },
    },
    {
      title: 'Sorted members',
      input: { json: { b: 1, a: { d: null, c: [] } }, indent: 0, sort_keys: true },
      output: { result: '{"a":{"c":[],"d":null},"b":1}', bytes: 29 },
    },
  ],

  handler: ({ json, indent, sort_keys, final_newline }) => {
    const layout = { indent: indent === 'tab' ? '\t' : ' '.repeat(indent), sortKeys: sort_keys }
    const result = writeJsonNodes(nodesOf(json), layout) + (final_newline ? '\n' : '')
    // Deeply nested documents grow with the square of their depth.
    if (result.length > 16_000_000)
      throw new InvalidInput('indent', 'The result is too long; indent it less')
    return { result, bytes: Buffer.byteLength(result) }
  },
})

function nodesOf(json: unknown) {
  try {
    return readJsonNodes(typeof json === 'string' ? json : stringifyExact(readJson(json, 'json')))
  } catch (error) {
    if (error instanceof NotJson) throw new InvalidInput('json', error.message)
    throw error
  }
}
