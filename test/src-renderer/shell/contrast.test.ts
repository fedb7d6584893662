import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const CSS = readFileSync(join(import.meta.dirname, '../../../src-renderer/styles/tokens.css'), 'utf8')
const [LIGHT = '', DARK = ''] = CSS.split("[data-theme='dark']")

type Rgb = readonly [number, number, number]

/** The linear sRGB value of an OKLCH token (CSS Color 4, "Converting OKLab to XYZ"), cut to what a screen shows. */
function tokenOf(theme: string, name: string): Rgb {
  const [, l = '', c = '', h = ''] =
    new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(theme) ?? []
  const a = Number(c) * Math.cos((Number(h) * Math.PI) / 180)
  const b = Number(c) * Math.sin((Number(h) * Math.PI) / 180)
  const long = (Number(l) + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (Number(l) - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (Number(l) - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map((channel) => Math.min(1, Math.max(0, channel))) as unknown as Rgb // Three channels in, three out.
}

/** WCAG 2.2, "contrast ratio". */
function contrastOf(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [one, other]
    .map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
    .sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const GROUNDS = ['canvas', 'surface', 'raised', 'hover', 'active']
const TEXT: readonly (readonly [string, readonly string[]])[] = [
  ['ink', GROUNDS],
  ['ink-2', GROUNDS],
  ['ink-3', GROUNDS],
  ['accent', ['surface', 'raised', 'canvas', 'accent-soft']],
  ['gold', ['surface', 'raised']],
  ['real', ['surface', 'raised', 'real-soft']],
  ['llm', ['surface', 'raised', 'llm-soft']],
  ['key', ['surface', 'raised', 'key-soft']],
  ['err', ['surface', 'raised', 'err-soft']],
  ['on-accent', ['accent-fill', 'accent-hover']],
  ...['c-str', 'c-num', 'c-key', 'c-kw', 'c-type', 'c-punc'].map(
    (name) => [name, ['surface', 'raised']] as const,
  ),
]

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('in the %s theme', (_name, theme) => {
  const pairs = TEXT.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const))

  it.each(pairs)('%s on %s has the contrast of readable text (WCAG 1.4.3)', (text, ground) => {
    expect(contrastOf(tokenOf(theme, text), tokenOf(theme, ground))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['surface', 'raised'])(
    'the border of a control has enough contrast on %s (WCAG 1.4.11)',
    (ground) => {
      expect(contrastOf(tokenOf(theme, 'control'), tokenOf(theme, ground))).toBeGreaterThanOrEqual(3)
    },
  )
})
