import type { Page } from 'playwright-core'
import { type PageBench, type PageGoal, quantile } from './goals.ts'

const SMALL = { rows: 50, limit: 150 }
const LARGE = { rows: 1_000, limit: 600 }

/** From the paste of so many rows to the price of their calls, without the time in which somebody reads the columns. */
async function pasteToPrice(open: PageBench['open'], rows: number): Promise<number> {
  const page = await open('/tools')
  await page.goto(`${new URL(page.url()).origin}/#/batch`)
  await page.getByRole('heading', { name: 'Paste a table, or drop a file' }).waitFor()
  const lines = Array.from({ length: rows }, (_, row) => `a text of row ${row}`)
  const ms = await timePaste(page, `text\n${lines.join('\n')}\n`, rows.toLocaleString('en'))
  await page.close()
  return ms
}

function timePaste(page: Page, text: string, count: string): Promise<number> {
  return page.evaluate(
    async ([pasted, rows]) => {
      const shown = async (element: string, words: string) => {
        const startedAt = performance.now()
        do await new Promise(requestAnimationFrame)
        while (!document.querySelector<HTMLElement>(element)?.innerText.includes(words))
        return performance.now() - startedAt
      }
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
      const matched = await shown('[role=dialog]', `${rows} rows are valid`)
      const add = [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].find((button) =>
        button.innerText.startsWith('Add '),
      )
      add?.click()
      return matched + (await shown('[data-testid=batch-cost]', rows))
    },
    [text, count] as const,
  )
}

/** What a pasted list of calls takes until its price is on screen. */
export const BATCH_GOALS: readonly PageGoal[] = [
  {
    number: 11,
    what: 'rows pasted, to the price of their calls',
    target: '50: ≤ 150 ms; 1,000: ≤ 600',
    measure: async ({ open }) => {
      const medians: number[] = []
      for (const { rows } of [SMALL, LARGE]) {
        const times: number[] = []
        for (let round = 0; round < 5; round++) times.push(await pasteToPrice(open, rows))
        medians.push(quantile(times, 0.5))
      }
      const [small = NaN, large = NaN] = medians
      const shown = `50 rows ${small.toFixed(0)} ms, 1,000 rows ${large.toFixed(0)} ms (medians of 5)`
      return { shown, met: small <= SMALL.limit && large <= LARGE.limit }
    },
  },
]
