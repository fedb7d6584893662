import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const color = z.string().regex(/^#[\da-f]{6}$/i, 'Send six hexadecimal digits, such as #000000')

export default defineTool({
  slug: 'vision-qr-generate',
  title: 'QR code',
  summary: 'Makes a QR code of a text or link, as SVG or PNG.',
  searchWords: [
    'link to scan',
    'wifi code',
    'quick response',
    'qr maker',
    'url to qr',
    'scannable',
    'code for a poster',
    '2d code',
    'guest wifi',
    'create a qr',
    'print a link',
    'sticker with a link',
    'link as a code',
    'make a qr',
    'phone camera code',
    'vcard code',
  ],
  category: 'Media',
  tier: 'compute',
  credits: 2,
  cacheable: true,
  worker: true,
  aliases: ['gen-qr-svg', 'gen-qr-data', 'comm-qr-url'],
  mainField: 'text',
  related: ['vision-qr-decode', 'vision-barcode-generate', 'comm-vcard-create'],
  takes: { text: ['url', 'vcard', 'text'] },
  firstFor: ['vcard'],
  gives: 'svg',
  mainOutput: 'svg',

  input: z.strictObject({
    text: wellFormedText(7_089).min(1).describe('The text of the code: a link, a vCard, any text'),
    format: z.enum(['svg', 'png']).default('svg').describe('Format of the picture'),
    error_correction: z
      .enum(['L', 'M', 'Q', 'H'])
      .default('M')
      .describe('How much of the code may be damaged: 7, 15, 25 or 30 %; more makes the code larger'),
    size: z
      .int()
      .min(64)
      .max(2_000)
      .default(320)
      .describe('Width and height in pixels, approximate for PNG'),
    margin: z.int().min(0).max(20).default(4).describe('Empty modules around it; the standard requires 4'),
    dark: color.default('#000000').describe('Colour of the modules'),
    light: color
      .default('#ffffff')
      .describe('Background colour; most readers need it lighter than the modules'),
  }),
  output: z.strictObject({
    svg: z.string().nullable().describe('The picture as SVG; null for PNG'),
    png_base64: z.string().nullable().describe('The picture as PNG; null for SVG'),
    version: z.int().min(1).max(40).describe('The code’s version, which determines its size'),
    modules: z.int().min(21).max(177).describe('Modules per side, without the margin'),
  }),

  picture: ({ png_base64 }) => (png_base64 === null ? null : { field: 'png_base64', mime: 'image/png' }),

  // ISO/IEC 18004: version v has 17 + 4v modules per side. Tests check that the code can be read
  // back.
  examples: [
    { title: 'A link', input: { text: 'https://example.com/' } },
    { title: 'A PNG for print', input: { text: 'Hello', format: 'png', error_correction: 'H', size: 600 } },
    { title: 'In colour', input: { text: 'WIFI:T:WPA;S:guest;P:secret;;', dark: '#1e3a8a' } },
  ],

  prepare: () => import('./lib/qr-code.ts'),
  handler: async (input) => {
    const { drawQrCode } = await import('./lib/qr-code.ts')
    return drawQrCode(input)
  },
})
