import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import { type BrowserPage, expectFineWhenZoomed, openBrowserPage } from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the page whose gateway has gone ${reason}`, () => {
  let open: BrowserPage
  let page: Page
  afterEach(() => open?.close())

  const cut = () => page.route('**/*', (route) => route.abort('connectionrefused'))
  const railTo = (label: string) => page.getByRole('navigation').getByText(label, { exact: true }).click()

  // Catches: a rail of dead clicks, and a Verify that needs no gateway and yet does not open.
  it('opens places that were never visited, and verifies there', async () => {
    open = await openBrowserPage(launch ?? {}, '/tools')
    page = open.page
    await page.getByRole('option').first().waitFor()
    const loaded = () => open.requests.filter((url) => /\/(Settings|Balance|Memory)Page-/.test(url)).length
    await expect.poll(loaded, { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
    // Fetched is not yet read: each file is awaited with all that it imports.
    // As text, because the tests' own loader rewrites an import that it sees.
    await page.evaluate(`Promise.all(performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js')).map(({ name }) => import(name)))
      .then((files) => files.length)`)
    await cut()
    for (const label of ['Batch', 'Activity', 'Memory', 'Balance', 'Settings', 'Verify']) {
      await railTo(label)
      await expect.poll(() => page.url(), { timeout: 60_000 }).toContain(`#/${label.toLowerCase()}`)
      expect(
        await page.getByRole('heading', { name: `${label} could not be loaded`, exact: true }).count(),
      ).toBe(0)
    }
    const data = '{"hash":"ok"}'
    const output_hash = createHash('sha256').update(data).digest('hex')
    const answer = JSON.stringify({ ok: true, data: JSON.parse(data), meta: { api: 'x', output_hash } })
    await page.getByRole('button', { name: /Paste/ }).first().click()
    await page.getByRole('dialog').getByRole('textbox').fill(answer)
    await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click()
    await page.getByText(output_hash.slice(0, 8)).first().waitFor()
    expect(open.errors).toEqual([])
  })

  it('says that a place could not be loaded, and opens it when the gateway is back', async () => {
    open = await openBrowserPage(launch ?? {}, '/tools')
    page = open.page
    await page.route('**/BatchPage-*.js', (route) => route.abort('connectionrefused'))
    await page.reload()
    await page.getByRole('option').first().waitFor()
    await railTo('Batch')
    await page.getByRole('heading', { name: 'Batch could not be loaded' }).waitFor()
    await expectFineWhenZoomed(page, 'place-missing')
    await railTo('Verify')
    await page.getByRole('heading', { name: 'Verify', exact: true }).waitFor()
    await railTo('Batch')
    await page.unroute('**/BatchPage-*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Paste rows').first().waitFor()
    expect(page.url()).toContain('#/batch')
  })
})
