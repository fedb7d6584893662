import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { withoutMark } from '../lib/byte-order-mark.ts'
import { markdownAsHtml, NestedTooDeeply } from './lib/markdown/markdown-document.ts'
import { withRawTextTagsShown } from './lib/raw-text-tags.ts'
import { toSafeHtml } from '../lib/html/safe-html.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'
import { STANDARDS } from '../lib/standards.ts'

export default defineTool({
  slug: 'text-markdown-to-html',
  title: 'Markdown to HTML',
  summary:
    'Turns Markdown (CommonMark with tables, task lists, strikethrough and footnotes) into HTML that is safe to show.',
  searchWords: [
    'render',
    'readme',
    'web page',
    'preview',
    'commonmark',
    'github flavored',
    'show markdown',
    'gfm',
    'footnotes',
    'markdown renderer',
    'show a readme',
    'md to a web page',
    'notes to html',
    'convert md',
    'publish notes',
  ],
  category: 'Document Parsing',
  tier: 'compute',
  credits: 1,
  version: 4,
  cacheable: true,
  worker: true,
  aliases: ['convert-markdown-html'],
  standards: [STANDARDS.commonMark],
  mainField: 'markdown',
  related: ['html-to-markdown', 'text-html-to-text'],
  takes: { markdown: ['markdown'] },
  firstFor: ['markdown'],
  gives: 'html',
  mainOutput: 'html',

  input: z.strictObject({
    markdown: wellFormedText(500_000).describe('The Markdown text'),
    gfm: z
      .boolean()
      .default(true)
      .describe(
        "Supports GitHub's tables, task lists, strikethrough, bare URLs and footnotes; otherwise plain CommonMark",
      ),
    line_breaks: z.boolean().default(false).describe('Turns every line break in a paragraph into <br>'),
  }),
  output: z.strictObject({
    html: z
      .string()
      .describe('The HTML, without scripts, styles, frames, event handlers and addresses that run code'),
  }),

  // From the specifications of CommonMark 0.31.2 (examples 62, 350) and GitHub's extensions (198, 279, 491).
  examples: [
    {
      title: 'Headings and emphasis',
      input: { markdown: '# foo\n\n*foo bar*' },
      output: { html: '<h1>foo</h1>\n<p><em>foo bar</em></p>\n' },
    },
    {
      title: 'Strikethrough',
      input: { markdown: '~~Hi~~ Hello, ~there~ world!' },
      output: { html: '<p><del>Hi</del> Hello, <del>there</del> world!</p>\n' },
    },
    {
      title: 'Code that could run is removed',
      input: { markdown: 'a <script>alert(1)</script> [b](javascript:alert(1)) <b onclick="x">c</b>' },
      output: { html: '<p>a  <a>b</a> <b>c</b></p>\n' },
    },
  ],

  prepare: () => Promise.all([import('markdown-it'), import('sanitize-html')]),
  handler: async ({ markdown, gfm, line_breaks }) => {
    try {
      const html = await markdownAsHtml(withoutMark(markdown), { gfm, breaks: line_breaks })
      const shown = gfm ? withRawTextTagsShown(html) : html
      return { html: (await toSafeHtml(shown)).toWellFormed() }
    } catch (error) {
      if (!(error instanceof NestedTooDeeply)) throw error
      throw new InvalidInput(
        'markdown',
        'The quotes or lists are nested too deeply; send a part of the text',
      )
    }
  },
})
