import { z } from 'zod'
import { base64Field, bytesOf } from './lib/base64-bytes.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

const corner = z.strictObject({
  x: z.number().describe('Pixels from the left'),
  y: z.number().describe('Pixels from the top'),
})

export default defineTool({
  slug: 'vision-qr-decode',
  title: 'Read QR codes',
  summary:
    'Reads the QR codes, and if asked the barcodes, in a JPEG, PNG, WebP, GIF or AVIF picture, with their places.',
  searchWords: [
    'scan',
    'what does the qr say',
    'qr reader',
    'qr scanner',
    'qr from a screenshot',
    'photo of a qr',
    'quick response',
    'contents of a qr',
    'what is in this qr',
    'read a qr picture',
    'qr to text',
    'qr to link',
  ],
  category: 'Media',
  tier: 'compute',
  credits: 3,
  version: 4,
  cacheable: true,
  worker: true,
  native: true,
  mainField: 'image',
  related: ['vision-qr-generate'],
  takes: { image: ['image'] },
  gives: 'text',
  mainOutput: 'text',

  input: z.strictObject({
    image: base64Field('The picture'),
    barcodes: z
      .boolean()
      .default(false)
      .describe(
        'Also reads Aztec, Data Matrix, PDF417, EAN, UPC, Code 39, 93 and 128, ITF, Codabar and GS1 DataBar',
      ),
  }),
  output: z.strictObject({
    found: z.boolean().describe('Whether a readable code was found'),
    text: z.string().nullable().describe('The text of the first code; null if there is none'),
    bytes_hex: z.string().nullable().describe('Its bytes as hexadecimal digits'),
    version: z.int().nullable().describe('Its version: 1 to 40 for a QR code; null for codes without one'),
    corners: z
      .array(corner)
      .describe('Top left, top right, bottom right and bottom left; empty if there is no code'),
    codes: z
      .array(
        z.strictObject({
          format: z
            .string()
            .describe('The kind of code, such as QRCode or EAN13; an EAN-13 that begins with 0 is a UPC-A'),
          text: z.string().describe('Its text'),
          bytes_hex: z.string().describe('Its bytes as hexadecimal digits'),
          version: z.int().nullable().describe('Its version; null for codes without one'),
          corners: z.array(corner).describe('Top left, top right, bottom right and bottom left'),
        }),
      )
      .describe('All codes of the picture, at most 50'),
  }),

  // A white pixel contains no code. Tests check that codes of any content can be read back.
  examples: [
    {
      title: 'A picture without a code',
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
      },
      output: {
        found: false,
        text: null,
        bytes_hex: null,
        version: null,
        corners: [],
        codes: [],
      },
    },
    {
      title: 'As a data: URL',
      input: {
        image: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
      },
      output: {
        found: false,
        text: null,
        bytes_hex: null,
        version: null,
        corners: [],
        codes: [],
      },
    },
    {
      title: 'Another without a code',
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
      },
      output: {
        found: false,
        text: null,
        bytes_hex: null,
        version: null,
        corners: [],
        codes: [],
      },
    },
  ],

  prepare: async () => (await import('./lib/qr-reader.ts')).prepareQrReader(),
  handler: async ({ image, barcodes }) => {
    const { readCodes } = await import('./lib/qr-reader.ts')
    const codes = await readCodes(bytesOf(image, 'image'), barcodes)
    const { text = null, bytes_hex = null, version = null, corners = [] } = codes[0] ?? {}
    return {
      found: codes.length > 0,
      text,
      bytes_hex,
      version,
      corners,
      codes,
    }
  },
})
