import { z } from 'zod'
import { base64File, readBase64 } from './lib/base64-file.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { TITLE_DOCX } from './lib/document-samples.ts'
import { docxToHtml } from './lib/docx/docx-html.ts'
import { htmlToMarkdown, loadMarkdownWriter } from '../lib/html/html-markdown.ts'

const TITLE_MARKDOWN = '# Title\n\nSome **bold** text.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |'

export default defineTool({
  slug: 'doc-docx-to-markdown',
  title: 'Word document to Markdown',
  summary:
    'Turns a Word document (DOCX) into Markdown: headings, lists, tables, links, notes; ' +
    'pictures are left out.',
  searchWords: [
    'microsoft office',
    'word file',
    'read a doc',
    'office document',
    'open a word file',
    'text of a word file',
    'convert word',
    'docx reader',
    'text from word',
    'letter in word',
  ],
  category: 'Document Parsing',
  tier: 'compute',
  credits: 3,
  version: 12,
  cacheable: true,
  worker: true,
  mainField: 'docx',
  related: ['text-markdown-to-html', 'text-chunk', 'doc-pdf-to-text'],
  takes: { docx: ['docx'] },
  firstFor: ['docx'],
  gives: 'markdown',
  mainOutput: 'markdown',

  input: z.strictObject({
    docx: base64File().describe('The DOCX file as base64, up to 3 MB'),
    headings: z
      .enum(['atx', 'setext'])
      .default('atx')
      .describe('# in front of a heading, or a line of = or - below headings of the first two levels'),
    bullet: z.enum(['-', '*', '+']).default('-').describe('The marker of a list item'),
  }),
  output: z.strictObject({
    markdown: z.string().describe('The document as GitHub-flavoured Markdown'),
    warnings: z
      .array(z.string())
      .describe('What was left out or not understood, each once, the first 50; pictures are counted'),
  }),

  // The document was written by hand following ECMA-376; the Markdown is in the form of GitHub's
  // specification.
  examples: [
    {
      title: 'A heading, bold text and a table',
      input: { docx: TITLE_DOCX },
      output: { markdown: TITLE_MARKDOWN, warnings: [] },
    },
    {
      title: 'Underlined headings',
      input: { docx: TITLE_DOCX, headings: 'setext' },
      output: { markdown: TITLE_MARKDOWN.replace('# Title', 'Title\n====='), warnings: [] },
    },
    {
      title: 'As a data: URL',
      input: {
        docx: `data:application/vnd.openxmlformats-officedocument.wordprocessingml.document;base64,${TITLE_DOCX}`,
      },
      output: { markdown: TITLE_MARKDOWN, warnings: [] },
    },
  ],

  prepare: () =>
    Promise.all([import('mammoth'), import('./lib/docx/explicit-document.ts'), loadMarkdownWriter()]),
  handler: async ({ docx, headings, bullet }) => {
    const { html, warnings } = await docxToHtml(readBase64(docx, 'docx'))
    return { markdown: await htmlToMarkdown(html, { headings, bullet }, 'docx'), warnings }
  },
})
