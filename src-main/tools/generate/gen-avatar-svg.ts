import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const STYLES = [
  'identicon',
  'initials',
  'shapes',
  'rings',
  'glass',
  'pixelArt',
  'thumbs',
  'bottts',
  'funEmoji',
] as const

export default defineTool({
  slug: 'gen-avatar-svg',
  title: 'Avatar',
  summary: 'Draws an avatar as SVG from a name or id; the same input always gives the same picture.',
  searchWords: [
    'profile picture',
    'user icon',
    'gravatar',
    'identicon',
    'placeholder image',
    'initials',
    'face',
    'cartoon',
    'default picture',
    'user picture',
    'user picture from a name',
    'random face',
    'account picture',
  ],
  category: 'Generate',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  worker: true,
  mainField: 'seed',
  related: ['gen-fake-user'],
  gives: 'svg',
  mainOutput: 'svg',

  input: z.strictObject({
    seed: wellFormedText(500)
      .min(1)
      .describe('What the picture is generated from: a name, an e-mail address, an id'),
    style: z
      .enum(STYLES)
      .default('identicon')
      .describe('The drawing style; initials shows letters of the seed'),
    size: z.int().min(16).max(1_024).default(128).describe('Width and height in pixels'),
    radius: z.int().min(0).max(50).default(0).describe('Corner radius in per cent; 50 is a circle'),
    background: z
      .string()
      .regex(/^#?[\da-f]{6}$/i, 'Send six hexadecimal digits, such as #1e293b')
      .optional()
      .describe("Background colour; default: the style's own"),
  }),
  output: z.strictObject({
    svg: z.string().describe('The picture, without scripts or external references'),
    style: z.string().describe('The style it is drawn in'),
    license: z.string().describe('The licence of the style’s drawings'),
  }),

  // The output depends on the style; tests check that a seed gives the same picture again.
  examples: [
    { title: 'A pattern for an id', input: { seed: 'user-42' } },
    { title: 'Initials in a circle', input: { seed: 'Ada Lovelace', style: 'initials', radius: 50 } },
    {
      title: 'With a background',
      input: { seed: 'grace@example.com', style: 'shapes', background: '#1e293b' },
    },
  ],

  prepare: () => import('./lib/avatar-drawing.ts'),
  handler: async (input) => {
    const { drawAvatar } = await import('./lib/avatar-drawing.ts')
    return drawAvatar(input)
  },
})
