import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  openBrowserPage,
  policyViolations,
  shownBalance,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const ROWS = 120

/** Texts with commas, quotes and line ends; every twelfth claims to be hexadecimal and is not. */
function tickets(): string {
  const rows = Array.from({ length: ROWS }, (_, i) => ({
    ticket_id: `T-${i + 1}`,
    body: `Ticket ${i + 1}: "login, again"\nsecond line`,
    input_encoding: i % 12 === 11 ? 'hex' : 'utf8',
  }))
  return `${Papa.unparse(rows)}\r\n`
}

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the Batch place in a browser ${reason}`, () => {
  let browser: BrowserPage
  let page: Page

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, '/batch')
    page = browser.page
    await page.getByRole('heading', { name: 'Paste a table, or drop a file' }).waitFor()
  })

  afterAll(() => browser?.close())

  it('is accessible before the first row', async () => {
    await expectFineInBothThemes(page, 'batch-empty')
  })

  it('matches a real CSV to the right fields, and shows the price before it charges anything', async () => {
    const before = await shownBalance(page)
    const file = { name: 'tickets-2026-11.csv', mimeType: 'text/csv', buffer: Buffer.from(tickets()) }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page.getByText('120 rows, comma-separated with a header').waitFor()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Tool for every row/ }).click()
    await page.getByRole('combobox', { name: 'Tool for every row' }).fill('sha-256')
    await page.keyboard.press('Enter')
    expect(await dialog.getByLabel('Field for body').inputValue()).toBe('field:text')
    expect(await dialog.getByLabel('Field for input_encoding').inputValue()).toBe('field:input_encoding')
    expect(await dialog.getByLabel('Field for ticket_id').inputValue()).toBe('label')
    await dialog.getByText('120 rows are valid').waitFor()
    await expectFineInBothThemes(page, 'batch-match')
    await dialog.getByRole('button', { name: 'Add 120 rows' }).click()

    await page.getByRole('button', { name: 'Run 120 calls 120' }).waitFor()
    expect(await page.getByTestId('batch-cost').innerText()).toBe('120')
    expect(await page.getByText(`Balance after${before - 120}`).count()).toBe(1)
    await page.getByRole('row').nth(1).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(() => page.locator('[role=grid] tr:focus').innerText()).toMatch(/^2[\s\S]*Ticket 1:/)
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => page.locator('[role=grid] tr:focus').innerText()).toMatch(/^1[\s\S]*Ticket 1:/)
    await expectFineInBothThemes(page, 'batch-preview')
    expect(await shownBalance(page)).toBe(before)
    expect(page.url()).toMatch(/#\/batch\/[\w-]{36}$/)
  })

  // Catches: rows that run again because their answer found no page any more.
  it('charges every row once and keeps them all, even when the page reloads in the middle', async () => {
    const before = await shownBalance(page)
    let batches = 0
    // The gateway runs the second request; its answer finds no page any more.
    await page.route('**/v1/batch', async (route) => {
      if (++batches < 2) return await route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.keyboard.press('Control+Enter')
    await page.getByTestId('batch-notice').filter({ hasText: 'is not responding' }).waitFor()
    await expectFineInBothThemes(page, 'batch-paused')
    await page.unroute('**/v1/batch')
    await page.reload()

    await page.getByTestId('batch-notice').filter({ hasText: '50 rows have no answer yet' }).waitFor()
    await expectFineInBothThemes(page, 'batch-interrupted')
    await page.getByRole('button', { name: /^Continue 70 calls/ }).click()
    await page.getByText('120 of 120').waitFor()
    expect(await shownBalance(page)).toBe(before - 110)
  })

  it('shows the rows that failed, and charges nothing for them', async () => {
    await page.getByRole('button', { name: 'Needs attention 10' }).click()
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'validation_error' }).count()).toBe(10)
    await expectFineInBothThemes(page, 'batch-failed')
    const before = await shownBalance(page)
    await page.getByRole('button', { name: 'Retry 10 failed' }).click()
    await page.getByText('120 of 120').waitFor()
    expect(await shownBalance(page)).toBe(before)
  })

  it('runs a mended row by itself', async () => {
    const before = await shownBalance(page)
    await page.getByRole('button', { name: 'Edit input of row 12', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Input').fill('{"text": "6869", "input_encoding": "hex"}')
    await expectFineInBothThemes(page, 'batch-row')
    await page.getByRole('button', { name: 'Save input' }).click()
    await page.getByRole('button', { name: /^Run 1 call/ }).click()
    await expect.poll(() => shownBalance(page)).toBe(before - 1)
    await page.getByRole('button', { name: 'Needs attention 9' }).waitFor()
  })

  it('exports exactly the results of the run', async () => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV, for spreadsheets' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('tickets-2026-11.csv')
    const text = readFileSync(await file.path(), 'utf8')
    const { data } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    expect(data).toHaveLength(ROWS)
    expect(data.filter(({ status }) => status === 'ok')).toHaveLength(111)
    for (const at of [0, 11, 49, 119]) {
      const row = data[at] ?? {}
      // The user's own columns come first; what was edited is beside them.
      const bytes =
        at === 11 ? Buffer.from('6869', 'hex') : Buffer.from(row['text (edited)'] || (row['body'] ?? ''))
      const expected = at === 119 ? '' : createHash('sha256').update(bytes).digest('hex')
      expect([row['ticket_id'], row['hash']]).toEqual([`T-${at + 1}`, expected])
    }
  })

  it('can be used without a mouse', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'All 120' }).press('Enter')
    await page.locator('tr[aria-rowindex="2"]').focus()
    await page.keyboard.press('End')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))
    await expect.poll(focused).toBe('121')
    await page.keyboard.press('Delete')
    await page.getByText('Row 120 removed.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(focused).toBe('121')
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe('2')
    await page.keyboard.press('f')
    await expect.poll(focused).toBe('25')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Row 24' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('brings back a run that was deleted by mistake', async () => {
    await page.getByRole('button', { name: 'Runs' }).click()
    await page.getByRole('button', { name: /^tickets-2026-11/ }).waitFor()
    await expectFineInBothThemes(page, 'batch-runs')
    await page.getByRole('button', { name: 'Delete the run tickets-2026-11' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Runs' }).click()
    await page.getByRole('button', { name: /^tickets-2026-11/ }).click()
    await page.getByText('111').first().waitFor()
  })

  it('takes a paste outside any text field, and draws few of a thousand rows', async () => {
    await page.getByRole('button', { name: 'Runs' }).click()
    await page.getByRole('button', { name: 'New run' }).click()
    const lines = Array.from({ length: 1_000 }, (_, i) => `text number ${i},utf8`).join('\n')
    await page.evaluate((text) => navigator.clipboard.writeText(text), `text,input_encoding\n${lines}`)
    await page.getByRole('heading', { name: 'Paste a table, or drop a file' }).click()
    await page.keyboard.press('Control+v')
    await page.getByText('1,000 rows are valid').waitFor()
    await page.getByRole('button', { name: 'Add 1,000 rows' }).click()
    await page.getByRole('button', { name: /^Run (1,000 calls|first)/ }).waitFor()
    expect(await page.getByRole('row').count()).toBeLessThan(80)
  })

  it('sends nothing more after Stop, and finishes the calls that are out', async () => {
    await page.getByRole('button', { name: 'Runs' }).click()
    await page.getByRole('button', { name: 'New run' }).click()
    // A file that is dropped, of cells between tabs.
    await page.evaluate(() => {
      const lines = Array.from({ length: 60 }, (_, i) => `${i}\ttext number ${i}`)
      const files = new DataTransfer()
      files.items.add(new File([`id\ttext\n${lines.join('\n')}`], 'dropped.tsv'))
      const target = document.querySelector('main h2')
      for (const type of ['dragenter', 'dragover', 'drop'])
        target?.dispatchEvent(new DragEvent(type, { dataTransfer: files, bubbles: true, cancelable: true }))
    })
    await page.getByText('60 rows, tab-separated with a header').waitFor()
    await page.getByRole('button', { name: /^Tool for every row/ }).click()
    await page.getByRole('combobox', { name: 'Tool for every row' }).fill('sha-256')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add 60 rows' }).click()

    const before = await shownBalance(page)
    let refusals = 0
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/v1/batch', async (route) => {
      if (refusals++ === 0) {
        const error = { code: 'rate_limited', message: 'Too many requests.' }
        const headers = { 'retry-after': '2', 'content-type': 'application/json' }
        return await route.fulfill({ status: 429, headers, body: JSON.stringify({ ok: false, error }) })
      }
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Run 60 calls 60' }).click()
    await page.getByText('Rate limit reached. The next rows run in').waitFor()
    await expectFineInBothThemes(page, 'batch-limited')
    await page.getByRole('row').filter({ hasText: 'Running' }).first().waitFor()
    await expectFineInBothThemes(page, 'batch-running')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '50 running calls will finish' }).waitFor()
    release()
    await page.getByText('Stopped. 10 rows were not sent and cost nothing.').waitFor()
    expect(await shownBalance(page)).toBe(before - 50)
    await page.unroute('**/v1/batch')
  })

  it('fits a narrow window, except for its table', async () => {
    await expectFineWhenNarrow(page, 'batch')
  })

  it('asks to sign in once the session has ended', async () => {
    await page.context().clearCookies()
    await page.reload()
    await page.getByText('Sign in to run tools').waitFor()
    await expectFineInBothThemes(page, 'batch-signed-out')
  })

  it('talks to its own gateway only, keeps its security policy and logs no error', async () => {
    expect(browser.requests.filter((url) => !/^(blob:)?http:\/\/127\.0\.0\.1:/.test(url))).toEqual([])
    expect(await policyViolations(page)).toEqual([])
    expect(browser.errors).toEqual([])
  })
})
