import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserPage, openBrowserPage } from '../../support/browser/browser-page.ts'
import { findChromium } from '../../support/browser/chromium.ts'

const PLACES = ['tools', 'batch', 'sources', 'activity', 'memory', 'verify', 'balance', 'settings/limits']
/** Two of a computer, two of a telephone, and the first at 200 and 400 % zoom, where a pixel of the page takes more. */
const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
  [320, 640],
  [720, 450],
  [360, 225],
] as const

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the page in windows of all sizes ${reason}`, () => {
  let open: BrowserPage
  let page: Page

  beforeAll(async () => {
    open = await openBrowserPage(launch ?? {}, '/tools')
    page = open.page
    await page.getByTestId('balance').waitFor()
  })
  afterAll(() => open?.close())

  it.each(PLACES)('scrolls inside %s and never as a whole', async (place) => {
    await page.goto(`${open.gateway.url}/#/${place}`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => beyondTheWindow(page), { message: `${width} x ${height}` }).toEqual([0, 0])
    }
  })

  it('scrolls inside an open call, and never as a whole', async () => {
    await page.goto(`${open.gateway.url}/#/activity`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await page.evaluate(async () => {
      const headers = {
        'content-type': 'application/json',
        'x-toolgate-page': localStorage.getItem('toolgate.page-pass') ?? '',
      }
      await fetch('/v1/crypto-hash-sha256', { method: 'POST', headers, body: '{"text": "abc"}' })
    })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page
      .getByRole('row', { name: /crypto-hash-sha256/ })
      .first()
      .click()
    await page.getByTestId('call-pane').waitFor()
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      await expect.poll(() => beyondTheWindow(page), { message: `${width} x ${height}` }).toEqual([0, 0])
    }
  })

  it('shows every place in the rail, and nothing over the search box', async () => {
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height })
      for (const link of await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all()) {
        const { x, width: wide } = (await link.boundingBox())!
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + wide, `${await link.innerText()} at ${width}`).toBeLessThanOrEqual(width)
      }
      const search = (await page.getByTitle(/^Search tools and actions/).boundingBox())!
      const address = (await page.getByRole('button', { name: /Copy the address$/ }).boundingBox())!
      expect(search.x + search.width, `at ${width}`).toBeLessThanOrEqual(address.x)
    }
  })

  // Catches: a link to a tool, or the palette, that shows the list of all tools on a telephone.
  it('shows the tool that was asked for, then its result, in a narrow window', async () => {
    const pane = (name: string) =>
      page.getByRole('group', { name: 'Panes' }).getByRole('button', { name, pressed: true })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('about:blank')
    await page.goto(`${open.gateway.url}/#/tools`)
    await pane('Tools').waitFor()
    await page.goto('about:blank')
    await page.goto(`${open.gateway.url}/#/tools/crypto-hash-sha256`)
    await pane('Input').waitFor()
    await page.getByRole('button', { name: 'Tools', exact: true }).click()
    await page.keyboard.press('Control+K')
    await page.getByTestId('palette').waitFor()
    await page.keyboard.insertText('*/15 9-17 * * 1-5')
    await page.getByRole('option', { name: /^Explain a cron expression/ }).waitFor()
    await page.keyboard.press('Enter')
    await pane('Input').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tab')
    await page.keyboard.press('Control+Enter')
    await pane('Result').waitFor()
  })

  // Catches: what takes the room that is left, and gets none of it.
  it('leaves room for the code of a call, and for the names of tools, on a small telephone', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('about:blank')
    await page.goto(`${open.gateway.url}/#/tools/crypto-hash-sha256`)
    await page.getByRole('tab', { name: 'Code' }).click()
    const code = page.getByRole('region', { name: 'The call as code' })
    await code.waitFor()
    expect((await code.boundingBox())!.height).toBeGreaterThan(120)
    await page.keyboard.press('Control+K')
    await page.getByTestId('palette').waitFor()
    await page.keyboard.insertText('*/15 9-17 * * 1-5')
    const option = page.getByRole('option', { name: /^Explain a cron expression/ })
    await option.waitFor()
    // A slug of three letters and an ellipsis says nothing.
    expect(await option.getByText('code-cron-explain').isVisible()).toBe(false)
    await page.keyboard.press('Escape')
  })

  // Catches: a centred card whose first lines lie above the top of what scrolls.
  it.each(['batch', 'batch/table'])(
    'has all of the card of an empty %s in reach when zoomed',
    async (place) => {
      await page.setViewportSize({ width: 720, height: 450 })
      await page.goto(`${open.gateway.url}/#/${place}`)
      const card = page.locator('main .border-dashed')
      await card.waitFor()
      const above = await card.evaluate((box) => {
        const pane = box.closest('[data-pane]')!
        pane.scrollTop = 0
        return pane.getBoundingClientRect().top - box.getBoundingClientRect().top
      })
      expect(above).toBeLessThanOrEqual(0)
    },
  )

  it('has the search of Activity and what goes with it in one row when zoomed', async () => {
    await page.setViewportSize({ width: 720, height: 450 })
    await page.goto(`${open.gateway.url}/#/activity`)
    const search = (await page.getByLabel('Search inputs, outputs, IDs and hashes').boundingBox())!
    const clear = (await page.getByRole('button', { name: 'Clear activity' }).boundingBox())!
    expect(Math.abs(search.y - clear.y)).toBeLessThan(8)
  })
})

/** By how many pixels the document is wider and higher than its window. */
function beyondTheWindow(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    return [scrollWidth - innerWidth, scrollHeight - innerHeight]
  })
}
