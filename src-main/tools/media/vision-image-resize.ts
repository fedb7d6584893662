import { z } from 'zod'
import { base64Field, bytesOf } from './lib/base64-bytes.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

export default defineTool({
  slug: 'vision-image-resize',
  title: 'Resize a picture',
  summary: 'Resizes, crops or converts a picture to JPEG, PNG, WebP or AVIF.',
  searchWords: [
    'thumbnail',
    'scale',
    'crop',
    'smaller photo',
    'webp',
    'convert png to jpg',
    'image size',
    'shrink',
    'compress a picture',
    'image converter',
    'photo format',
    'width',
    'jpeg',
    'enlarge',
    'cut an image',
    'photo too big',
    'jpg to png',
    'too big to mail',
    'px wide',
  ],
  category: 'Media',
  tier: 'compute',
  credits: 3,
  cacheable: true,
  worker: true,
  native: true,
  related: ['vision-image-metadata', 'vision-metadata-strip'],
  takes: { image: ['image'] },
  gives: 'image',
  mainOutput: 'image',

  input: z.strictObject({
    image: base64Field('A JPEG, PNG, WebP, GIF or AVIF picture of at most 16 megapixels'),
    width: z
      .int()
      .min(1)
      .max(4_096)
      .optional()
      .describe('Width in pixels; default: from the height, else unchanged'),
    height: z
      .int()
      .min(1)
      .max(4_096)
      .optional()
      .describe('Height in pixels; default: from the width, else unchanged'),
    fit: z
      .enum(['inside', 'cover', 'contain', 'fill'])
      .default('inside')
      .describe('inside keeps the aspect ratio, cover crops, contain adds edges, fill distorts'),
    format: z
      .enum(['jpeg', 'png', 'webp', 'gif', 'avif'])
      .optional()
      .describe('Default: the format of the picture; PNG for a GIF without animation'),
    quality: z.int().min(1).max(100).default(80).describe('Quality of JPEG, WebP and AVIF'),
    enlarge: z.boolean().default(false).describe('Whether the picture may be enlarged'),
    background: z
      .string()
      .regex(/^#[\da-f]{6}$/i, 'Send six hexadecimal digits, such as #ffffff')
      .default('#ffffff')
      .describe('Colour of edges, and behind transparency in JPEG'),
  }),
  output: z.strictObject({
    image: z.string().describe('The picture as Base64, upright and without metadata'),
    mime: z.string().describe('Its media type'),
    width: z.int().min(1).describe('Pixels'),
    height: z.int().min(1).describe('Pixels'),
    bytes: z.int().min(1).describe('Size of the file in bytes'),
    frames: z.int().min(1).describe('Frames of the result; animations stay in WebP and GIF'),
    dropped_frames: z.int().min(0).describe('Frames of the picture that are not in the result'),
  }),

  picture: ({ mime }) => ({ field: 'image', mime }),

  // The bytes depend on the encoder; tests check sizes, formats and colours.
  examples: [
    {
      title: 'A thumbnail',
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
        width: 160,
      },
    },
    {
      title: 'Cropped to a square as WebP',
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
        width: 64,
        height: 64,
        fit: 'cover',
        format: 'webp',
        enlarge: true,
      },
    },
    {
      title: 'Conversion only',
      input: {
        image: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
        format: 'png',
      },
    },
  ],

  prepare: () => import('./lib/image-size.ts'),
  handler: async ({ image, ...options }) => {
    const { resizeImage } = await import('./lib/image-size.ts')
    return resizeImage(bytesOf(image, 'image'), options)
  },
})
