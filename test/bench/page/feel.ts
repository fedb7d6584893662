import type { Page } from 'playwright-core'
import { createToolIndex } from '../../../src-renderer/tools/search/tool-search.ts'
import { detectKinds } from '../../../src-shared/kinds/detect-kinds.ts'
import { atMost, manyTools, type PageBench, type PageGoal, quantile } from './goals.ts'

const TOOLS = 1_200
const QUERIES = ['json to', 'markdown diff', 'cron', 'hash sql path', 'zzz']

const withManyTools = (page: Page) =>
  page.route('**/v1/tools', (route) => route.fulfill({ json: manyTools(TOOLS) }))

function timesOf(work: () => void, rounds: number): number[] {
  return Array.from({ length: rounds }, () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
}

/** Frames of the browser while something goes on, in milliseconds. */
async function framesWhile(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: number[] = []
    let before = performance.now()
    const draw = (now: number): void => {
      frames.push(now - before)
      before = now
      requestAnimationFrame(draw)
    }
    requestAnimationFrame(draw)
    Object.assign(globalThis, { frames })
  })
  await work()
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames) // Put there above.
  return frames.slice(2)
}

/** When a page first shows something, the median of five, with the processor so many times slower. */
async function firstPaint(open: PageBench['open'], slower: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const page = await open('/tools', async (fresh) => {
      const session = await fresh.context().newCDPSession(fresh)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    })
    times.push(
      await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      ),
    )
    await page.close()
  }
  return quantile(times, 0.5)
}

export const FEEL_GOALS: readonly PageGoal[] = [
  {
    number: 1,
    what: 'first contentful paint, cold',
    target: '≤ 600 ms; CPU/4 ≤ 1,000 ms',
    measure: async ({ open }) => {
      const [full, quarter] = [await firstPaint(open, 1), await firstPaint(open, 4)]
      const shown = `${full.toFixed(0)} ms; with a quarter of the processor ${quarter.toFixed(0)} (medians of 5)`
      return { shown, met: full <= 600 && quarter <= 1_000 }
    },
  },
  {
    number: 3,
    what: 'search a key, 1,200 tools',
    target: 'p95 ≤ 8 ms, max ≤ 16',
    measure: () => {
      // The page's own index over the same list; only its list of tools is needed.
      const { tools } = manyTools(TOOLS) as { tools: Parameters<typeof createToolIndex>[0] }
      const index = createToolIndex(tools)
      const keys = QUERIES.flatMap((query) => Array.from(query, (_, at) => query.slice(0, at + 1)))
      for (const key of keys) index.search(key)
      const times = keys.flatMap((key) => timesOf(() => index.search(key), 5))
      const [p95, max] = [quantile(times, 0.95), Math.max(...times)]
      return Promise.resolve({
        shown: `${p95.toFixed(1)} ms, max ${max.toFixed(1)}`,
        met: p95 <= 8 && max <= 16,
      })
    },
  },
  {
    number: 4,
    what: 'key to next paint, filter of 1,200 tools',
    target: 'p95 ≤ 50 ms',
    measure: async ({ open }) => {
      const page = await open('/tools', withManyTools)
      await page.evaluate(() => {
        const times: number[] = []
        new PerformanceObserver((list) => {
          for (const { name, duration } of list.getEntries()) if (name === 'keydown') times.push(duration)
        }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
        Object.assign(globalThis, { times })
      })
      await page.getByLabel('Filter tools').focus()
      const typed = QUERIES.join(' ')
      for (const query of QUERIES) {
        await page.keyboard.type(query, { delay: 40 })
        await page.keyboard.press('Control+A')
      }
      const slow = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times) // Put there above.
      await page.close()
      // Keys that took less than 16 ms are not told.
      const times = [...slow, ...Array.from({ length: Math.max(0, typed.length - slow.length) }, () => 16)]
      return atMost(quantile(times, 0.95), 50)
    },
  },
  {
    number: 5,
    what: 'scroll 1,200 tools',
    target: 'p95 frame ≤ 20 ms, none > 34',
    measure: async ({ open }) => {
      const page = await open('/tools', withManyTools)
      const list = page.getByTestId('tool-list')
      const frames = await framesWhile(page, () =>
        list.evaluate(
          (box) =>
            new Promise<void>((resolve) => {
              const step = (): void => {
                box.scrollTop += 50
                if (box.scrollTop < 9_000) requestAnimationFrame(step)
                else resolve()
              }
              step()
            }),
        ),
      )
      await page.close()
      const p95 = quantile(frames, 0.95)
      const late = frames.filter((ms) => ms > 34).length
      return {
        shown: `${p95.toFixed(1)} ms, ${late} > 34 of ${frames.length}`,
        met: p95 <= 20 && late === 0,
      }
    },
  },
  {
    number: 17,
    what: 'clicks and time to a first verified result',
    target: '1 click, ≤ 10 s',
    measure: async ({ open }) => {
      const page = await open('/welcome')
      const startedAt = performance.now()
      await page.getByRole('button', { name: /^Run/ }).click()
      await page.getByText('Hash verified').waitFor()
      await page.close()
      return atMost(performance.now() - startedAt, 10_000, ', 1 click')
    },
  },
  {
    number: 21,
    what: "balance after another client's call",
    target: '≤ 250 ms',
    measure: async ({ open, url, ownerKey }) => {
      const page = await open('/tools')
      const chip = page.getByTestId('balance')
      const before = (await chip.innerText()).replaceAll(/\D/g, '')
      // Resolves once the page watches, so that no change can come before.
      const changed = await chip.evaluateHandle((element, was) => {
        const at = new Promise<number>((resolve) => {
          new MutationObserver(() => {
            if ((element.textContent ?? '').replaceAll(/\D/g, '') !== was) resolve(Date.now())
          }).observe(element, { characterData: true, childList: true, subtree: true })
        })
        return { at }
      }, before)
      const headers = { authorization: `Bearer ${ownerKey}`, 'content-type': 'application/json' }
      await fetch(`${url}/v1/crypto-hash-sha256`, { method: 'POST', headers, body: '{"text": "a"}' })
      const answeredAt = Date.now()
      const ms = (await changed.evaluate(({ at }) => at)) - answeredAt
      await page.close()
      return atMost(Math.max(0, ms), 250)
    },
  },
  {
    number: 22,
    what: 'what a pasted text is, 8 MB of it',
    target: '≤ 20 ms',
    measure: () => {
      const text = `[${'{"id": 1, "name": "Ada"},'.repeat(320_000)}{}]`
      return Promise.resolve(atMost(Math.max(...timesOf(() => detectKinds(text), 20).slice(1)), 20))
    },
  },
  {
    number: 29,
    what: 'quick panel, from its key to the field',
    target: '≤ 150 ms',
    measure: async ({ open }) => {
      const page = await open('/tools')
      const times: number[] = []
      for (let round = 0; round < 6; round++) {
        const ms = await page.evaluate(async () => {
          const startedAt = performance.now()
          location.hash = '#/quick'
          do await new Promise((resolve) => requestAnimationFrame(resolve))
          while (!document.activeElement?.matches('[data-testid=quick] input'))
          return performance.now() - startedAt
        })
        times.push(ms)
        await page.keyboard.press('Escape')
        await page.getByTestId('balance').waitFor()
      }
      await page.close()
      // The first one also fetches the panel, as the page of the desktop does before it is shown.
      return atMost(quantile(times.slice(1), 0.5), 150, `, first ${times[0]!.toFixed(0)} ms`)
    },
  },
]
