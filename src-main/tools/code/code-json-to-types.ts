import type { LanguageName, RendererOptions } from 'quicktype-core'
import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { needsSamples, SAMPLE_FIELDS, samplesOf } from '../lib/json-samples.ts'

// quicktype's name of each language, and the options that make it write types without code that
// reads and writes them.
const LANGUAGES = {
  c: ['cjson', {}],
  cpp: ['c++', { 'just-types': true }],
  crystal: ['crystal', {}],
  csharp: ['cs', { 'just-types': true }],
  dart: ['dart', { 'just-types': true }],
  elixir: ['elixir', { 'just-types': true }],
  elm: ['elm', { 'just-types': true }],
  flow: ['flow', { 'just-types': true }],
  go: ['go', { 'just-types-and-package': true }],
  haskell: ['haskell', { 'just-types': true }],
  java: ['java', { 'just-types': true }],
  kotlin: ['kotlin', { 'just-types': true }],
  php: ['php', {}],
  'prop-types': ['javascript-prop-types', {}],
  python: ['python', { 'just-types': true }],
  ruby: ['ruby', { 'just-types': true }],
  rust: ['rust', { 'leading-comments': false }],
  scala: ['scala3', { 'just-types': true }],
  smithy: ['smithy4a', {}],
  swift: ['swift', { 'just-types': true }],
} as const satisfies Record<string, readonly [LanguageName, Readonly<Record<string, unknown>>]>

// Object.keys returns strings; these are the keys of the table above.
const NAMES = Object.keys(LANGUAGES) as [keyof typeof LANGUAGES, ...(keyof typeof LANGUAGES)[]]

export default defineTool({
  slug: 'code-json-to-types',
  title: 'JSON to types',
  summary:
    'Writes types for JSON examples in 20 languages, such as Rust, Kotlin, Swift, Java, C# and Dart.',
  searchWords: [
    'rust',
    'kotlin',
    'swift',
    'java',
    'c#',
    'dart',
    'c++',
    'quicktype',
    'data classes',
    'pojo',
    'serde',
    'elm',
    'haskell',
    'php',
    'ruby',
    'scala',
    'model classes',
    'type generator',
    'model from an example',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 3,
  cacheable: true,
  worker: true,
  accepts: ['json'],
  mainField: 'json',
  related: [
    'code-json-to-typescript',
    'code-json-to-zod',
    'code-json-to-go-struct',
    'code-json-to-python-class',
  ],

  input: z
    .strictObject({
      json: SAMPLE_FIELDS.json,
      examples: SAMPLE_FIELDS.examples,
      language: z.enum(NAMES).describe('The language; TypeScript and Zod have their own tools'),
      root_name: z
        .string()
        .min(1)
        .max(200)
        .default('Root')
        .describe('Name of the root type; turned into a valid name'),
      types_only: z
        .boolean()
        .default(true)
        .describe(
          'Leaves out code that reads and writes JSON, and with it the original names of fields ' +
            'that had to be renamed',
        ),
    })
    .check(needsSamples),
  output: z.strictObject({
    result: z.string().describe('The source'),
    language: z.enum(NAMES).describe('The language'),
  }),

  examples: [
    {
      title: 'Rust',
      input: { json: { id: 1, name: 'Ada' }, language: 'rust', root_name: 'User' },
      output: {
        result:
          'use serde::{Serialize, Deserialize};\n\n#[derive(Debug, Clone, Serialize, Deserialize)]\n' +
          'pub struct User {\n    pub id: i64,\n\n    pub name: String,\n}\n',
        language: 'rust',
      },
    },
    {
      title: 'Kotlin',
      input: { examples: [{ id: 1 }, { id: 2, on: true }], language: 'kotlin' },
      output: {
        result: 'data class Root (\n    val id: Long,\n    val on: Boolean? = null\n)\n',
        language: 'kotlin',
      },
    },
    {
      title: 'Flow, JSON as text',
      input: { json: '{"id": 1}', language: 'flow' },
      output: { result: 'export type Root = {\n    id: number;\n};\n', language: 'flow' },
    },
  ],

  prepare: () => import('./lib/quicktype-source.ts'),
  handler: async (input) => {
    const { toSource } = await import('./lib/quicktype-source.ts')
    const [name, types] = LANGUAGES[input.language]
    const example = { name: input.root_name, samples: samplesOf(input) }
    // Each entry of the table has options of its own language.
    const options = (input.types_only ? types : {}) as RendererOptions<LanguageName>
    const source = await toSource(name, example, options)
    return { result: withoutPreamble(source), language: input.language }
  },
})

// Drops leading comments on how to use a generated file, blank lines, and a package clause that
// nobody requested.
function withoutPreamble(source: string): string {
  const start =
    /^(?:(?:\/\/|#(?!include|import|pragma|ifndef|\[)|--)[^\n]*\n|package (?:io\.)?quicktype;?\n|\s*\n)+/
  return source.replace(start, '')
}
