import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'code-js-minify',
  title: 'Minify JavaScript',
  summary: 'Minifies JavaScript: shortens names, folds constants, drops comments and dead code.',
  searchWords: [
    'compress script',
    'uglify',
    'shrink',
    'terser',
    'smaller bundle',
    'production build',
    'obfuscate',
    'mangle',
    'optimize js',
    'strip comments',
    'js file size',
    'javascript compressor',
    'make a script smaller',
    'shorten code',
    'compact js',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  worker: true,
  mainField: 'code',
  related: ['code-css-minify', 'code-format'],
  takes: { code: ['javascript'] },
  gives: 'javascript',
  mainOutput: 'code',

  input: z.strictObject({
    code: wellFormedText(500_000).describe('The script or module'),
    module: z
      .boolean()
      .default(false)
      .describe('Reads it as an ES module: strict mode, and top-level names may be renamed or removed'),
    mangle: z.boolean().default(true).describe('Shortens the names of local variables'),
    compress: z.boolean().default(true).describe('Folds constants and drops unreachable code'),
    drop_console: z.boolean().default(false).describe('Drops calls to console'),
    keep_names: z.boolean().default(false).describe('Keeps the names of functions and classes'),
    keep_licences: z
      .boolean()
      .default(true)
      .describe('Keeps comments with @license, @preserve or an exclamation mark'),
  }),
  output: z.strictObject({
    code: z.string().describe('The minified code'),
    bytes_before: z.int().min(0).describe('Bytes of the original code, in UTF-8'),
    bytes_after: z.int().min(0).describe('Bytes of the minified code'),
  }),

  // The first is the example of terser's README.
  examples: [
    {
      title: 'A function',
      input: { code: 'function add(first, second) { return first + second; }' },
      output: { code: 'function add(n,d){return n+d}', bytes_before: 54, bytes_after: 29 },
    },
    {
      title: 'Constants and dead code',
      input: { code: 'if (false) { a() } else { b(2 * 3) }' },
      output: { code: 'b(6);', bytes_before: 36, bytes_after: 5 },
    },
    {
      title: 'White space alone',
      input: { code: 'let total = 1 + 1 // two', mangle: false, compress: false },
      output: { code: 'let total=1+1;', bytes_before: 24, bytes_after: 14 },
    },
  ],

  prepare: () => Promise.all([import('terser'), import('./lib/javascript-tree.ts')]),
  handler: async ({ code, module, mangle, compress, drop_console, keep_names, keep_licences }) => {
    const { checkJavaScript } = await import('./lib/javascript-tree.ts')
    // The minifier reads some of what is not JavaScript without an end.
    try {
      checkJavaScript(code, module ? 'module' : 'script')
    } catch (error) {
      throw error instanceof InvalidInput
        ? new InvalidInput('code', error.message + moduleHint(code, module))
        : error
    }
    const { minify } = await import('terser')
    const options = {
      module,
      mangle,
      compress: compress ? { drop_console } : drop_console ? { defaults: false, drop_console } : false,
      keep_classnames: keep_names,
      keep_fnames: keep_names,
      format: { comments: keep_licences ? ('some' as const) : false },
    }
    const minified = await minify(code, options).catch((error: unknown) => {
      throw new InvalidInput('code', sentenceOf(error))
    })
    // Terser omits `code` only if it is configured to return something else.
    const short = (minified.code ?? '').toWellFormed()
    return { code: short, bytes_before: Buffer.byteLength(code), bytes_after: Buffer.byteLength(short) }
  },
})

// Syntax that is too new for the minifier, such as `using`.
function sentenceOf(error: unknown): string {
  if (error instanceof RangeError) return 'The code is nested too deeply; send its parts one by one'
  const place =
    error instanceof Error && 'line' in error && 'col' in error
      ? ` at line ${String(error.line)}, column ${Number(error.col) + 1}`
      : ''
  return `The minifier does not know the syntax${place} yet; write it in an older way`
}

function moduleHint(code: string, isModule: boolean): string {
  return !isModule && /\b(?:await|import|export)\b/.test(code)
    ? '; await at the top level, import and export need `module: true`'
    : ''
}
