import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_WARNINGS = 50

export default defineTool({
  slug: 'code-css-minify',
  title: 'Minify CSS',
  summary: 'Minifies CSS: shortens values, merges rules, drops comments and overridden declarations.',
  searchWords: [
    'stylesheet',
    'compress',
    'shrink',
    'smaller file',
    'uglify',
    'optimize styles',
    'remove whitespace',
    'production build',
    'style sheet size',
    'scss',
    'compact css',
    'less bytes for styles',
    'css compressor',
    'speed up a page',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  worker: true,
  accepts: ['code'],
  mainField: 'css',
  related: ['code-js-minify', 'code-format'],

  input: z.strictObject({
    css: wellFormedText(500_000).describe('The style sheet'),
    restructure: z.boolean().default(true).describe('Merges and moves rules if the meaning stays the same'),
    keep_licences: z.boolean().default(true).describe('Keeps comments that begin with /*!'),
  }),
  output: z.strictObject({
    css: z.string().describe('The minified style sheet'),
    bytes_before: z.int().min(0).describe('Bytes of the original style sheet, in UTF-8'),
    bytes_after: z.int().min(0).describe('Bytes of the minified style sheet'),
    warnings: z.array(z.string()).describe('Parts that could not be parsed and may be missing, at most 50'),
  }),

  // The first is the example of csso's README.
  examples: [
    {
      title: 'A colour',
      input: { css: '.test { color: #ff0000; }' },
      output: { css: '.test{color:red}', bytes_before: 25, bytes_after: 16, warnings: [] },
    },
    {
      title: 'Rules merged, a comment dropped',
      input: { css: '/* links */ a { margin: 0px } b { margin: 0 }' },
      output: { css: 'a,b{margin:0}', bytes_before: 45, bytes_after: 13, warnings: [] },
    },
    {
      title: 'Overridden declarations are dropped',
      input: { css: 'a { color: red; color: blue }' },
      output: { css: 'a{color:#00f}', bytes_before: 29, bytes_after: 13, warnings: [] },
    },
  ],

  prepare: () => import('csso'),
  handler: async ({ css, restructure, keep_licences }) => {
    const { minify } = await import('csso')
    try {
      const short = minify(css, { restructure, comments: keep_licences }).css.toWellFormed()
      return {
        css: short,
        bytes_before: Buffer.byteLength(css),
        bytes_after: Buffer.byteLength(short),
        warnings: await warningsOf(css),
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new InvalidInput('css', `The CSS cannot be read: ${reason.slice(0, 300).toWellFormed()}`)
    }
  },
})

// csso continues after an error as browsers do; its parser can say where the error is.
async function warningsOf(css: string): Promise<string[]> {
  const { syntax } = await import('csso')
  const warnings: string[] = []
  syntax.parse(css, {
    onParseError: (error: { message: string; line?: number; column?: number }) => {
      if (warnings.length < MAX_WARNINGS)
        warnings.push(
          `Line ${error.line}, column ${error.column}: ${error.message}`.slice(0, 300).toWellFormed(),
        )
    },
  })
  return warnings
}
