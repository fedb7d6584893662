import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserPage, openBrowserPage, shownBalance } from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const ROWS = 50_000
const RELOADS = 5
const CSV = `name,seats\n${Array.from({ length: ROWS }, (_, i) => `"Firm, ${i}",${i * 7}`).join('\n')}\n`

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`a table of ${ROWS} rows in a browser ${reason}`, () => {
  let browser: BrowserPage
  let page: Page

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, '/batch/table')
    page = browser.page
    await page.getByRole('heading', { name: 'Add columns to your table' }).waitFor()
  })
  afterAll(() => browser?.close())

  /** The text of a row, after the grid was scrolled to it. */
  async function row(number: number): Promise<string> {
    await page.locator('tbody tr[aria-rowindex]').first().focus()
    await page.keyboard.press(number === 1 ? 'Home' : 'End')
    const wanted = page.locator(`tr[aria-rowindex="${number + 1}"]`)
    await wanted.waitFor()
    return await wanted.innerText()
  }

  it(`loses no row, column, setting or result over ${RELOADS} reloads, and pays for nothing again`, async () => {
    const file = { name: 'firms.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByText(/50[,\s]?000 rows · 2 columns/).waitFor()
    await page.getByRole('button', { name: 'Column', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Tool of the column/ }).click()
    await page.getByRole('combobox', { name: 'Tool of the column' }).fill('sha-256')
    await page.keyboard.press('Enter')
    await dialog.getByLabel(/^text/).selectOption('own:0')
    await dialog.getByRole('button', { name: 'Add the column' }).click()
    const before = await shownBalance(page)
    await page.getByRole('button', { name: /^Preview 5 rows/ }).click()
    await page.getByText('Preview done: first 5 rows').waitFor()
    await expect.poll(() => shownBalance(page)).toBe(before - 5)
    const [first, last] = [await row(1), await row(ROWS)]
    expect(first).toMatch(/Firm, 0[\s\S]*[0-9a-f]{8}/)
    expect(last).toMatch(/Firm, 49999[\s\S]*349993/)

    for (let reload = 0; reload < RELOADS; reload++) {
      await page.reload()
      await page.getByText(/50[,\s]?000 rows · 2 columns/).waitFor()
      expect([await row(1), await row(ROWS)]).toEqual([first, last])
      expect(await shownBalance(page)).toBe(before - 5)
    }
    expect(browser.errors).toEqual([])
  })
})
