import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'

const color = z.string().min(1).max(100)
const share = z.number().describe('0 to 1')
const hue = z.number().nullable().describe('Degrees; null for greys')

export default defineTool({
  slug: 'math-color-convert',
  title: 'Convert a colour',
  summary:
    'Reads any CSS colour and gives it as hex, RGB, HSL, HWB, Lab and OKLCH, with WCAG contrast to another.',
  searchWords: [
    'rgb',
    'hex',
    'hsl',
    'cmyk',
    'contrast',
    'wcag',
    'readable text',
    'accessibility',
    'oklch',
    'colour code',
    'color picker',
    'background',
    'css colour',
    'shade',
    'legible',
    'colour blind',
    'hex colour to rgb',
    'dark or light',
  ],
  category: 'Math & Numbers',
  tier: 'compute',
  credits: 1,
  version: 4,
  cacheable: true,
  mainField: 'color',
  takes: { color: ['colour'] },
  firstFor: ['colour'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    color: color.describe('A CSS colour: #639, rebeccapurple, rgb(…), hsl(…), lab(…), oklch(…), color(…)'),
    against: color
      .optional()
      .describe('Another colour to compute the contrast with, as text on its background'),
  }),
  output: z.strictObject({
    hex: z.string().describe('#rrggbb, or #rrggbbaa if not opaque'),
    alpha: z.number().describe('Opacity, 0 to 1'),
    in_srgb: z
      .boolean()
      .describe('False if an sRGB screen cannot show it; hex, rgb, hsl and hwb are clipped'),
    rgb: z
      .strictObject({
        r: z.int().describe('0 to 255'),
        g: z.int().describe('0 to 255'),
        b: z.int().describe('0 to 255'),
      })
      .describe('Red, green and blue in sRGB'),
    hsl: z
      .strictObject({ h: hue, s: share, l: share })
      .describe('Hue, saturation and lightness of the sRGB colour'),
    hwb: z.strictObject({ h: hue, w: share, b: share }).describe('Hue, whiteness and blackness'),
    lab: z
      .strictObject({
        l: z.number().describe('0 to 100'),
        a: z.number().describe('Green to red'),
        b: z.number().describe('Blue to yellow'),
      })
      .describe('CIE Lab (D50)'),
    oklch: z
      .strictObject({ l: share, c: z.number().describe('Chroma, from 0'), h: hue })
      .describe('OKLCH, perceptually uniform'),
    css: z.string().describe('The colour as oklch(…) for a style sheet'),
    contrast: z
      .strictObject({
        ratio: z.number().describe('1 to 21'),
        aa: z.boolean().describe('At least 4.5, for text (WCAG 2, 1.4.3)'),
        aa_large: z.boolean().describe('At least 3, for large text and controls'),
        aaa: z.boolean().describe('At least 7 (WCAG 2, 1.4.6)'),
        aaa_large: z.boolean().describe('At least 4.5, for large text'),
      })
      .nullable()
      .describe(
        'Contrast with `against`, by WCAG 2; what is not opaque is laid over it, and that over white; null if `against` is not set',
      ),
  }),

  examples: [
    {
      // CSS Color 4: red and its sample conversions; WCAG 2: the luminance of red is 0.2126.
      title: 'Red on white',
      input: { color: 'red', against: '#fff' },
      output: {
        hex: '#ff0000',
        alpha: 1,
        in_srgb: true,
        rgb: { r: 255, g: 0, b: 0 },
        hsl: { h: 0, s: 1, l: 0.5 },
        hwb: { h: 0, w: 0, b: 0 },
        lab: { l: 54.2905, a: 80.8049, b: 69.891 },
        oklch: { l: 0.628, c: 0.2577, h: 29.2339 },
        css: 'oklch(0.628 0.2577 29.2339)',
        contrast: { ratio: 3.9985, aa: false, aa_large: true, aaa: false, aaa_large: false },
      },
    },
    { title: 'A colour outside sRGB', input: { color: 'color(display-p3 1 0 0)' } },
    { title: 'Half transparent', input: { color: 'hsl(270 50% 40% / 0.5)' } },
  ],

  handler: async ({ color: text, against }) => {
    const { describeColor } = await import('./lib/color-conversion.ts')
    return describeColor(text, against)
  },
})
