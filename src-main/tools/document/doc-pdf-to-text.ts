import { z } from 'zod'
import { base64File, readBase64 } from './lib/base64-file.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { HELLO_PDF, NIHONGO_PDF } from './lib/document-samples.ts'
import { readPdf } from './lib/pdf/read-pdf.ts'

const MAX_PAGES = 500

export default defineTool({
  slug: 'doc-pdf-to-text',
  title: 'Text of a PDF',
  summary:
    'Extracts the text of a PDF page by page, with its title, author, form fields and comments; ' +
    'scanned pages have no text.',
  searchWords: [
    'read',
    'extract words',
    'pdf reader',
    'scan',
    'words out of a pdf',
    'adobe',
    'copy text',
    'contents of a pdf',
    'pdf parser',
    'pages',
    'paper',
    'ebook',
    'text out of a pdf',
    'read a pdf',
    'pdf to txt',
    'parse a pdf',
    'extract pdf text',
    'pdf to words',
    'filled form fields',
    'acroform',
  ],
  category: 'Document Parsing',
  tier: 'compute',
  credits: 3,
  version: 4,
  cacheable: true,
  worker: true,
  mainField: 'pdf',
  related: ['text-chunk', 'doc-docx-to-markdown'],
  takes: { pdf: ['pdf'] },
  firstFor: ['pdf'],
  gives: 'text',
  mainOutput: 'pages[].text',

  input: z.strictObject({
    pdf: base64File().describe('The PDF file as base64, up to 3 MB'),
    from_page: z.int().min(1).max(100_000).default(1).describe('First page to read'),
    max_pages: z.int().min(1).max(MAX_PAGES).default(100).describe('Most pages to read'),
    password: z.string().max(127).optional().describe('The password, if it is encrypted'),
  }),
  output: z.strictObject({
    pages: z
      .array(
        z.strictObject({
          page: z.int().min(1).describe('Number of the page'),
          text: z
            .string()
            .describe(
              'Its text, with what was filled in or written upon it; empty if the page is a picture',
            ),
        }),
      )
      .describe('The pages that were read, in order'),
    page_count: z.int().min(0).describe('Number of pages in the whole document'),
    more: z.boolean().describe('Whether there are more pages after those that were read'),
    title: z.string().nullable().describe('Its title; null if it has none'),
    author: z.string().nullable().describe('Its author; null if it has none'),
    fields: z
      .array(
        z.strictObject({
          page: z.int().min(1).describe('Number of the page'),
          name: z.string().describe('Name of the field'),
          value: z
            .union([z.string(), z.boolean(), z.array(z.string())])
            .nullable()
            .describe('What is typed, chosen or ticked; null if nothing is chosen'),
        }),
      )
      .optional()
      .describe(
        'The fields of forms on these pages, whose values are also in the text; absent without any',
      ),
    comments: z
      .array(
        z.strictObject({
          page: z.int().min(1).describe('Number of the page'),
          author: z.string().nullable().describe('Who wrote it; null if the file does not say'),
          text: z.string().describe('The comment'),
        }),
      )
      .optional()
      .describe('Comments on these pages, which the text does not have; absent without any'),
    warnings: z
      .array(z.string())
      .optional()
      .describe('What of the pages could not be read; absent if nothing was left out'),
  }),

  // The document was written by hand following ISO 32000-1, annex H.
  examples: [
    {
      title: 'A page of two lines',
      input: { pdf: HELLO_PDF },
      output: {
        pages: [{ page: 1, text: 'Hello World\nSecond line' }],
        page_count: 1,
        more: false,
        title: 'Greeting',
        author: null,
      },
    },
    {
      title: 'Nothing after the last page',
      input: { pdf: HELLO_PDF, from_page: 2 },
      output: { pages: [], page_count: 1, more: false, title: 'Greeting', author: null },
    },
    {
      title: 'Japanese in a font that the file does not have',
      input: { pdf: NIHONGO_PDF },
      output: {
        pages: [{ page: 1, text: '日本語' }],
        page_count: 1,
        more: false,
        title: null,
        author: null,
      },
    },
    {
      title: 'As a data: URL',
      input: { pdf: `data:application/pdf;base64,${HELLO_PDF}`, max_pages: 1 },
      output: {
        pages: [{ page: 1, text: 'Hello World\nSecond line' }],
        page_count: 1,
        more: false,
        title: 'Greeting',
        author: null,
      },
    },
  ],

  prepare: () => import('unpdf'),
  handler: ({ pdf, from_page, max_pages, password }) =>
    readPdf(readBase64(pdf, 'pdf'), { fromPage: from_page, maxPages: max_pages, password }),
})
