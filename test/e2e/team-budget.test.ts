import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  expectFineWhenZoomed,
  openBrowserPage,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { startTestGateway, type StartedTestGateway } from '../support/gateway/start-test-gateway.ts'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the team budget in a browser ${reason}`, () => {
  let browser: BrowserPage
  let hub: StartedTestGateway
  let isHubOpen = false

  beforeAll(async () => {
    hub = await startTestGateway()
    isHubOpen = true
    browser = await openBrowserPage(launch ?? {}, '/settings/budget')
  })

  afterAll(async () => {
    await browser?.close()
    if (isHubOpen) await hub.close()
  })

  it('connects to a hub, shows what is left of the lease, and goes on without it', async () => {
    const { page } = browser
    await page.getByLabel('Address of the hub').fill('http://127.0.0.1:9')
    await page.getByLabel('Key').fill(hub.ownerKey)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('cannot be reached').waitFor()
    await expectFineInBothThemes(page, 'settings-budget-form')

    await page.getByLabel('Address of the hub').fill(hub.url)
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByText('125 of at most 1,000 credits').waitFor()
    await expectFineInBothThemes(page, 'settings-budget')
    await expectFineWhenNarrow(page, 'settings-budget')
    await expectFineWhenZoomed(page, 'settings-budget')

    await hub.close()
    isHubOpen = false
    await page.getByRole('button', { name: 'Contact now' }).click()
    await page.getByText('cannot be reached').waitFor()
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('still gets what was spent').waitFor()
    expect(await page.getByLabel('Address of the hub').isVisible()).toBe(true)
  })
})
