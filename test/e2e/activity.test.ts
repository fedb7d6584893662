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
import { postJson } from '../support/network/post-json.ts'

const TYPES = 'code-json-to-typescript'
const CUSTOMER = {
  id: 1,
  email: 'ada@example.com',
  plan: 'team',
  seats: 4,
  address: { city: 'Bonn', zip: '53111' },
}

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the Activity place in a browser ${reason}`, () => {
  let browser: BrowserPage
  let page: Page

  /** A call by another client than the page. */
  async function call(slug: string, input: object, path = `/v1/${slug}`): Promise<Response> {
    return await postJson(browser.gateway.url + path, browser.gateway.ownerKey, input)
  }

  const rows = () => page.getByRole('grid', { name: 'Calls' }).locator('tbody tr[data-id]')
  const rowOf = (text: string | RegExp) => rows().filter({ hasText: text }).first()

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, '/activity')
    page = browser.page
    await page.getByRole('heading', { name: 'Calls from any client appear here' }).waitFor()
  })

  afterAll(() => browser?.close())

  it('is accessible before the first call', async () => {
    await expectFineInBothThemes(page, 'activity-empty')
  })

  it('shows a call of another client as soon as it is answered', async () => {
    await page.getByText('Live', { exact: true }).waitFor()
    await call(TYPES, { json: CUSTOMER, root_name: 'Customer' })
    await rowOf(TYPES).waitFor()
    expect(await rowOf(TYPES).innerText()).toMatch(/real[\s\S]*3[\s\S]* m?s\s+Owner/)
  })

  it('lists batch items, streams and failures, each failure with its reason', async () => {
    for (const text of ['invoice-2026-0411', 'hello', 'a longer text that says more']) {
      await call('crypto-hash-sha256', { text })
    }
    await call('text-csv-to-json', { csv: 'id,name\n1,Ada\n2,Grace' })
    await call('crypto-hash-sha256', { text: 1, wrong: true })
    await call(
      '',
      { calls: [1, 2, 3].map((n) => ({ slug: 'math-evaluate', input: { expression: `${n} * 7` } })) },
      '/v1/batch',
    )
    await (await call('math-evaluate', { expression: '1 / 3' }, '/v1/stream/math-evaluate')).text()
    await expect.poll(() => rows().count()).toBe(10)
    expect(await rowOf('validation_error').count()).toBe(1)
    expect(await rows().filter({ hasText: '· batch' }).count()).toBe(3)
    expect(await rows().filter({ hasText: '· stream' }).count()).toBe(1)
  })

  it('shows the input and the output of an open call, accessibly', async () => {
    await rowOf(TYPES).click()
    const pane = page.getByTestId('call-pane')
    await pane.getByRole('region', { name: 'Output' }).getByText('interface').first().waitFor()
    expect(await pane.getByRole('region', { name: 'Input' }).innerText()).toContain('ada@example.com')
    await expectFineInBothThemes(page, 'activity-call')
  })

  it('runs a call again for the price on the button, and says that the answer is identical', async () => {
    const before = await shownBalance(page)
    await page.getByRole('button', { name: /Run again\s*3/ }).click()
    await page.getByRole('heading', { name: 'Identical' }).waitFor()
    expect(await shownBalance(page)).toBe(before - 3)
    await expectFineInBothThemes(page, 'activity-identical')
  })

  it('marks exactly what differs between two answers', async () => {
    const { seats: _seats, ...without } = CUSTOMER
    await call(TYPES, { json: [{ ...without, lastLogin: null }, CUSTOMER], root_name: 'Customer' })
    const row = rowOf('lastLogin')
    await row.waitFor()
    await row.click()
    // The first of these calls, from before it was run again.
    await rows()
      .filter({ hasText: TYPES })
      .last()
      .click({ modifiers: ['Control'] })
    await page.getByText('2 results compared').waitFor()
    const differences = page.getByRole('region', { name: 'Differences' })
    await differences.waitFor()
    expect(await differences.innerText()).toContain('seats: number')
    expect(await differences.innerText()).toContain('seats?: number')
    await page.getByText(/\d changed/).waitFor()
    await page.getByRole('button', { name: 'Pin as baseline', exact: true }).click()
    await page.getByText(/^baseline \d/).waitFor()
    await expectFineInBothThemes(page, 'activity-compare')
    await page.keyboard.press('Escape')
    await rows().filter({ hasText: TYPES }).last().click()
    await page.keyboard.press('d')
    await page.getByText('2 results compared').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByTestId('call-pane').count()).toBe(0)
  })

  it('can be browsed, opened and compared with the keyboard alone', async () => {
    await rows().first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByTestId('call-pane').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press(' ')
    await page.getByText('2 results compared').waitFor()
    await page.keyboard.press('Escape')
  })

  it('finds calls by their content, result, tool and time', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('grace')
    await expect.poll(() => rows().count()).toBe(1)
    expect(await rows().first().innerText()).toContain('text-csv-to-json')
    await page.keyboard.press('Escape')
    await page.getByLabel('Any result').selectOption('Failed')
    await expect.poll(() => rows().count()).toBe(1)
    await page.getByLabel('Any tool').selectOption('math-evaluate')
    await page.getByLabel('Any time').selectOption('Last hour')
    await page.getByRole('heading', { name: 'No call matches' }).waitFor()
    await expectFineInBothThemes(page, 'activity-none')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => rows().count()).toBeGreaterThan(9)
  })

  it('groups errors, and leads from a group to its calls', async () => {
    await page.getByText('Errors', { exact: true }).click()
    await page.getByRole('button', { name: /validation_error/ }).waitFor()
    await expectFineInBothThemes(page, 'activity-errors')
    await page.getByRole('button', { name: /validation_error/ }).click()
    await expect.poll(() => rows().count()).toBe(1)
    await page.keyboard.press('/')
    await page.getByLabel('Any result').selectOption('Any result')
    await page.getByLabel('Any tool').selectOption('Any tool')
  })

  it('opens a call for editing with its input filled in', async () => {
    await rowOf('crypto-hash-sha256').waitFor()
    await rowOf('invoice-2026-0411').click()
    await page.getByRole('button', { name: 'Copy as code' }).click()
    const code = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(code).toMatch(/curl[\s\S]*crypto-hash-sha256[\s\S]*invoice-2026-0411/)
    await page.getByRole('button', { name: 'Edit as new' }).click()
    await page.getByRole('heading', { name: 'SHA-256', level: 2 }).waitFor()
    expect(page.url()).toContain('#/tools/crypto-hash-sha256')
    await expect.poll(() => page.getByLabel(/^Text/).first().inputValue()).toBe('invoice-2026-0411')
  })

  it('fits a window 320 px wide', async () => {
    await page.goto(`${browser.gateway.url}/#/activity`)
    await rows().first().waitFor()
    await expectFineWhenNarrow(page, 'activity')
    await rows().first().click()
    await page.getByTestId('call-pane').waitFor()
    await expectFineWhenNarrow(page, 'activity-call')
    await page.keyboard.press('Escape')
  })

  it('exports exactly the listed calls, and deletes one on request', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export all calls as NDJSON' }).click()
    const stream = await (await download).createReadStream()
    let text = ''
    for await (const chunk of stream) text += String(chunk)
    const count = text.trimEnd().split('\n').length
    expect(count).toBe(await rows().count())
    await rows().first().click()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').waitFor()
    await expectFineInBothThemes(page, 'activity-delete')
    await page.getByRole('button', { name: 'Delete it' }).click()
    await expect.poll(() => rows().count()).toBe(count - 1)
  })

  it('keeps the list while the gateway is gone, and says that it is not live', async () => {
    const count = await rows().count()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Clear activity' }).click()
    await page.getByRole('button', { name: 'Clear it' }).click()
    await page.getByText('The gateway is not responding.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Not live').waitFor()
    expect(await rows().count()).toBe(count)
    await expectFineInBothThemes(page, 'activity-offline')
    await page.context().setOffline(false)
    // It asks again by itself, too, and then the button goes: pressed at once, or not needed.
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find(({ textContent }) => textContent === 'Retry')?.click()
    })
    await page.getByText('Live', { exact: true }).waitFor()
  })

  it('is empty once the record is cleared', async () => {
    await page.getByRole('button', { name: 'Clear activity' }).click()
    await page.getByRole('dialog').waitFor()
    await expectFineInBothThemes(page, 'activity-clear')
    await page.getByRole('button', { name: 'Clear it' }).click()
    await page.getByRole('heading', { name: 'Calls from any client appear here' }).waitFor()
  })

  it('shows nothing to a visitor who is not signed in', async () => {
    await page.context().clearCookies()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in to run tools' }).waitFor()
    await expectFineInBothThemes(page, 'activity-signed-out')
    await page.getByRole('button', { name: 'Use the shared demo key' }).click()
    await page.getByRole('heading', { name: 'Sign in as the owner' }).waitFor()
    expect(await page.getByRole('grid').count()).toBe(0)
  })

  it('talks to its own gateway only, keeps its security policy and logs no error', async () => {
    expect(browser.requests.filter((url) => !url.startsWith(`${browser.gateway.url}/`))).toEqual([])
    expect(await policyViolations(page)).toEqual([])
    expect(browser.errors).toEqual([])
  })
})
