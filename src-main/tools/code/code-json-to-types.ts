import { z } from 'zod'
import { LANGUAGES_PRINTED, namesTakenIn, printLanguage } from '../../inference/index.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { modelOf, needsSamples, SAMPLE_FIELDS } from '../lib/json-samples.ts'

export default defineTool({
  slug: 'code-json-to-types',
  title: 'JSON to types',
  summary:
    'Writes types for JSON examples in 23 languages, such as Rust, Kotlin, Swift, Java, C# and Dart.',
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
  version: 5,
  cacheable: true,
  worker: true,
  mainField: 'json',
  related: [
    'code-json-to-typescript',
    'code-json-to-zod',
    'code-json-to-go-struct',
    'code-json-to-python-class',
  ],
  takes: { json: ['json'] },
  gives: 'code',
  mainOutput: 'result',

  input: z
    .strictObject({
      json: SAMPLE_FIELDS.json,
      examples: SAMPLE_FIELDS.examples,
      language: z
        .enum(LANGUAGES_PRINTED)
        .describe('The language; TypeScript, Zod, Python and Go have tools with more options'),
      root_name: z
        .string()
        .min(1)
        .max(200)
        .default('Root')
        .describe('Name of the root type; turned into a valid name'),
      types_only: z
        .boolean()
        .default(false)
        .describe(
          'Leaves out what a JSON library needs (annotations, functions that read and write), and ' +
            'with it the original names of fields that had to be renamed',
        ),
    })
    .check(needsSamples),
  output: z.strictObject({
    result: z.string().describe('The source'),
    language: z.enum(LANGUAGES_PRINTED).describe('The language'),
  }),

  examples: [
    {
      title: 'Rust, for serde',
      input: { json: { id: 1, 'full-name': 'Ada', type: 'x' }, language: 'rust', root_name: 'User' },
      output: {
        result:
          'use serde::{Deserialize, Serialize};\n\n' +
          '#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\npub struct User {\n    pub id: i64,\n' +
          '    #[serde(rename = "full-name")]\n    pub full_name: String,\n    pub r#type: String,\n}\n',
        language: 'rust',
      },
    },
    {
      title: 'Kotlin, types alone',
      input: { examples: [{ id: 1 }, { id: 2, on: true }], language: 'kotlin', types_only: true },
      output: {
        result: 'data class Root(\n    val id: Long,\n    val on: Boolean? = null,\n)\n',
        language: 'kotlin',
      },
    },
    {
      title: 'Java, JSON as text',
      input: { json: '{"id": 1, "tags": ["a"]}', language: 'java' },
      output: {
        result:
          'import java.util.List;\n\npublic record Root(\n    long id,\n    List<String> tags\n) {}\n',
        language: 'java',
      },
    },
    {
      title: 'Flow',
      input: { json: '{"id": 1}', language: 'flow' },
      output: { result: '// @flow strict\n\nexport type Root = {\n  id: number,\n};\n', language: 'flow' },
    },
  ],

  handler: (input) => {
    const { json, examples, root_name, language, types_only } = input
    const fields = { json, examples, root_name, maps: 'auto', tuples: true, enums: 'none' } as const
    const model = modelOf(fields, { integers: language !== 'zod', reservedNames: namesTakenIn(language) })
    return { result: printLanguage(language, model, { typesOnly: types_only }), language }
  },
})
