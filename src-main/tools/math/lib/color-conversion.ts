import { type Color, converter, displayable, formatHex, formatHex8, parse, wcagContrast } from 'culori'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const toRgb = converter('rgb')
const toHsl = converter('hsl')
const toHwb = converter('hwb')
const toLab = converter('lab')
const toOklch = converter('oklch')

/**
 * A CSS colour in the forms that math-color-convert returns, to four decimal places.
 * @throws InvalidInput for text that is not a CSS colour
 */
export function describeColor(text: string, against: string | undefined) {
  const color = parsed(text, 'color')
  const rgb = clippedRgb(color)
  const [hsl, hwb, lab, oklch] = [toHsl(rgb), toHwb(rgb), toLab(color), toOklch(color)]
  const alpha = Math.min(1, Math.max(0, color.alpha ?? 1))
  const byte = (share: number) => Math.round(share * 255)
  const lch = { l: fixed(oklch.l), c: fixed(oklch.c), h: hueOf(oklch.h, oklch.c) }
  return {
    hex: alpha < 1 ? formatHex8({ ...rgb, alpha }) : formatHex(rgb),
    alpha: fixed(alpha),
    in_srgb: displayable(color),
    rgb: { r: byte(rgb.r), g: byte(rgb.g), b: byte(rgb.b) },
    hsl: { h: hueOf(hsl.h, hsl.s), s: fixed(hsl.s), l: fixed(hsl.l) },
    hwb: { h: hueOf(hwb.h, 1 - hwb.w - hwb.b), w: fixed(hwb.w), b: fixed(hwb.b) },
    lab: { l: fixed(lab.l), a: fixed(lab.a), b: fixed(lab.b) },
    oklch: lch,
    css: `oklch(${lch.l} ${lch.c} ${lch.h ?? 'none'}${alpha < 1 ? ` / ${fixed(alpha)}` : ''})`,
    contrast: against === undefined ? null : contrastOf(rgb, clippedRgb(parsed(against, 'against'))),
  }
}

function parsed(text: string, field: string): Color {
  const color = readColor(text.trim())
  if (!color) throw new InvalidInput(field, 'Send a CSS colour, such as #639, teal or oklch(0.7 0.1 150)')
  return color
}

// The library has no error for a colour that ends after its slash: it reads past the end and
// throws.
function readColor(text: string): Color | undefined {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function clippedRgb(color: Color) {
  const { r, g, b } = toRgb(color)
  const clip = (share: number) => Math.min(1, Math.max(0, share))
  return { mode: 'rgb' as const, r: clip(r), g: clip(g), b: clip(b) }
}

function contrastOf(color: Color, background: Color) {
  const ratio = wcagContrast(color, background)
  return {
    ratio: fixed(ratio),
    aa: ratio >= 4.5,
    aa_large: ratio >= 3,
    aaa: ratio >= 7,
    aaa_large: ratio >= 4.5,
  }
}

// A grey has no hue, only rounding errors.
function hueOf(hue: number | undefined, strength: number): number | null {
  return hue === undefined || strength < 0.00005 ? null : fixed(((hue % 360) + 360) % 360)
}

function fixed(value: number | undefined): number {
  const number = Number((value ?? 0).toFixed(4))
  return Number.isFinite(number) ? number + 0 : 0
}
