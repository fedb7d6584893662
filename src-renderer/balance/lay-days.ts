import type { UsageDay } from '../gateway/owner-types.ts'

const AXIS_PX = 44
const AXIS_HEIGHT = 26
const EDGE_PX = 8
const WIDEST_BAR = 20
const BAR_SHARE = 0.62
const ROUNDING = 0.12
const LABEL_EVERY_PX = 72
const LINE_EVERY_PX = 30
/** Days or hours between two labels. */
const LABEL_STEPS = [1, 2, 3, 4, 5, 6, 7, 10, 12, 15, 30] as const
const LEAST_TOP = 10
/** Room above the highest bar, as a share of its height. */
const HEADROOM = 1.08

const LABEL = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The positions of the chart's parts, in pixels from its upper left corner. */
export interface DaysLayout {
  readonly left: number
  readonly right: number
  readonly bottom: number
  /** Bars as SVG paths, the whole stacks first and each lower part over them. */
  readonly layers: readonly { readonly tier: string; readonly path: string }[]
  readonly lines: readonly { readonly y: number; readonly label: string }[]
  readonly dates: readonly { readonly x: number; readonly label: string }[]
  /** The middle of a day's bar. */
  readonly middleOf: (index: number) => number
  /** The index of the day at a horizontal position; null outside the chart. */
  readonly indexAt: (x: number) => number | null
}

/** Lays credits per day, or per hour, out as stacked bars. @param tiers from the bottom of each stack to its top */
export function layDays(
  days: readonly UsageDay[],
  tiers: readonly string[],
  width: number,
  height: number,
): DaysLayout {
  const [left, right, bottom] = [AXIS_PX, width - EDGE_PX, height - AXIS_HEIGHT]
  const column = (right - left) / Math.max(1, days.length)
  const middleOf = (index: number): number => left + (index + 0.5) * column
  const sums = days.map(() => 0)
  const stacks = tiers.map((tier) => ({
    tier,
    tops: days.map((day, at) => (sums[at] = sums[at]! + (day.credits[tier] ?? 0))),
  }))
  const top = Math.max(LEAST_TOP, Math.max(0, ...sums) * HEADROOM)
  const yOf = (credits: number): number => bottom - (credits / top) * (bottom - EDGE_PX)
  const barWidth = Math.min(column * BAR_SHARE, WIDEST_BAR)
  const layers = stacks.toReversed().map(({ tier, tops }) => ({
    tier,
    // A day without credits has no bar; a bar of zero height would still draw its edge.
    path: tops
      .map((sum, at) => (sum > 0 ? barPath(middleOf(at), barWidth, yOf(sum), bottom) : ''))
      .join(''),
  }))
  const every = LABEL_STEPS.find((step) => step * column >= LABEL_EVERY_PX) ?? days.length
  const lineStep = roundStep((top * LINE_EVERY_PX) / (bottom - EDGE_PX))
  return {
    left,
    right,
    bottom,
    layers,
    lines: multiplesUpTo(top, lineStep).map((value) => ({ y: yOf(value), label: short(value) })),
    dates: multiplesUpTo(days.length - 1, every).map((at) => ({
      x: middleOf(at),
      label: barLabel(days[at]!.date),
    })),
    middleOf,
    indexAt: (x) => (x < left || x >= right ? null : Math.floor((x - left) / column)),
  }
}

function barLabel(date: string): string {
  return date.includes('T') ? date.slice(11) : LABEL.format(new Date(date))
}

function barPath(middle: number, width: number, top: number, bottom: number): string {
  const [from, to] = [middle - width / 2, middle + width / 2]
  const round = Math.min(width * ROUNDING, bottom - top)
  return `M${from} ${bottom}V${top + round}Q${from} ${top} ${from + round} ${top}H${to - round}Q${to} ${top} ${to} ${top + round}V${bottom}Z`
}

/** The next of 1, 2, 5, 10, 20, 50 … that is not less; credits are whole. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  return ([1, 2, 5].find((step) => step * power >= least) ?? 10) * power
}

function multiplesUpTo(end: number, step: number): readonly number[] {
  return Array.from({ length: Math.max(0, Math.floor(end / step) + 1) }, (_, at) => at * step)
}

function short(value: number): string {
  return value >= 10_000 ? `${Math.round(value / 1_000)}k` : value.toLocaleString('en')
}
