import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { base64Field, bytesOf } from './lib/base64-bytes.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

export default defineTool({
  slug: 'vision-image-metadata',
  title: 'Picture metadata',
  summary: 'Size, format and hidden data of a picture: EXIF, GPS position, IPTC, XMP and colour profile.',
  searchWords: [
    'exif',
    'gps',
    'camera model',
    'lens',
    'when was the photo taken',
    'where was the photo taken',
    'dimensions',
    'width and height',
    'hidden data',
    'photo details',
    'resolution',
    'photo location',
    'image info',
    'size of a picture',
    'pixels',
    'camera settings',
    'photo date',
    'image size in pixels',
  ],
  category: 'Media',
  tier: 'compute',
  credits: 1,
  version: 5,
  cacheable: true,
  worker: true,
  native: true,
  mainField: 'image',
  related: ['vision-metadata-strip', 'vision-image-resize', 'geo-coordinates-distance'],
  takes: { image: ['image'] },
  firstFor: ['image'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    image: base64Field('A JPEG, PNG, WebP, GIF or AVIF picture'),
  }),
  output: z.strictObject({
    format: z.string().describe('jpeg, png, webp, gif or avif'),
    width: z.int().min(1).describe('Width in pixels, as the picture is shown'),
    height: z.int().min(1).describe('Height in pixels, as the picture is shown'),
    bytes: z.int().min(1).describe('Size of the file in bytes'),
    density: z
      .number()
      .nullable()
      .describe('Pixels per inch at which it is to be printed, if the file says so'),
    channels: z.int().describe('1 for grey, 3 for colour, one more with transparency'),
    has_alpha: z.boolean().describe('Whether it has transparency'),
    frames: z.int().min(1).describe('Number of frames; more than 1 for an animation'),
    orientation: z.int().describe('EXIF orientation, 1 to 8; 1 is upright'),
    color_space: z.string().describe('For example srgb'),
    location: z
      .strictObject({
        latitude: z.number().describe('Degrees north'),
        longitude: z.number().describe('Degrees east'),
      })
      .nullable()
      .describe('Where it was taken, if the metadata says so'),
    metadata: namedValues(z.string(), z.unknown()).describe(
      'All entries of EXIF, XMP, IPTC and the colour profile by name, and the texts of a PNG and the comments ' +
        'of a JPEG or GIF by keyword; bytes as Base64. Where two of them say different things under one name, ' +
        'the second has its source before it, such as xmp:ModifyDate',
    ),
    warnings: z.array(z.string()).describe('What is damaged and could not be read'),
  }),

  // The heads of two pictures of one pixel, by the PNG and GIF specifications.
  examples: [
    {
      title: 'A PNG of one pixel',
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
      },
      output: {
        format: 'png',
        width: 1,
        height: 1,
        bytes: 70,
        density: null,
        channels: 4,
        has_alpha: true,
        frames: 1,
        orientation: 1,
        color_space: 'srgb',
        location: null,
        metadata: {},
        warnings: [],
      },
    },
    {
      title: 'A GIF as a data: URL',
      input: { image: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' },
    },
    {
      title: 'Grey with transparency',
      input: {
        image:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
      },
    },
  ],

  prepare: () => import('./lib/image-metadata.ts'),
  handler: async ({ image }) => {
    const { describeImage } = await import('./lib/image-metadata.ts')
    return describeImage(bytesOf(image, 'image'))
  },
})
