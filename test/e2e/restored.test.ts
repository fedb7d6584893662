import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  expectFineInBothThemes,
  expectFineWhenNarrow,
  expectFineWhenZoomed,
  openBrowserPage,
  type BrowserPage,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { tamper } from '../support/gateway/stopped-instance.ts'
import { TestGateway } from '../support/gateway/test-gateway.ts'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`a restored instance in a browser ${reason}`, () => {
  let dataDir: string
  let browser: BrowserPage
  let page: Page

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'toolgate-test-'))
    const before = await TestGateway.create({ dataDir })
    for (const name of ['laptop', 'leaked']) await before.asOwner('/v1/enterprise/keys', { body: { name } })
    await before.close()
    // As in the file of a backup.
    tamper(dataDir, 'INSERT INTO backup_mark (made_at) VALUES (0)')
    browser = await openBrowserPage(launch ?? {}, '/balance', { dataDir })
    page = browser.page
  })

  afterAll(async () => {
    await browser?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('shows the suspended keys to the owner, who confirms or revokes each', async () => {
    const suspended = page.getByRole('region', { name: 'Keys suspended by a restore' })
    await suspended.getByText('laptop').first().waitFor()
    await expectFineInBothThemes(page, 'balance-restored')
    await expectFineWhenNarrow(page, 'balance-restored')
    await expectFineWhenZoomed(page, 'balance-restored')
    await suspended.getByRole('button', { name: 'Revoke leaked' }).click()
    await suspended.getByText('leaked').first().waitFor({ state: 'detached' })
    await suspended.getByRole('button', { name: 'Confirm laptop' }).click()
    await page.getByRole('button', { name: 'Manage the key laptop' }).waitFor()
    await suspended.getByRole('button', { name: 'Confirm all' }).click()
    await suspended.waitFor({ state: 'detached' })
  })

  it('tells of the restore when the ledger is checked', async () => {
    await page.getByRole('button', { name: 'Check ledger' }).click()
    await page.getByText('Nothing was changed since the signed head.').waitFor()
    await page.getByText(/Epoch 2 began on .* replaced by hand with a backup/).waitFor()
    expect(browser.errors).toEqual([])
  })
})
