import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserPage, openBrowserPage } from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`an address of a tool in a browser ${reason}`, () => {
  let open: BrowserPage
  let page: Page

  const visit = async (address: string) => {
    await page.goto('about:blank')
    await page.goto(`${open.gateway.url}/#/tools/${address}`)
  }
  const link = (fields: object) => `text-diff?input=${encodeURIComponent(JSON.stringify(fields))}`
  const field = (name: RegExp) => page.getByRole('region', { name: 'Call' }).getByRole('textbox', { name })

  beforeAll(async () => {
    open = await openBrowserPage(launch ?? {}, '/tools/text-diff')
    page = open.page
  })
  afterAll(() => open?.close())

  // Catches: a list that stays at its top, where the tool of the address is far below.
  it('shows the selected row of the tool in the list', async () => {
    const row = page.getByRole('option', { name: /Compare two texts/ })
    await row.waitFor()
    await expect.poll(() => row.getAttribute('aria-selected')).toBe('true')
    const list = (await page.getByTestId('tool-list').boundingBox())!
    const { y, height } = (await row.boundingBox())!
    expect(y).toBeGreaterThanOrEqual(list.y)
    expect(y + height).toBeLessThanOrEqual(list.y + list.height)
  })

  it('fills the form, names a field that the tool does not have, and can take it away', async () => {
    await visit(link({ before: 'old', after: 'new', colour: 'red' }))
    await expect.poll(() => field(/^Before/).inputValue()).toBe('old')
    await page.getByText('There is no field colour here.').waitFor()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Input is valid').waitFor()
    expect(await field(/^After/).inputValue()).toBe('new')
  })

  // Catches: a link with nothing for this tool that empties what was written there.
  it('leaves the form as it is where nothing fits, and says so', async () => {
    await visit(link({ colour: 'red' }))
    await page.getByText(/has no field colour; the link filled nothing/).waitFor()
    expect(await field(/^Before/).inputValue()).toBe('old')
    await page.getByText('Input is valid').waitFor()
  })

  it('says why the form stays closed while its JSON is broken', async () => {
    await page.getByRole('tab', { name: 'JSON' }).click()
    await page.getByLabel('Input as JSON').fill('{"before": ')
    await page.getByRole('tab', { name: 'Form' }).click()
    await page.getByText('The form opens once this is mended.').waitFor()
    await page.getByLabel('Input as JSON').fill('{"before": "a", "after": "b"}')
    await page.getByRole('tab', { name: 'Form' }).click()
    await expect.poll(() => field(/^Before/).inputValue()).toBe('a')
    expect(open.errors).toEqual([])
  })

  // Catches: keys that go nowhere, because what had the focus has gone.
  it('keeps the focus in the page after Run, Stop and a place chosen in the palette', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent.trim() ?? '')
    await page.route('**/v1/text-diff', () => {})
    await page.getByRole('button', { name: /^Run/ }).click()
    await expect.poll(focused).toMatch(/^Stop/)
    await page.keyboard.press('Enter')
    await expect.poll(focused).toMatch(/^Run/)
    await page.unroute('**/v1/text-diff')
    await page.keyboard.press('Control+K')
    await page.getByTestId('palette').waitFor()
    await page.keyboard.type('balance')
    await page
      .getByTestId('palette')
      .getByRole('option', { name: /^Balance/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/balance$/)
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  })
})
