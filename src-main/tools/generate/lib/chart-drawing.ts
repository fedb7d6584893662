import { NOT_XML_CHAR } from '../../lib/xml-characters.ts'
import { type EChartsOption, init, type SeriesOption } from 'echarts'
import { edgesOf, LEGEND_GAP, labelLayout, legendLayout, measureWide } from './chart-layout.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { counted } from '../../../../src-shared/counted.ts'

type ChartValue = number | null | [number, number]

interface ChartSeries {
  readonly name: string
  readonly values: ChartValue[]
  readonly color?: string | undefined
}

interface Chart {
  readonly type: 'bar' | 'line' | 'area' | 'pie' | 'scatter'
  readonly series: readonly ChartSeries[]
  readonly categories: string[]
  readonly title: string
  readonly x_label: string
  readonly y_label: string
  readonly stacked: boolean
  readonly width: number
  readonly height: number
  readonly dark: boolean
  readonly background?: string | undefined
}

/**
 * Draws a chart as SVG. The same chart gives the same bytes, whatever was drawn before it.
 * @throws InvalidInput for values that this kind of chart cannot show
 */
export function drawChart(given: Chart): string {
  checkValues(given)
  const chart = withGuardedTexts(given)
  const { width, height } = chart
  measureWide()
  const drawing = init(null, chart.dark ? 'dark' : null, { renderer: 'svg', ssr: true, width, height })
  try {
    drawing.setOption(optionOf(chart))
    return stillSvg(drawing.renderToSVGString())
  } finally {
    drawing.dispose()
  }
}

// The library keeps the widths of texts in a plain object, by text: a title of `__proto__` or `constructor`
// would give every object of the process new members. An invisible sign makes it another text.
const INHERITED = new RegExp(`(?:${Object.getOwnPropertyNames(Object.prototype).join('|')})`, 'g')
const GUARD = '\u2060'

function withGuardedTexts(chart: Chart): Chart {
  const guarded = (text: string) => text.replace(INHERITED, `$&${GUARD}`)
  return {
    ...chart,
    title: guarded(chart.title),
    x_label: guarded(chart.x_label),
    y_label: guarded(chart.y_label),
    categories: chart.categories.map(guarded),
    series: chart.series.map((one) => ({ ...one, name: guarded(one.name) })),
  }
}

function checkValues({ type, series, categories }: Chart): void {
  if (type === 'pie' && series.length > 1)
    throw new InvalidInput('series', 'A pie chart shows one series; send one, or choose bar')
  series.forEach(({ values }, at) => {
    const pairs = values.filter((value) => Array.isArray(value)).length
    if (type === 'scatter' ? pairs < values.length : pairs > 0)
      throw new InvalidInput(
        `series.${at}.values`,
        type === 'scatter'
          ? 'A scatter chart needs pairs of x and y'
          : 'Only a scatter chart accepts pairs; send numbers',
      )
    if (type === 'pie' && values.some((value) => typeof value === 'number' && value < 0))
      throw new InvalidInput(`series.${at}.values`, 'A pie chart cannot show negative values; choose bar')
    if (type !== 'scatter' && categories.length > 0 && values.length > categories.length)
      throw new InvalidInput(
        'categories',
        `There are ${counted(values.length, 'value')} but ` +
          `${counted(categories.length, 'category', 'categories')}`,
      )
  })
}

function optionOf(chart: Chart): EChartsOption {
  const { type, width, height } = chart
  const names =
    type === 'pie' ? labelsOf(chart) : chart.series.flatMap(({ name }) => (name === '' ? [] : [name]))
  const legend = legendLayout(names, width, height)
  const { top, bottom } = edgesOf(chart.title !== '', legend)
  const { fontSize, nameWidth } = legend
  const textStyle = { fontSize, width: nameWidth, overflow: 'truncate' } as const
  return {
    animation: false,
    backgroundColor: chart.background ?? 'transparent',
    title: {
      text: chart.title,
      left: 'center',
      show: chart.title !== '',
      textStyle: { width: width - 20, overflow: 'truncate' },
    },
    ...(names.length > 0
      ? { legend: { bottom: 0, itemGap: LEGEND_GAP, itemHeight: fontSize, textStyle } }
      : {}),
    ...(type === 'pie' ? {} : axesOf(chart, top, bottom)),
    series: chart.series.map((series) => seriesOf(series, chart, { top, bottom })),
  }
}

function labelsOf({ series, categories }: Chart): string[] {
  const longest = series.reduce((most, { values }) => Math.max(most, values.length), 0)
  return categories.length > 0 ? categories : Array.from({ length: longest }, (_, at) => String(at + 1))
}

function axesOf(chart: Chart, top: number, bottom: number): EChartsOption {
  const { type, x_label, y_label, width, height } = chart
  const data = labelsOf(chart)
  const labels = labelLayout(type === 'scatter' ? [] : data, width, height)
  const name = { name: x_label, nameLocation: 'middle', nameGap: labels.height + 10 } as const
  const axisLabel = { rotate: labels.rotate, width: labels.width, overflow: 'truncate' } as const
  return {
    grid: {
      top: top + (y_label === '' ? 0 : 20),
      bottom: bottom + (x_label === '' ? 0 : 20),
      left: 16,
      right: 24,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis:
      type === 'scatter'
        ? { type: 'value', scale: true, ...name }
        : { type: 'category', data, axisLabel, ...name },
    yAxis: { type: 'value', name: y_label, scale: type === 'scatter' },
  }
}

function seriesOf(
  { name, values, color }: ChartSeries,
  chart: Chart,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): SeriesOption {
  const { type, stacked, width, height } = chart
  const style = { ...(color === undefined ? {} : { itemStyle: { color } }), silent: true, name }
  if (type === 'pie') {
    const labels = labelsOf(chart)
    const data = values.map((value, at) => ({
      name: labels[at] ?? String(at + 1),
      value: typeof value === 'number' ? value : 0,
    }))
    const free = Math.max(20, height - top - bottom)
    const radius = Math.min(free * 0.4, width * 0.3)
    return { name, type: 'pie', radius, center: [width / 2, top + free / 2], data, silent: true }
  }
  // A scatter chart with anything but pairs has been rejected before.
  if (type === 'scatter') return { ...style, type: 'scatter', data: values as [number, number][] }
  // Pairs have been rejected for every other kind.
  const data = values as (number | null)[]
  const stack = stacked ? { stack: 'all' } : {}
  if (type === 'bar') return { ...style, ...stack, type: 'bar', data }
  return { ...style, ...stack, type: 'line', data, ...(type === 'area' ? { areaStyle: {} } : {}) }
}

// Removes attributes for pointer events, and restarts the numbering of names that would continue
// from chart to chart. A label that was cut within a character loses the remaining half.
function stillSvg(svg: string): string {
  return svg
    .replaceAll(/<style[\s\S]*?<\/style>\s*/g, '')
    .replaceAll(/ (?:class="zr[\w -]*"|ecmeta_\w+="[^"]*"|pointer-events="[^"]*")/g, '')
    .replaceAll(/(id="|url\(#)zr\d+-/g, '$1')
    .replaceAll(NOT_XML_CHAR, '')
    .replaceAll(new RegExp(`(${INHERITED.source})${GUARD}`, 'g'), '$1')
}
