import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  expectFineWhenZoomed,
  keepPicture,
  openBrowserPage,
  policyViolations,
  shownBalance,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const ROWS = 60
const CSV = `company,website,seats\n${Array.from({ length: ROWS }, (_, i) =>
  i === 3
    ? 'Dunmore Foods,not an address,120'
    : `"Firm, ${i}",https://shop${i}.example/spring?p=${i},${i * 7}`,
).join('\n')}\n`

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`a table with new columns in a browser ${reason}`, () => {
  let browser: BrowserPage
  let page: Page
  let start = 0

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, '/batch')
    page = browser.page
    await page.getByRole('heading', { name: 'Paste a table, or drop a file' }).waitFor()
  })

  afterAll(() => browser?.close())

  it('is one step from the Batch place, and accessible while it is empty', async () => {
    const kind = page.getByRole('button', { name: 'Table' })
    const before = await kind.boundingBox()
    await kind.click()
    await page.getByRole('heading', { name: 'Add columns to your table' }).waitFor()
    expect(page.url()).toMatch(/#\/batch\/table$/)
    // Catches: a switch that moves away under the pointer that has just used it.
    expect(await kind.boundingBox()).toEqual(before)
    await expectFineInBothThemes(page, 'enrich-empty')
  })

  it('shows the columns of the file first, and adds one that a tool fills', async () => {
    start = await shownBalance(page)
    const file = { name: 'suppliers-2026-11.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByRole('heading', { name: 'suppliers-2026-11' }).waitFor()
    await page.getByText('60 rows · 3 columns').waitFor()
    await expectFineInBothThemes(page, 'enrich-own')
    await page.getByRole('button', { name: 'Column', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Tool of the column: / }).waitFor()
    expect(await dialog.getByLabel(/^url/).inputValue()).toBe('own:1')
    await dialog.getByLabel('Shows').selectOption('domain')
    expect(await dialog.getByLabel('Name of the column').inputValue()).toBe('domain')
    await expectFineInBothThemes(page, 'enrich-column')
    await dialog.getByRole('button', { name: 'Add the column' }).click()
    await expect.poll(() => page.getByTestId('enrich-cost').innerText()).toMatch(/^60/)
    expect(page.url()).toMatch(/#\/batch\/table\/[\w-]{36}$/)
  })

  it('takes the result of a column into another', async () => {
    await page.getByRole('button', { name: 'Column', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const tools = dialog.getByRole('button', { name: /^Tool of the column/ })
    await tools.click()
    const search = page.getByRole('combobox', { name: 'Tool of the column' })
    // Esc closes what opened last, and the focus goes back to its button.
    await search.press('Escape')
    await search.waitFor({ state: 'detached' })
    expect(await tools.evaluate((button) => button === document.activeElement)).toBe(true)
    await tools.click()
    await dialog.getByLabel('Name of the column').focus()
    await search.waitFor({ state: 'detached' })
    await tools.click()
    await search.fill('sha-256')
    await page.keyboard.press('Enter')
    await dialog.getByLabel(/^text/).selectOption('from:A')
    await dialog.getByRole('button', { name: 'Add the column' }).click()
    await page.getByText('A’s result goes into B').waitFor()
    await expect.poll(() => page.getByTestId('enrich-cost').innerText()).toMatch(/^120/)
    expect(await shownBalance(page)).toBe(start)
  })

  it('previews the first five rows for their price, and says in a failed cell why and that nothing was charged', async () => {
    await page.getByRole('button', { name: /^Preview 5 rows/ }).click()
    await page.getByText('Preview done: first 5 rows').waitFor()
    await expect.poll(() => shownBalance(page)).toBe(start - 8)
    const failed = page.getByRole('row').filter({ hasText: 'Dunmore Foods' })
    expect(await failed.innerText()).toMatch(
      /not an absolute URL[\s\S]*validation_error ·\s+1[\s\S]*refunded/,
    )
    expect(await failed.innerText()).toContain('a cell before it failed')
    await page.getByText('8 of 10 cells filled').waitFor()
    await expectFineInBothThemes(page, 'enrich-preview')
    await page.setViewportSize({ width: 1440, height: 900 })
    await keepPicture(page, 'enrich-preview-1440')
    await page.setViewportSize({ width: 1024, height: 768 })
    await expectFineInBothThemes(page, 'enrich-1024')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectFineInBothThemes(page, 'enrich-390')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('asks for one failed cell again in place', async () => {
    const [request] = await Promise.all([
      page.waitForRequest('**/v1/batch'),
      page.getByRole('button', { name: 'Retry row 4, column A, for 1' }).click(),
    ])
    expect(request.postDataJSON().calls).toEqual([
      { slug: 'net-url-parse', input: { url: 'not an address' } },
    ])
    await page.getByRole('button', { name: 'Retry row 4, column A, for 1' }).waitFor()
    await expect.poll(() => shownBalance(page)).toBe(start - 8)
  })

  // Catches: cells that are paid for twice, or lost, when the page goes in the middle of a request.
  it('loses nothing and pays nothing twice when the page reloads in the middle', async () => {
    let batches = 0
    await page.route('**/v1/batch', async (route) => {
      if (++batches < 2) return await route.continue()
      // The gateway runs it; its answer finds no page any more.
      await route.fetch()
      await route.abort()
    })
    await page.keyboard.press('Control+Enter')
    await page.getByTestId('enrich-notice').filter({ hasText: 'is not responding' }).waitFor()
    await page.unroute('**/v1/batch')
    await page.reload()
    await page.getByTestId('enrich-notice').filter({ hasText: 'This run was interrupted' }).waitFor()
    await expectFineInBothThemes(page, 'enrich-interrupted')
    await page.getByRole('button', { name: /^Continue 55 rows/ }).click()
    await page.getByText('59 of 60 done').first().waitFor()
    await expect.poll(() => page.getByTestId('enrich-spent').innerText()).toMatch(/^118/)
    expect(await shownBalance(page)).toBe(start - 118)
  })

  it('can be used without a mouse', async () => {
    await page.locator('tr[aria-rowindex="2"]').focus()
    await page.keyboard.press('End')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))
    await expect.poll(focused).toBe('61')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Row 60' }).waitFor()
    await expectFineInBothThemes(page, 'enrich-row')
    await page.keyboard.press('Escape')
    await expect.poll(focused).toBe('61')
  })

  it('exports the columns of the file and the results', async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV, for spreadsheets' }).click(),
    ])
    const text = readFileSync(await file.path(), 'utf8')
    const { data, meta } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    expect(meta.fields?.slice(0, 4)).toEqual(['company', 'website', 'seats', 'domain'])
    expect(data.filter(({ hash }) => /^[0-9a-f]{64}$/.test(hash ?? ''))).toHaveLength(59)
    await page.getByRole('button', { name: 'Export' }).click()
    const [book] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Excel (XLSX)' }).click(),
    ])
    expect(book.suggestedFilename()).toBe('suppliers-2026-11.xlsx')
    await page.getByRole('button', { name: 'New table' }).click()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(
        await book
          .path()
          .then((path) => ({ name: 'again.xlsx', mimeType: '', buffer: readFileSync(path) })),
      )
    await page.getByRole('heading', { name: 'Read this workbook' }).waitFor()
    await expectFineInBothThemes(page, 'enrich-workbook')
    await page.getByRole('button', { name: /^Read it 3/ }).click()
    await page.getByText('60 rows · 6 columns').waitFor()
  })

  it('opens a kept table again', async () => {
    await page.getByRole('button', { name: 'New table' }).click()
    await page.getByRole('button', { name: /^suppliers-2026-11/ }).click()
    await page.getByText('59 of 60 done').first().waitFor()
  })

  // Catches: rows without a tool, which the place for calls can neither show nor run.
  it('opens as a table also at the address of a run of calls', async () => {
    const { hash } = new URL(page.url())
    await page.goto('about:blank')
    await page.goto(`${browser.gateway.url}/${hash.replace('/table', '')}`)
    await page.getByText('59 of 60 done').first().waitFor()
    expect(new URL(page.url()).hash).toBe(hash)
  })

  // Catches: a run of calls shown as a table without columns.
  it('gives way to a run of calls at its own address', async () => {
    const { hash } = new URL(page.url())
    const id = await page.evaluate(async () => {
      const headers = {
        'content-type': 'application/json',
        'x-toolgate-page': localStorage.getItem('toolgate.page-pass') ?? '',
      }
      const body = JSON.stringify({
        name: 'Calls',
        source: '',
        options: { retry_once: false, floor: null },
      })
      const answer = await fetch('/app/batches', { method: 'POST', headers, body })
      const { batch_id: id } = (await answer.json()) as { batch_id: string } // The gateway's own answer.
      return id
    })
    await page.evaluate((to) => (location.hash = to), `#/batch/table/${id}`)
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/batch/${id}`)
    await page.evaluate((to) => (location.hash = to), hash)
    await page.getByText('59 of 60 done').first().waitFor()
  })

  it('fits a narrow window and one at 200 %, except for its table', async () => {
    await expectFineWhenNarrow(page, 'enrich')
    await expectFineWhenZoomed(page, 'enrich')
  })

  it('talks to its own gateway only, keeps its security policy and logs no error', async () => {
    expect(browser.requests.filter((url) => !/^(blob:)?http:\/\/127\.0\.0\.1:/.test(url))).toEqual([])
    expect(await policyViolations(page)).toEqual([])
    expect(browser.errors).toEqual([])
  })
})
