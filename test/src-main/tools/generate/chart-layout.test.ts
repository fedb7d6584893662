import { describe, expect, it } from 'vitest'
import {
  labelLayout,
  legendLayout,
  textWidth,
} from '../../../../src-main/tools/generate/lib/chart-layout.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

interface Text {
  readonly text: string
  readonly anchor: string
  readonly x: number
  readonly y: number
}

/** The texts of a chart with their places; a text that is aslant has its place as the last numbers of its matrix. */
async function textsOf(chart: object): Promise<Text[]> {
  const { svg }: Json = await runTool('svg-generate-chart', chart)
  const found = String(svg).matchAll(
    /<text[^>]*text-anchor="(\w+)"[^>]*?(?: x="([\d.-]+)")?[^>]*transform="\w+\(([^)]*)\)"[^>]*>([^<]*)/g,
  )
  return [...found].map(([, anchor = '', own = '0', place = '', text = '']) => {
    const [x = 0, y = 0] = place.split(/[ ,]/).slice(-2).map(Number)
    return { text, anchor, x: x + Number(own), y }
  })
}

describe('the layout of a chart', () => {
  it('has room for every digit of the numbers beside it', async () => {
    const texts = await textsOf({
      type: 'line',
      series: [{ values: [1e9, 1.2e10] }],
      width: 300,
      height: 200,
    })
    const numbers = texts.filter(({ anchor }) => anchor === 'end')
    expect(numbers.map(({ text }) => text)).toContain('12,000,000,000')
    for (const { text, x } of numbers) expect(x - textWidth(text), text).toBeGreaterThanOrEqual(0)
  })

  it('keeps many names of series below the chart, within the picture', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `Series number ${at}`)
    const series = names.map((name, at) => ({ name, values: [at, at + 1, at + 2] }))
    const texts = await textsOf({ type: 'line', series, width: 400, height: 260 })
    const axis = Math.max(...texts.filter(({ text }) => /^\d+$/.test(text)).map(({ y }) => y))
    const legend = texts.filter(({ text }) => text.startsWith('Series'))
    expect(legend.map(({ text }) => text)).toEqual(names)
    for (const { text, x, y } of legend) {
      expect(y, text).toBeGreaterThan(axis)
      expect(y, text).toBeLessThan(260)
      expect(x, text).toBeLessThan(400)
    }
  })

  it('writes long names of categories aslant, and shortens them in the end', async () => {
    const categories = Array.from({ length: 40 }, (_, at) => `A category with a long name ${at}`)
    const series = [{ values: categories.map((_, at) => at) }]
    const texts = await textsOf({ type: 'bar', categories, series })
    const labels = texts.filter(({ text }) => text.startsWith('A category'))
    expect(labels.length).toBeGreaterThan(5)
    expect(labels.every(({ text }) => text.endsWith('...'))).toBe(true)
  })

  it('leaves short labels as they are', () => {
    expect(labelLayout(['Mon', 'Tue'], 640, 400)).toMatchObject({ rotate: 0 })
    expect(
      labelLayout(
        Array.from({ length: 500 }, (_, at) => String(at)),
        640,
        400,
      ),
    ).toMatchObject({
      rotate: 0,
    })
    expect(legendLayout([], 640, 400).height).toBe(0)
    expect(legendLayout(['a', 'b'], 640, 400)).toMatchObject({ fontSize: 12 })
  })
})
