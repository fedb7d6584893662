import type { Page } from 'playwright-core'

/** What a goal is measured on: a gateway, a browser, and fresh pages of it. */
export interface PageBench {
  readonly url: string
  readonly ownerKey: string
  /** A fresh page, signed in, at a place; `route` may stand in for the gateway where an answer must be large. */
  open(place: string, route?: (page: Page) => Promise<unknown>): Promise<Page>
}

/** One goal of the design: what it promises, and what was found. */
export interface PageGoal {
  readonly number: number
  readonly what: string
  readonly target: string
  readonly measure: (bench: PageBench) => Promise<PageFigure>
}

export interface PageFigure {
  readonly shown: string
  readonly met: boolean
}

/** A figure in milliseconds that may be at most so many. */
export function atMost(ms: number, limit: number, more = ''): PageFigure {
  return { shown: `${ms.toFixed(ms < 10 ? 1 : 0)} ms${more}`, met: ms <= limit }
}

/** The value below which a share of the values lies, 0 to 1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

const WORDS =
  'json csv yaml text hash date time url html markdown code sql cron regex path diff merge sort filter count'.split(
    ' ',
  )

/** A catalogue as large as no registry is yet. */
export function manyTools(count: number): object {
  const tools = Array.from({ length: count }, (_, i) => {
    const word = (step: number) => WORDS[(i * step + Math.floor(i / WORDS.length)) % WORDS.length]!
    return {
      slug: `${word(1)}-${word(7)}-${i}`,
      name: `${word(1)} ${word(7)} ${word(11)}`,
      description: `Takes ${word(3)} and gives ${word(13)}, one line at a time.`,
      category: `Category ${i % 16}`,
      tier: 'compute',
      credits: 1 + (i % 4),
      cacheable: true,
      takes: { text: ['text'] },
      main_field: 'text',
      input_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      examples: [{ title: 'One', input: { text: 'a' } }],
    }
  })
  return { ok: true, total: count, tools }
}
