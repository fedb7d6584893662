import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { withoutMark } from '../lib/byte-order-mark.ts'
import { htmlToMarkdown, loadMarkdownWriter } from '../lib/html/html-markdown.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'html-to-markdown',
  title: 'HTML to Markdown',
  summary:
    'Turns HTML into GitHub-flavoured Markdown: headings, lists, links, tables, code; ' +
    'scripts and hidden text are removed.',
  searchWords: [
    'web page to markdown',
    'convert a web page',
    'clean markup',
    'notes from html',
    'website to md',
    'rich text',
    'for a readme',
    'web content as markdown',
    'save a page as notes',
    'clean html',
  ],
  category: 'Document Parsing',
  tier: 'compute',
  credits: 1,
  version: 11,
  cacheable: true,
  worker: true,
  mainField: 'html',
  related: ['text-markdown-to-html', 'text-html-to-text'],
  takes: { html: ['html'] },
  firstFor: ['html'],
  gives: 'markdown',
  mainOutput: 'markdown',

  input: z.strictObject({
    html: wellFormedText(500_000).describe('A page or a fragment'),
    headings: z
      .enum(['atx', 'setext'])
      .default('atx')
      .describe('# in front of a heading, or a line of = or - below headings of the first two levels'),
    bullet: z.enum(['-', '*', '+']).default('-').describe('The marker of a list item'),
    hidden: z
      .enum(['drop', 'keep'])
      .default('drop')
      .describe(
        'Omits templates, closed dialogues and what `hidden` or a `style` makes invisible, or keeps it',
      ),
  }),
  output: z.strictObject({
    markdown: z.string().describe('The Markdown, without links that run code when followed'),
  }),

  // Markdown that CommonMark and GitHub's specification turn back into the same HTML.
  examples: [
    {
      title: 'Headings, emphasis and a link',
      input: { html: '<h2>Hello</h2><p><b>Bold</b> and <a href="https://example.com/">link</a></p>' },
      output: { markdown: '## Hello\n\n**Bold** and [link](https://example.com/)' },
    },
    {
      title: 'Code keeps its language',
      input: { html: '<pre><code class="language-js">let a = 1 &lt; 2\n</code></pre>' },
      output: { markdown: '```js\nlet a = 1 < 2\n```' },
    },
    {
      title: 'Text that looks like Markdown is escaped',
      input: { html: '<p>1. not a *list*</p>' },
      output: { markdown: '1\\. not a \\*list\\*' },
    },
    {
      title: 'A tag that is only text stays text',
      input: { html: '<p>&lt;script&gt; runs code<span hidden> unseen</span></p>' },
      output: { markdown: '\\<script> runs code' },
    },
  ],

  prepare: loadMarkdownWriter,
  handler: async ({ html, headings, bullet, hidden }) => ({
    markdown: await htmlToMarkdown(
      withoutMark(html),
      { headings, bullet, keepHidden: hidden === 'keep' },
      'html',
    ),
  }),
})
