import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { withoutMark } from '../lib/byte-order-mark.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'
import { holdCustomValues } from './lib/css-custom-values.ts'
import { withoutOddDeclarations } from './lib/css-odd-declarations.ts'
import { scanCss } from './lib/css-scan.ts'

const MAX_WARNINGS = 50
// Lightning CSS recurses, and overflows the stack of its thread at about a thousand.
const MAX_DEPTH = 100
// It means something only as the very first bytes, written exactly so (CSS Syntax 3, section 3.2).
const CHARSET = /^@charset "[^"]*";/

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
  version: 5,
  cacheable: true,
  worker: true,
  native: true,
  mainField: 'css',
  related: ['code-js-minify', 'code-format'],
  takes: { css: ['css'] },
  firstFor: ['css'],
  gives: 'css',
  mainOutput: 'css',

  input: z.strictObject({
    css: wellFormedText(500_000).describe('The style sheet'),
    restructure: z
      .boolean()
      .default(true)
      .describe('Merges neighbouring rules if the meaning stays the same'),
    keep_licences: z.boolean().default(true).describe('Keeps comments that begin with /*!, at the top'),
  }),
  output: z.strictObject({
    css: z.string().describe('The minified style sheet'),
    bytes_before: z.int().min(0).describe('Bytes of the original style sheet, in UTF-8'),
    bytes_after: z.int().min(0).describe('Bytes of the minified style sheet'),
    warnings: z
      .array(z.string())
      .describe('Parts that are left out because they are not valid, at most 50'),
  }),

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

  prepare: () => import('./lib/css-minifier.ts'),
  handler: async ({ css, restructure, keep_licences }) => {
    const held = holdCustomValues(withoutMark(css))
    const { css: known, skipped } = withoutOddDeclarations(held.css)
    const scan = scanCss(known)
    if (scan.depth > MAX_DEPTH)
      throw new InvalidInput('css', `Brackets may be nested ${MAX_DEPTH} levels deep, not ${scan.depth}.`)
    // It keeps licences only at the beginning, so all of them are put there here.
    const { minifyCss, minifyRuleByRule, warningText } = await import('./lib/css-minifier.ts')
    const { short, warnings } = minifyCss(scan.plain)
    const rules = held.restore(restructure ? short : minifyRuleByRule(scan))
    const head = [CHARSET.exec(css)?.[0] ?? '', ...(keep_licences ? scan.licences : [])].filter(Boolean)
    const whole = [...head, rules]
      .filter(Boolean)
      .join(keep_licences && scan.licences.length > 0 ? '\n' : '')
    return {
      css: whole,
      bytes_before: Buffer.byteLength(css),
      bytes_after: Buffer.byteLength(whole),
      warnings: [...skipped.map((text) => text.toWellFormed()), ...warnings.map(warningText)]
        .filter((text) => text !== null)
        .slice(0, MAX_WARNINGS),
    }
  },
})
