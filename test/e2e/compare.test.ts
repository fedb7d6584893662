import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  openBrowserPage,
  policyViolations,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { postJson } from '../support/network/post-json.ts'

const TYPES = 'code-json-to-typescript'
const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`comparing results in a browser ${reason}`, () => {
  let browser: BrowserPage

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, `/tools/${TYPES}`)
  })

  afterAll(() => browser?.close())

  it('opens with one key, marks exactly what differs, and includes the result of another client', async () => {
    const { page, gateway } = browser
    const body = { json: { id: 1, seats: 4, plan: 'team' }, root_name: 'Root' }
    await postJson(`${gateway.url}/v1/${TYPES}`, gateway.ownerKey, body)
    await page.getByRole('button', { name: /^Run \d/ }).click()
    await page.getByText('Hash verified').waitFor()
    await page.getByRole('region', { name: 'Output' }).focus()
    await page.keyboard.press('d')
    const panel = page.getByTestId('comparison')
    await panel.getByText('seats: number').waitFor()
    await panel.locator('.text-code-word', { hasText: 'export' }).first().waitFor()
    await panel.getByRole('rowheader', { name: 'X-Output-Hash' }).waitFor()
    await expectFineInBothThemes(page, 'tools-compare')
    await expectFineWhenNarrow(page, 'tools-compare')
    await page.keyboard.press('Escape')
    await expect.poll(() => panel.count()).toBe(0)

    await page.getByRole('button', { name: /^Run \d/ }).click()
    await page.getByText('Hash verified').waitFor()
    await page.getByRole('button', { name: 'Compare with an earlier result' }).click()
    await panel.getByRole('heading', { name: 'Identical' }).waitFor()
    expect(browser.errors, (await policyViolations(page)).join()).toEqual([])
  })
})
