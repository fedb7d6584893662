import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  expectFineWhenZoomed,
  openBrowserPage,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { pureScript } from '../support/tools/folder-desk.ts'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`tools of one's own in a browser ${reason}`, () => {
  let browser: BrowserPage
  let dataDir: string

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'toolgate-own-'))
    mkdirSync(join(dataDir, 'tools'))
    writeFileSync(join(dataDir, 'tools', 'letters.ts'), pureScript())
    writeFileSync(join(dataDir, 'tools', 'wrong.ts'), 'enum Size { small }\n')
    browser = await openBrowserPage(launch ?? {}, '/sources', {
      dataDir,
      here: { platform: 'linux', home: dataDir, env: {} },
    })
  })
  afterAll(async () => {
    expect(browser.errors).toEqual([])
    await browser.close()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  })

  it('are the scripts of the folder, switched on after what they can reach was shown', async () => {
    const { page } = browser
    await page.getByRole('button', { name: 'Add a source' }).click()
    await page.getByRole('button', { name: 'My own scripts' }).click()
    await page.getByText('Any address on the network').waitFor()
    await page.getByText(join(dataDir, 'tools')).waitFor()
    await expectFineInBothThemes(page, 'sources-folder-consent')
    await expectFineWhenNarrow(page, 'sources-folder-consent')
    await page.getByRole('button', { name: 'Switch it on' }).click()
    await page.getByRole('button', { name: 'Open 1 tool' }).click()
    await page.getByText('wrong.ts:1').waitFor()
    await expectFineInBothThemes(page, 'sources-folder')
    await expectFineWhenNarrow(page, 'sources-folder')
    await expectFineWhenZoomed(page, 'sources-folder')

    writeFileSync(join(dataDir, 'tools', 'letters.ts'), pureScript(2))
    await page.getByRole('button', { name: 'Read its list' }).click()
    await page.getByRole('button', { name: 'Changes 1' }).click()
    await page
      .getByText('version: 2')
      .or(page.locator('ins', { hasText: '2' }))
      .first()
      .waitFor()
    await expectFineInBothThemes(page, 'sources-folder-changes')
    await page.getByRole('switch', { name: 'I edit here' }).click()
    await page.getByRole('button', { name: 'Changes 0' }).waitFor()
    expect(await page.getByRole('switch', { name: 'I edit here' }).getAttribute('aria-checked')).toBe(
      'true',
    )
  })

  it('are commands with fields in braces, shown word for word', async () => {
    const { page } = browser
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page
      .getByLabel('A command, an address, or the settings of another client')
      .fill('node --check {file} {size:integer}')
    await page.getByText('1 command of your own').waitFor()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('node')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('{size}').waitFor()
    await page.getByText('Every file that you can read or write').waitFor()
    await expectFineInBothThemes(page, 'sources-command-consent')
    await expectFineWhenNarrow(page, 'sources-command-consent')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByRole('switch', { name: 'run: open' }).click()
    await page.getByRole('button', { name: 'Open 1 tool' }).click()
    await page.getByText('Commands', { exact: true }).first().waitFor()
    await expectFineInBothThemes(page, 'sources-command')
  })
})
