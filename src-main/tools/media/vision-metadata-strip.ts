import { z } from 'zod'
import { base64Field, bytesOf } from './lib/base64-bytes.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

export default defineTool({
  slug: 'vision-metadata-strip',
  title: 'Remove picture metadata',
  summary: 'Removes EXIF, GPS position, IPTC and XMP from a picture and checks that they are gone.',
  searchWords: [
    'exif',
    'clean a photo',
    'remove location',
    'privacy',
    'anonymize photo',
    'delete gps',
    'before sharing',
    'scrub',
    'wipe',
    'hide where a photo was taken',
    'erase camera details',
    'remove exif',
    'safe to post',
    'personal data in a photo',
    'remove camera data',
  ],
  category: 'Media',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  worker: true,
  native: true,
  mainField: 'image',
  related: ['vision-image-metadata', 'vision-image-resize'],
  takes: { image: ['image'] },
  gives: 'image',
  mainOutput: 'image',

  input: z.strictObject({
    image: base64Field('A JPEG, PNG, WebP or GIF picture of at most 16 megapixels'),
    quality: z
      .int()
      .min(50)
      .max(100)
      .optional()
      .describe(
        'If it is given, JPEG and WebP are encoded again in this quality; otherwise no picture loses anything, and only one that must be turned upright is encoded again',
      ),
  }),
  output: z.strictObject({
    image: z.string().describe('The picture as Base64, rotated upright as its metadata said'),
    mime: z.string().describe('Its media type'),
    encoded_again: z
      .boolean()
      .describe('Whether the pixels were encoded again, to turn the picture or in the given quality'),
    removed: z.array(z.string()).describe('Names of the removed entries'),
    had_location: z.boolean().describe('Whether it contained the place where it was taken'),
    bytes_before: z.int().min(1).describe('Size of the file before, in bytes'),
    bytes: z.int().min(1).describe('Size of the file now, in bytes'),
  }),

  picture: ({ mime }) => ({ field: 'image', mime }),

  // The bytes depend on the encoder; tests read the results again with another program.
  examples: [
    {
      title: 'A PNG without metadata',
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
      },
    },
    {
      title: 'A GIF',
      input: { image: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' },
    },
    {
      title: 'The best quality',
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
        quality: 100,
      },
    },
  ],

  prepare: () => import('./lib/image-cleaning.ts'),
  handler: async ({ image, quality }) => {
    const { stripMetadata } = await import('./lib/image-cleaning.ts')
    return stripMetadata(bytesOf(image, 'image'), quality)
  },
})
