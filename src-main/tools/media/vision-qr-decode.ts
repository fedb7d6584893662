import { z } from 'zod'
import { base64Field, bytesOf } from './lib/base64-bytes.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

const corner = z.strictObject({
  x: z.number().describe('Pixels from the left'),
  y: z.number().describe('Pixels from the top'),
})

export default defineTool({
  slug: 'vision-qr-decode',
  title: 'Read a QR code',
  summary: 'Reads a QR code in a JPEG, PNG, WebP, GIF or AVIF picture and says where it is.',
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
  }),
  output: z.strictObject({
    found: z.boolean().describe('Whether a readable code was found'),
    text: z
      .string()
      .nullable()
      .describe('Its text; null if there is no code. Of several codes, one is read'),
    bytes_hex: z.string().nullable().describe('Its bytes as hexadecimal digits'),
    version: z.int().nullable().describe('The code’s version, 1 to 40'),
    corners: z
      .array(corner)
      .describe('Top left, top right, bottom right and bottom left; empty if there is no code'),
  }),

  // A white pixel contains no code. Tests check that codes of any content can be read back.
  examples: [
    {
      title: 'A picture without a code',
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
      },
      output: { found: false, text: null, bytes_hex: null, version: null, corners: [] },
    },
    {
      title: 'As a data: URL',
      input: {
        image: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
      },
      output: { found: false, text: null, bytes_hex: null, version: null, corners: [] },
    },
    {
      title: 'Another without a code',
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
      },
      output: { found: false, text: null, bytes_hex: null, version: null, corners: [] },
    },
  ],

  prepare: () => import('./lib/qr-reader.ts'),
  handler: async ({ image }) => {
    const { readQrCode } = await import('./lib/qr-reader.ts')
    return readQrCode(bytesOf(image, 'image'))
  },
})
