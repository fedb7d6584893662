import { hash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  keepPicture,
  openBrowserPage,
  shownBalance,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`live results in a browser ${reason}`, () => {
  let open: BrowserPage
  let page: Page
  beforeAll(async () => {
    open = await openBrowserPage(launch ?? {}, '/tools/crypto-hash-sha256')
    page = open.page
    await page
      .getByRole('heading', { name: 'SHA-256', level: 2 })
      .or(page.getByTestId('live'))
      .first()
      .waitFor()
  })
  afterAll(() => open?.close())

  it('come while one types, are paid for as shown, and not for what fills the form', async () => {
    const live = page.getByTestId('live')
    const before = await shownBalance(page)
    await live.getByRole('switch').click()
    // An example fills the form, and nobody has typed that.
    await page.getByRole('button', { name: 'Empty input' }).click()
    const field = page.getByRole('region', { name: 'Call' }).getByRole('textbox').first()
    await field.click()
    await field.pressSequentially('!')
    await page.getByTestId('result-header').getByText('Live').waitFor()
    await page.getByText('Hash verified').waitFor()
    await expect.poll(() => live.innerText()).toMatch(/this sitting\s+1/)
    await expect.poll(() => shownBalance(page)).toBe(before - 1)
    await keepPicture(page, 'live-tool')
    await expectFineInBothThemes(page, 'live-tool')
    await expectFineWhenNarrow(page, 'live-tool')
  })

  // Catches: a switch that takes Ctrl+Enter for Enter, so that nothing runs.
  it('leave Ctrl+Enter to Run, wherever the focus is', async () => {
    const live = page.getByTestId('live').getByRole('switch')
    await page.goto('about:blank')
    await page.goto(`${open.gateway.url}/#/tools/crypto-hash-sha256`)
    await live.focus()
    const before = await shownBalance(page)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Hash verified').waitFor()
    expect(await live.getAttribute('aria-checked')).toBe('true')
    await expect.poll(() => shownBalance(page)).toBe(before - 1)
    await page.keyboard.press('Space')
    expect(await live.getAttribute('aria-checked')).toBe('false')
    await page.keyboard.press('Enter')
    expect(await live.getAttribute('aria-checked')).toBe('true')
  })

  // Catches: an input that was run by hand, and once more for its price when it had come to rest.
  it('are not paid for again when the same input was just run by hand', async () => {
    const before = await shownBalance(page)
    const field = page.getByRole('region', { name: 'Call' }).getByRole('textbox').first()
    await field.press('a')
    await page.keyboard.press('Control+Enter')
    // Longer than an input has to rest, after the result is there.
    await expect.poll(() => shownBalance(page)).toBe(before - 1)
    await page.waitForTimeout(500)
    expect(await shownBalance(page)).toBe(before - 1)
  })

  it('come for a file as well, however long its upload took', async () => {
    const before = await shownBalance(page)
    let upload = (): void => {}
    const held = new Promise<void>((resolve) => (upload = resolve))
    await page.route('**/v1/files?*', async (route) => {
      await held
      await route.continue()
    })
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('a file') }
    await page.getByLabel('Choose a file for Text').setInputFiles(file)
    await page.getByText('Uploading notes.txt…').waitFor()
    await page.waitForTimeout(300)
    upload()
    await page.getByText(hash('sha256', 'a file')).first().waitFor()
    await expect.poll(() => shownBalance(page)).toBe(before - 1)
    await page.unroute('**/v1/files?*')
    expect(open.errors).toEqual([])
  })
})
