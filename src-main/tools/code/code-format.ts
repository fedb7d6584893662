import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const LANGUAGES = [
  'javascript',
  'jsx',
  'typescript',
  'tsx',
  'json',
  'json5',
  'css',
  'scss',
  'less',
  'html',
  'vue',
  'markdown',
  'yaml',
  'graphql',
] as const

export default defineTool({
  slug: 'code-format',
  title: 'Format code',
  summary:
    'Formats JavaScript, TypeScript, JSON, CSS, HTML, Vue, Markdown, YAML or GraphQL as Prettier does.',
  searchWords: [
    'prettier',
    'beautify',
    'pretty print',
    'tidy up',
    'indent',
    'clean up source',
    'messy code',
    'fix indentation',
    'reformat',
    'auto format',
    'code style',
    'html formatter',
    'typescript',
    'vue',
    'layout',
    'beautify html',
    'code beautifier',
    'pretty css',
    'markdown formatter',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  worker: true,
  mainField: 'code',
  related: ['code-sql-format', 'code-js-minify', 'code-css-minify', 'code-complexity-score'],
  takes: { code: ['javascript', 'typescript', 'css', 'graphql'] },
  firstFor: ['javascript', 'typescript', 'graphql'],
  gives: 'code',
  mainOutput: 'code',

  input: z.strictObject({
    code: wellFormedText(300_000).describe('The source'),
    language: z.enum(LANGUAGES).default('javascript').describe('Its language'),
    width: z.int().min(20).max(400).default(80).describe('Preferred line length in columns'),
    indent: z.int().min(0).max(16).default(2).describe('Spaces per level'),
    tabs: z.boolean().default(false).describe('Indents with tabs'),
    semicolons: z.boolean().default(true).describe('Ends statements with semicolons'),
    single_quotes: z.boolean().default(false).describe('Prefers single quotes'),
    trailing_commas: z.enum(['all', 'es5', 'none']).default('all').describe('Where lists end with a comma'),
    prose: z
      .enum(['preserve', 'always', 'never'])
      .default('preserve')
      .describe('Whether to rewrap the lines of Markdown'),
  }),
  output: z.strictObject({
    code: z.string().describe('The formatted source'),
    changed: z.boolean().describe('Whether it differs from the original'),
  }),

  // Results of Prettier's playground.
  examples: [
    {
      title: 'JavaScript',
      input: { code: "const a={b:1,c:'d'}" },
      output: { code: 'const a = { b: 1, c: "d" };\n', changed: true },
    },
    {
      title: 'TypeScript without semicolons',
      input: { code: 'let a : number=1', language: 'typescript', semicolons: false },
      output: { code: 'let a: number = 1\n', changed: true },
    },
    {
      title: 'CSS',
      input: { code: 'a{color:RED;margin:0 0 0 0}', language: 'css' },
      output: { code: 'a {\n  color: RED;\n  margin: 0 0 0 0;\n}\n', changed: true },
    },
    {
      title: 'GraphQL',
      input: { code: 'query{viewer{login}}', language: 'graphql' },
      output: { code: 'query {\n  viewer {\n    login\n  }\n}\n', changed: true },
    },
    {
      title: 'Already formatted',
      input: { code: 'a: 1\n', language: 'yaml' },
      output: { code: 'a: 1\n', changed: false },
    },
  ],

  prepare: () => import('./lib/code-formatter.ts'),
  handler: async ({
    code,
    language,
    width,
    indent,
    tabs,
    semicolons,
    single_quotes,
    trailing_commas,
    prose,
  }) => {
    const { formatCode } = await import('./lib/code-formatter.ts')
    const formatted = await formatCode(code, language, {
      printWidth: width,
      tabWidth: indent,
      useTabs: tabs,
      semi: semicolons,
      singleQuote: single_quotes,
      trailingComma: trailing_commas,
      proseWrap: prose,
    })
    return { code: formatted.toWellFormed(), changed: formatted !== code }
  },
})
