import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../../support/browser/chromium.ts'
import { startTestGateway } from '../../support/gateway/start-test-gateway.ts'
import { BATCH_GOALS } from './batch.ts'
import { FEEL_GOALS } from './feel.ts'
import type { PageBench, PageGoal } from './goals.ts'
import { LOAD_GOALS, TOKEN_GOAL } from './load.ts'
import { SIZE_GOALS } from './size.ts'
import { TABLE_GOALS } from './table.ts'

/** Every goal that needs no Electron, in the order of the design. */
const GOALS: readonly PageGoal[] = [
  ...FEEL_GOALS,
  ...SIZE_GOALS,
  ...LOAD_GOALS,
  TOKEN_GOAL,
  ...TABLE_GOALS,
  ...BATCH_GOALS,
].sort((a, b) => a.number - b.number)

const { launch, reason } = await findChromium()
if (launch === null) throw new Error(`The page cannot be measured: ${reason}`)
const gateway = await startTestGateway()
const browser = await chromium.launch({
  ...launch,
  args: [...(launch.args ?? []), '--enable-precise-memory-info'],
})

const bench: PageBench = {
  url: gateway.url,
  ownerKey: gateway.ownerKey,
  open: async (place, route) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const { name, value } = gateway.ownerSession()
    await context.addCookies([{ name, value, url: gateway.url, sameSite: 'Strict', httpOnly: true }])
    const page: Page = await context.newPage()
    await route?.(page)
    await page.goto(`${gateway.url}/#${place}`)
    await page.getByTestId('balance').waitFor()
    await page.locator('[role=option], [data-testid=welcome]').first().waitFor()
    return page
  },
}

const only = process.argv.slice(2).map(Number)
console.log('goal  what                                          target                        measured')
for (const { number, what, target, measure } of GOALS) {
  if (only.length > 0 && !only.includes(number)) continue
  const { shown, met } = await measure(bench)
  console.log(
    `${String(number).padStart(4)}  ${what.padEnd(44)}  ${target.padEnd(28)}  ${met ? ' ' : '✗'} ${shown}`,
  )
}
await browser.close()
await gateway.close()
