import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const SYMBOLOGIES = [
  'code128',
  'gs1-128',
  'code39',
  'code93',
  'ean13',
  'ean8',
  'upca',
  'upce',
  'isbn',
  'itf14',
  'codabar',
  'datamatrix',
  'pdf417',
  'azteccode',
] as const

export default defineTool({
  slug: 'vision-barcode-generate',
  title: 'Barcode',
  summary:
    'Makes a barcode as SVG or PNG: Code 128, EAN, UPC, ISBN, ITF-14, Data Matrix, PDF417, Aztec and more.',
  searchWords: [
    'ean',
    'upc',
    'isbn',
    'product label',
    'code 128',
    'gtin',
    'data matrix',
    'scanner code',
    'price tag',
    'pdf417',
    'code 39',
    'bar code',
    'create a label',
    'inventory',
    'retail',
    'isbn barcode',
    'print a barcode',
    'shop label',
    'barcode for a book',
    'package label',
    'ean 13 label',
    'itf-14',
    'gs1',
    'barcode image',
  ],
  category: 'Media',
  tier: 'compute',
  credits: 2,
  version: 4,
  cacheable: true,
  worker: true,
  mainField: 'text',
  related: ['vision-qr-generate'],
  takes: { text: ['barcode'] },
  firstFor: ['barcode'],
  gives: 'svg',
  mainOutput: 'svg',

  input: z.strictObject({
    text: wellFormedText(2_000)
      .min(1)
      .describe('The text of the code; for EAN and UPC its digits, whose check digit is added or checked'),
    symbology: z.enum(SYMBOLOGIES).default('code128').describe('The kind of barcode'),
    format: z.enum(['svg', 'png']).default('svg').describe('Format of the picture'),
    scale: z.int().min(1).max(8).default(2).describe('Pixels per module'),
    height: z
      .int()
      .min(2)
      .max(100)
      .default(12)
      .describe('Height of the bars in millimetres; ignored for square codes'),
    show_text: z.boolean().default(true).describe('Writes the text below linear codes'),
  }),
  output: z.strictObject({
    svg: z.string().nullable().describe('The picture as SVG; null for PNG'),
    png_base64: z.string().nullable().describe('The picture as PNG; null for SVG'),
    symbology: z.enum(SYMBOLOGIES).describe('The kind of barcode'),
  }),

  picture: ({ png_base64 }) => (png_base64 === null ? null : { field: 'png_base64', mime: 'image/png' }),

  // Tests read the bars by the standards of the symbologies.
  examples: [
    { title: 'A parcel number', input: { text: 'TG-2026-000142' } },
    {
      title: 'An article number, with its check digit',
      input: { text: '4006381333931', symbology: 'ean13' },
    },
    {
      title: 'A Data Matrix as PNG',
      input: { text: 'Lot 42', symbology: 'datamatrix', format: 'png', scale: 4 },
    },
  ],

  prepare: () => import('./lib/barcode.ts'),
  handler: async (input) => {
    const { drawBarcode } = await import('./lib/barcode.ts')
    return drawBarcode(input)
  },
})
