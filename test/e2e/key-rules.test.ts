import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  expectFineWhenZoomed,
  openBrowserPage,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { postJson } from '../support/network/post-json.ts'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the rules of a key in a browser ${reason}`, () => {
  let browser: BrowserPage
  let page: Page
  let key: string

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, '/balance')
    ;({ page } = browser)
    const { gateway } = browser
    const made = await postJson(`${gateway.url}/v1/enterprise/keys`, gateway.ownerKey, { name: 'ruled' })
    // A new key is answered with its text.
    ;({ key } = (await made.json()) as { key: string })
    await page.reload()
    await page.getByRole('button', { name: /ruled/ }).click()
  })
  afterAll(async () => {
    expect(browser.errors).toEqual([])
    await browser.close()
  })

  const call = async (slug: string, body: object): Promise<number> =>
    (await postJson(`${browser.gateway.url}/v1/${slug}`, key, body)).status

  it('limit how often it calls a tool, and no longer when that is taken back', async () => {
    await page.getByLabel('Tool', { exact: true }).fill('crypto-hash-sha256')
    await page.getByLabel('Calls').fill('1')
    await page.getByRole('button', { name: 'Add limit' }).click()
    await page.getByText('1 call a minute').waitFor()
    await expectFineInBothThemes(page, 'key-rules')
    await expectFineWhenNarrow(page, 'key-rules')
    await expectFineWhenZoomed(page, 'key-rules')
    expect(await call('crypto-hash-sha256', { text: 'a' })).toBe(200)
    expect(await call('crypto-hash-sha256', { text: 'a' })).toBe(429)
    await page.getByRole('button', { name: 'Remove the limit of crypto-hash-sha256' }).click()
    await page.getByText('1 call a minute').waitFor({ state: 'detached' })
    expect(await call('crypto-hash-sha256', { text: 'a' })).toBe(200)
  })
})
