import { setPlatformAPI } from 'echarts'

/**
 * The widths of the signs from space to ~ in fonts such as Arial and DejaVu Sans, in hundredths of the font's size,
 * the wider of the two. A viewer draws the text in a font of its own, and a label that is cut says something else.
 */
const WIDTHS = [
  32, 40, 46, 84, 64, 95, 78, 28, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
  34, 34, 84, 84, 84, 56, 102, 69, 69, 72, 77, 67, 61, 78, 75, 30, 50, 67, 56, 86, 75, 79, 67, 79, 72, 68,
  61, 73, 69, 99, 69, 67, 69, 39, 34, 39, 84, 56, 50, 61, 64, 56, 64, 62, 35, 64, 63, 28, 28, 58, 28, 97,
  63, 61, 64, 64, 41, 56, 39, 63, 59, 82, 59, 59, 53, 64, 34, 64, 84,
]
const FIRST = 32
const MARK = /\p{M}|\p{Cf}/u
/** What the library draws texts in, in pixels. */
const FONT = 12
const LINE = 18
/** The sign of a series in the legend, with the gap after it, in pixels. */
const SIGN = 30
/** Between the rows of a legend, and between two of its names, in pixels. */
export const LEGEND_GAP = 10
const LONGEST_NAME = 200
/** Of the height, what a legend and the labels of an axis may take. */
const LEGEND_SHARE = 0.4
const LABELS_SHARE = 0.3
const TITLE = 44
const MARGIN = 12

/** Makes the library reckon with wide fonts, since it cannot know the viewer's. */
export function measureWide(): void {
  setPlatformAPI({ measureText: (text, font) => ({ width: textWidth(text, sizeIn(font)) }) })
}

function sizeIn(font: string | undefined): number {
  return Number(/([\d.]+)px/.exec(font ?? '')?.[1] ?? FONT)
}

/** The width of a text in pixels, in a font of a size in pixels. */
export function textWidth(text: string, size = FONT): number {
  return [...text].reduce((sum, sign) => sum + (widthOf(sign) * size) / 100, 0)
}

function widthOf(sign: string): number {
  return WIDTHS[sign.codePointAt(0)! - FIRST] ?? (MARK.test(sign) ? 0 : 100)
}

export interface LegendLayout {
  /** The size of its text, in pixels; smaller where there are many names. */
  readonly fontSize: number
  /** The longest name that is written whole, in pixels. */
  readonly nameWidth: number
  readonly height: number
}

/** How a legend with these names fits below a chart. */
export function legendLayout(names: readonly string[], width: number, height: number): LegendLayout {
  const nameWidth = Math.max(20, Math.min(LONGEST_NAME, width - SIGN - 2 * MARGIN))
  let layout = { fontSize: FONT, nameWidth, height: names.length > 0 ? LINE + MARGIN : 0 }
  for (let fontSize = FONT; fontSize >= 7; fontSize--) {
    const rows = rowsOf(names, width, nameWidth, fontSize)
    layout = { fontSize, nameWidth, height: rows * (fontSize + LEGEND_GAP) + MARGIN }
    if (layout.height <= height * LEGEND_SHARE) break
  }
  return names.length > 0 ? layout : { ...layout, height: 0 }
}

function rowsOf(names: readonly string[], width: number, nameWidth: number, fontSize: number): number {
  let rows = 1
  let used = 0
  for (const name of names) {
    const item = SIGN + LEGEND_GAP + Math.min(textWidth(name, fontSize), nameWidth)
    if (used > 0 && used + item > width - MARGIN) {
      rows++
      used = 0
    }
    used += item
  }
  return rows
}

export interface LabelLayout {
  readonly rotate: 0 | 45
  /** The longest label that is written whole, in pixels. */
  readonly width: number
  /** What the labels take below the axis, in pixels. */
  readonly height: number
}

/** How the labels of categories fit below an axis: beside each other, or else aslant. */
export function labelLayout(categories: readonly string[], width: number, height: number): LabelLayout {
  const longest = categories.reduce((most, label) => Math.max(most, textWidth(label)), 0)
  if (longest * categories.length <= width * 0.75) return { rotate: 0, width: longest + 1, height: LINE }
  // Short labels, such as numbers, are left out in between, as on a ruler.
  if (longest <= LINE * 3) return { rotate: 0, width: longest + 1, height: LINE }
  const shown = Math.max(40, Math.min(longest, height * LABELS_SHARE * Math.SQRT2))
  return { rotate: 45, width: shown, height: shown / Math.SQRT2 + LINE / 2 }
}

/** The free edges of a chart above and below, in pixels. */
export function edgesOf(
  hasTitle: boolean,
  legend: LegendLayout,
): { readonly top: number; readonly bottom: number } {
  return { top: hasTitle ? TITLE : MARGIN, bottom: legend.height + MARGIN }
}
