import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  expectFineWhenZoomed,
  openBrowserPage,
  policyViolations,
  shownBalance,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { postJson } from '../support/network/post-json.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const DAYS = 15

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the Balance place in a browser ${reason}`, () => {
  let browser: BrowserPage
  let page: Page
  let hook: Server
  let behind = DAYS * DAY_MS

  async function ask(
    path: string,
    body: object,
    key = browser.gateway.ownerKey,
  ): Promise<Record<string, unknown>> {
    const answer = await postJson(browser.gateway.url + path, key, body)
    // The gateway's own answers, of which the tests read a member or two.
    return (await answer.json()) as Record<string, unknown>
  }

  /** Weeks of use by two keys: some days none, on each other a few calls, and now and then one that fails. */
  async function useForWeeks(origin: string): Promise<void> {
    const { api_key: agent } = await ask('/v1/enterprise/keys', { name: 'claude-desktop' })
    for (let day = 0; day < DAYS; day++, behind -= DAY_MS) {
      const calls = day % 7 === 5 ? 0 : 2 + ((day * 5) % 7)
      for (let n = 0; n < calls; n++) {
        await ask(
          '/v1/code-json-to-typescript',
          { json: { day, n } },
          n % 2 === 0 ? String(agent) : undefined,
        )
        if (n % 3 === 0) await ask('/v1/webhook-send', { url: `${origin}/hook`, payload: { day } })
      }
      if (day % 6 === 0) await ask('/v1/webhook-send', { url: 'http://127.0.0.1:1/', payload: {} })
    }
    behind = 0
  }

  beforeAll(async () => {
    hook = createServer((_request, response) => response.end('{}'))
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
    const { port } = hook.address() as AddressInfo // A listening TCP server has an address with a port.
    const origin = `http://127.0.0.1:${port}`
    const now = (): number => Date.now() - behind
    browser = await openBrowserPage(launch ?? {}, '/tools', { now, allowedOrigins: [origin] })
    page = browser.page
    await ask('/v1/credits/buy', { credits: 5_000 })
    await useForWeeks(origin)
    await page.goto(`${browser.gateway.url}/#/balance`)
    await page.getByText('lasts about').waitFor()
    await page.getByTestId('days').locator('text').first().waitFor()
  })

  afterAll(async () => {
    await browser?.close()
    hook?.close()
  })

  it('is accessible, and shows the balance that the ledger holds', async () => {
    expect(await page.getByTestId('figures').innerText()).toContain(
      (await shownBalance(page)).toLocaleString('en'),
    )
    await expectFineInBothThemes(page, 'balance')
  })

  it('offers each day to the keyboard and in a table', async () => {
    const slider = page.getByRole('slider', { name: 'Day of the chart' })
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/: \d+ credits, \d+ calls/)
    await page.getByText('Compute').nth(1).waitFor()
    await expectFineInBothThemes(page, 'balance-tooltip')
    await page.getByRole('button', { name: 'Show as a table' }).click()
    const table = page.getByRole('region', { name: 'Days as a table' }).getByRole('table')
    expect(await table.getByRole('row').count()).toBe(31)
    await page.getByText('24 h', { exact: true }).click()
    await page.getByRole('heading', { name: 'Credits per hour' }).waitFor()
    await expect
      .poll(() => page.getByRole('region', { name: 'Hours as a table' }).getByRole('row').count())
      .toBe(25)
    await page.getByRole('button', { name: 'Show as a table' }).click()
    await page.getByRole('slider', { name: 'Hour of the chart' }).waitFor()
    await expectFineInBothThemes(page, 'balance-hours')
    await page.getByRole('button', { name: 'Show as a table' }).click()
    await page.getByText('30 days', { exact: true }).click()
    await page.getByRole('button', { name: 'Show as a table' }).click()
  })

  it('filters the ledger to refunds, and checks that it adds up', async () => {
    await page.getByLabel('Filter the ledger').fill('refund')
    const ledger = page.getByRole('region', { name: 'Ledger entries' })
    await ledger.getByText('Refund').first().waitFor()
    expect(await ledger.getByRole('row').filter({ hasText: 'Call' }).count()).toBe(0)
    await page.getByLabel('Filter the ledger').fill('')
    await page.getByRole('button', { name: 'Check ledger' }).click()
    await page.getByText('every balance is the sum of its entries').waitFor()
  })

  it('exports exactly the days of the ledger that were chosen', async () => {
    await page.getByRole('button', { name: 'Export ledger' }).click()
    const menu = page.getByRole('dialog', { name: 'Export ledger' })
    await menu.getByText('Everything').click()
    await menu.getByText('All entries of all keys').waitFor()
    await expectFineInBothThemes(page, 'balance-export')
    await menu.getByText('7 days').click()
    const saving = page.waitForEvent('download')
    await menu.getByRole('link', { name: /^CSV/ }).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(/^toolgate-ledger-.*\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    const firstDay = Date.now() - 8 * DAY_MS
    expect(lines.length).toBeGreaterThan(2)
    expect(
      lines.slice(1).filter((line) => Date.parse(/\d{4}-[^,]*Z/.exec(line)?.[0] ?? '') < firstDay),
    ).toEqual([])
  })

  it('adds credits for the price on the button, and shows them at once', async () => {
    const before = await shownBalance(page)
    await page.getByRole('button', { name: 'Add credits' }).first().click()
    await page.getByRole('button', { name: 'Buy 1,000 credits for $1' }).waitFor()
    await expectFineInBothThemes(page, 'balance-buy')
    await page.getByRole('button', { name: 'Buy 1,000 credits for $1' }).click()
    await page.getByText('Added 1,000 credits.').waitFor()
    expect(await shownBalance(page)).toBe(before + 1_000)
    await page.getByLabel('Credits', { exact: true }).fill('999')
    expect(await page.getByRole('button', { name: 'Buy', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('switch', { name: /Buy credits automatically/ }).click()
    await expect
      .poll(() =>
        page.getByRole('switch', { name: /Buy credits automatically/ }).getAttribute('aria-checked'),
      )
      .toBe('true')
    await page.keyboard.press('Escape')
  })

  it('names the price on the button that approves a purchase', async () => {
    const { api_key: key } = await ask('/v1/auth/signup', { email: 'ada@example.com', name: 'Ada' })
    await ask('/v1/credits/buy', { credits: 40_000 }, String(key))
    await page.reload()
    const approve = page.getByRole('button', { name: 'Approve for $40' })
    await approve.waitFor()
    await expectFineInBothThemes(page, 'balance-waiting')
    await expectFineWhenZoomed(page, 'balance-waiting')
    await approve.click()
    await approve.waitFor({ state: 'detached' })
    expect((await ask('/v1/dry-run/crypto-hash-sha256', { text: '' }, String(key)))['balance']).toBe(40_500)
  })

  it('makes a key that does only what it may, and shows it once', async () => {
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('ci-runner')
    await page.getByLabel('Requests per minute').fill('2')
    await page.getByText('Tools', { exact: true }).last().click()
    await page.getByLabel('crypto-hash-sha256').check()
    await expectFineInBothThemes(page, 'balance-new-key')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByTestId('new-key').innerText()
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await page.getByText(key).count()).toBe(0)

    expect(await ask('/v1/math-evaluate', { expression: '1' }, key)).toMatchObject({
      error: { code: 'scope_denied' },
    })
    expect(await ask('/v1/crypto-hash-sha256', { text: 'a' }, key)).toMatchObject({ ok: true })
    await page.getByRole('button', { name: 'Manage the key ci-runner' }).click()
    await page.getByRole('dialog').getByText('crypto-hash-sha256').waitFor()
    await expectFineInBothThemes(page, 'balance-key')
    await page.getByLabel('Model questions a day').fill('none')
    await page.getByRole('button', { name: 'Set budget' }).click()
    await page.getByText('Enter whole numbers of at least 1').waitFor()
    await page.getByLabel('Model questions a day').fill('1,500')
    await page.keyboard.press('Enter')
    await page.getByText('The new budget applies from now on.').waitFor()
    await page.getByText('0 of 1,500 questions, 0 of 5,000,000 tokens').waitFor()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByRole('button', { name: 'Yes, revoke it' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Manage the key ci-runner' }).waitFor({ state: 'detached' })
    expect(await ask('/v1/crypto-hash-sha256', { text: 'b' }, key)).toMatchObject({
      error: { code: 'invalid_key' },
    })
  })

  it('shows a call of another client at once', async () => {
    const before = await shownBalance(page)
    await ask('/v1/code-json-to-typescript', { json: '{}' })
    await expect.poll(() => shownBalance(page), { interval: 20 }).toBe(before - 3)
    const ledger = page.getByRole('region', { name: 'Ledger entries' })
    await expect
      .poll(async () => await ledger.getByRole('row').nth(1).innerText())
      .toContain((before - 3).toLocaleString('en'))
  })

  it('fits a window 320 px wide', async () => {
    await expectFineWhenNarrow(page, 'balance')
  })

  it('talks to its own gateway only, keeps its security policy and logs no error', async () => {
    expect(browser.requests.filter((url) => !url.startsWith(`${browser.gateway.url}/`))).toEqual([])
    expect(await policyViolations(page)).toEqual([])
    expect(browser.errors).toEqual([])
  })
})
