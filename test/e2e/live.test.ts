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
})
