import {
  type Color,
  converter,
  getMode,
  displayable,
  formatHex,
  formatHex8,
  parse,
  wcagContrast,
} from 'culori'
import { faultOfColor } from './color-faults.ts'
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
  // Halves go up (CSS Color 4, 15.2), even those that a sum of doubles brings a little below.
  const byte = (share: number) => Math.round(Number((share * 255).toFixed(6)))
  const lch = { l: fixed(oklch.l), c: fixed(oklch.c), h: hueOf(oklch.h, oklch.c) }
  return {
    hex: alpha < 1 ? formatHex8({ ...exact(rgb, byte), alpha }) : formatHex(exact(rgb, byte)),
    alpha: fixed(alpha),
    in_srgb: displayable(color),
    rgb: { r: byte(rgb.r), g: byte(rgb.g), b: byte(rgb.b) },
    hsl: { h: hueOf(hsl.h, hsl.s), s: fixed(hsl.s), l: fixed(hsl.l) },
    hwb: { h: hueOf(hwb.h, 1 - hwb.w - hwb.b), w: fixed(hwb.w), b: fixed(hwb.b) },
    lab: { l: fixed(lab.l), a: fixed(lab.a), b: fixed(lab.b) },
    oklch: lch,
    css: `oklch(${lch.l} ${lch.c} ${lch.h ?? 'none'}${alpha < 1 ? ` / ${fixed(alpha)}` : ''})`,
    contrast: against === undefined ? null : contrastOf(rgb, alpha, parsed(against, 'against')),
  }
}

function exact({ mode, r, g, b }: Rgb, byte: (share: number) => number): Rgb {
  return { mode, r: byte(r) / 255, g: byte(g) / 255, b: byte(b) / 255 }
}

function parsed(text: string, field: string): Color {
  const color = readColor(text.trim())
  if (!color) throw new InvalidInput(field, faultOfColor(text.trim()))
  return completed(color, text)
}

// CSS Color 4, 4.4: `none` counts as zero when a colour is converted. The library leaves it out, and so does
// it with an opacity of `none`. A saturation or chroma below zero is zero (7 and 9.4).
function completed(color: Color, text: string): Color {
  // Each mode has its own channels, all of them numbers.
  const whole = { ...color } as unknown as Record<string, number | string | undefined>
  for (const channel of getMode(color.mode)?.channels ?? [])
    if (channel !== 'alpha') whole[channel] = Number(whole[channel] ?? 0)
  // rgb() is clamped when it is read (5.1).
  if (/^\s*rgba?\(/i.test(text))
    for (const share of ['r', 'g', 'b']) whole[share] = Math.min(1, Math.max(0, Number(whole[share])))
  for (const strength of ['s', 'c']) if (Number(whole[strength]) < 0) whole[strength] = 0
  if (/\/\s*none\s*\)$/i.test(text.trim())) whole['alpha'] = 0
  // The same mode with all of its channels.
  return whole as unknown as Color
}

// The library has no error for a colour that ends after its slash: it reads past the end and
// throws.
function readColor(text: string): Color | undefined {
  // The library reads 123 as #123.
  if (/^[\da-f]+$/i.test(text)) return undefined
  try {
    // Names and functions are in any case (CSS Values 4, 2).
    return parse(text.toLowerCase())
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

// What is seen: the text over its background, and the background over white, as on a page.
function contrastOf(rgb: Rgb, alpha: number, against: Color) {
  const opacity = Math.min(1, Math.max(0, against.alpha ?? 1))
  const background = over(clippedRgb(against), opacity, WHITE)
  const ratio = wcagContrast(over(rgb, alpha, background), background)
  return {
    ratio: fixed(ratio),
    aa: ratio >= 4.5,
    aa_large: ratio >= 3,
    aaa: ratio >= 7,
    aaa_large: ratio >= 4.5,
  }
}

type Rgb = ReturnType<typeof clippedRgb>
const WHITE: Rgb = { mode: 'rgb', r: 1, g: 1, b: 1 }

// Simple alpha compositing in sRGB (Compositing 1, 5.1).
function over(top: Rgb, alpha: number, below: Rgb): Rgb {
  const mix = (one: number, other: number) => one * alpha + other * (1 - alpha)
  return { mode: 'rgb', r: mix(top.r, below.r), g: mix(top.g, below.g), b: mix(top.b, below.b) }
}

// A grey has no hue, only rounding errors.
function hueOf(hue: number | undefined, strength: number): number | null {
  return hue === undefined || strength < 0.00005 ? null : fixed(((hue % 360) + 360) % 360)
}

function fixed(value: number | undefined): number {
  const number = Number((value ?? 0).toFixed(4))
  return Number.isFinite(number) ? number + 0 : 0
}
