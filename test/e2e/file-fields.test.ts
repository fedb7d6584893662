import { hash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  openBrowserPage,
  policyViolations,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const CONTENT = Buffer.from('from a file')
const NAME = 'notes.txt'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`a field that takes a file, in a browser ${reason}`, () => {
  let open: BrowserPage
  let page: Page

  beforeAll(async () => {
    open = await openBrowserPage(launch ?? {}, '/tools/crypto-hash-sha256')
    page = open.page
    await page.getByLabel('Choose a file for Text').waitFor({ state: 'attached' })
  })
  afterAll(() => open?.close())

  it('shows the name of a chosen file, which the call then refers to', async () => {
    const file = { name: NAME, mimeType: 'text/plain', buffer: CONTENT }
    await page.getByLabel('Choose a file for Text').setInputFiles(file)
    await page.getByRole('button', { name: `Remove the file ${NAME}` }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText(hash('sha256', CONTENT)).first().waitFor()
    expect(open.errors).toEqual([])
    expect(await policyViolations(page)).toEqual([])
  })

  it('is accessible in both themes and on a narrow screen', async () => {
    await expectFineInBothThemes(page, 'file-field')
    await expectFineWhenNarrow(page, 'file-field')
  })

  it('takes a text again once the file is removed', async () => {
    await page.getByRole('button', { name: `Remove the file ${NAME}` }).click()
    await page.getByRole('textbox', { name: /^Text/ }).fill('typed')
    await page.keyboard.press('Control+Enter')
    await page.getByText(hash('sha256', 'typed')).first().waitFor()
  })
})
