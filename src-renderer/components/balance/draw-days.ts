import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { UsageDay } from '../../owner-types.ts'

const WIDEST_BAR = 20
const AXIS_PX = 44
const AXIS_HEIGHT = 26
const LABEL_EVERY_PX = 72

export interface DaysPlot {
  readonly resize: (width: number, height: number) => void
  /** Where a day's bar stands, in pixels from the plot's left edge. */
  readonly leftOf: (index: number) => number
  readonly destroy: () => void
}

export interface DaysPlotOptions {
  readonly days: readonly UsageDay[]
  /** From the bottom of each stack to its top. */
  readonly tiers: readonly string[]
  readonly colourOf: (tier: string) => string
  /** The colours of lines and of the axes' words. */
  readonly line: string
  readonly ink: string
  readonly surface: string
  readonly font: string
  readonly width: number
  readonly height: number
  readonly onHover: (index: number | null) => void
}

/** Draws credits per day as stacked bars. Colours are read once: another theme needs another plot. */
export function drawDays(element: HTMLElement, options: DaysPlotOptions): DaysPlot {
  const plot = new uPlot(plotOptions(options), stack(options), element)
  return {
    resize: (width, height) => plot.setSize({ width, height }),
    leftOf: (index) => plot.valToPos(index, 'x') + plot.bbox.left / devicePixelRatio,
    destroy: () => plot.destroy(),
  }
}

// The whole stack is drawn first and each lower part over it, so every bar is only as tall as it is seen.
function stack({ days, tiers }: DaysPlotOptions): uPlot.AlignedData {
  const sums = days.map(() => 0)
  // A day without a credit has no bar at all; one of no height would still draw its edge.
  const layers = tiers.map((tier) =>
    days.map((day, at) => (sums[at] = sums[at]! + (day.credits[tier] ?? 0)) || null),
  )
  return [days.map((_, at) => at), ...layers.toReversed()]
}

function plotOptions(options: DaysPlotOptions): uPlot.Options {
  const { days, tiers, width, height, line, ink, font, surface, colourOf, onHover } = options
  const bars = uPlot.paths.bars?.({ size: [0.62, WIDEST_BAR], radius: 0.12 })
  const axis = { stroke: ink, font: `11px ${font}`, ticks: { show: false } }
  return {
    width,
    height,
    legend: { show: false },
    padding: [8, 8, 0, 0],
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [-0.5, days.length - 0.5] },
      y: { range: (_plot, _low, high) => [0, Math.max(10, high * 1.08)] },
    },
    axes: [
      {
        ...axis,
        size: AXIS_HEIGHT,
        grid: { show: false },
        space: LABEL_EVERY_PX,
        incrs: [1, 2, 3, 4, 5, 6, 7, 10, 12, 15, 30],
        values: (_plot, places) => places.map((at) => dayLabel(days[at]?.date)),
      },
      {
        ...axis,
        size: AXIS_PX,
        grid: { stroke: line, width: 1 },
        values: (_plot, values) => values.map(short),
      },
    ],
    series: [
      {},
      ...tiers.toReversed().map((tier) => ({
        label: tier,
        fill: colourOf(tier),
        stroke: surface,
        width: 1,
        points: { show: false },
        ...(bars ? { paths: bars } : {}),
      })),
    ],
    hooks: { setCursor: [(plot) => onHover(plot.cursor.idx ?? null)] },
  }
}

const LABEL = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

function dayLabel(date: string | undefined): string {
  if (date?.includes('T')) return date.slice(11)
  return date === undefined ? '' : LABEL.format(new Date(date))
}

function short(value: number): string {
  return value >= 10_000 ? `${Math.round(value / 1_000)}k` : value.toLocaleString('en')
}
