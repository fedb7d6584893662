import { readFileSync } from 'node:fs'
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

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the Settings place in a browser ${reason}`, () => {
  let browser: BrowserPage
  let page: Page

  async function ask(method: string, path: string, body?: object): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${browser.gateway.ownerKey}`,
    }
    return await fetch(browser.gateway.url + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  }

  async function open(section: string): Promise<void> {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: section }).click()
  }

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, '/settings/server', {
      allowedOrigins: ['http://127.0.0.1:9000'],
    })
    page = browser.page
    await page.getByText('this computer only').waitFor()
  })

  afterAll(() => browser?.close())

  it('shows the address and the data folder in use, accessibly', async () => {
    expect(await page.locator('main').innerText()).toContain(`${browser.gateway.url}/v1`)
    expect(await page.locator('main').innerText()).toContain(browser.gateway.dataDir)
    await expectFineInBothThemes(page, 'settings-server')
  })

  it('opens and closes sign-up with the switch that shows it', async () => {
    const signUp = () =>
      fetch(`${browser.gateway.url}/v1/auth/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${Math.random()}@example.com`, name: 'A' }),
      })
    const toggle = page.getByRole('switch', { name: /can create a key/ })
    expect((await signUp()).status).toBe(201)
    await toggle.click()
    await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('false')
    expect((await signUp()).status).toBe(403)
  })

  it('refuses a limit out of range, and applies a saved one at once', async () => {
    await open('Limits')
    const rate = page.getByLabel('Without a key')
    await rate.fill('3')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a whole number, 5 to 6,000.').waitFor()
    await rate.fill('45')
    await page.getByRole('button', { name: 'Save Without a key' }).click()
    await page.getByText('Saved. It applies from now on.').waitFor()
    const answer = await fetch(`${browser.gateway.url}/v1/tools`)
    expect(answer.headers.get('ratelimit-policy')).toContain('q=45')
    const workers = page.getByRole('row', { name: /^Workers free 2 for one key, 1 reserved for you/ })
    await workers.getByRole('cell', { name: '0 of 4' }).waitFor()
    await expectFineInBothThemes(page, 'settings-limits')
    await page.getByRole('button', { name: 'Reset Without a key' }).click()
    await expect.poll(() => rate.inputValue()).toBe('30')
  })

  it('adds an allowed origin at once, and offers to remove only those that are not fixed', async () => {
    await open('Outbound calls')
    await page.getByText('set by --allow-webhook').waitFor()
    expect(await page.getByRole('button', { name: 'Remove http://127.0.0.1:9000' }).count()).toBe(0)
    await page.getByLabel('Origin to allow').fill('127.0.0.1:3000/hook')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('#outbound-problem').innerText()).not.toBe('')
    await expectFineInBothThemes(page, 'settings-outbound')
    await page.getByLabel('Origin to allow').fill('http://127.0.0.1:3000')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove http://127.0.0.1:3000' }).waitFor()
    const { origins } = (await (await ask('GET', '/app/settings/outbound')).json()) as { origins: object[] } // Its shape.
    expect(origins).toMatchObject([
      { origin: 'http://127.0.0.1:9000' },
      { origin: 'http://127.0.0.1:3000' },
    ])
    await page.getByRole('button', { name: 'Remove http://127.0.0.1:3000' }).click()
    await page.getByRole('button', { name: 'Remove http://127.0.0.1:3000' }).waitFor({ state: 'detached' })
  })

  it('records no call once nothing is to be kept', async () => {
    await open('Activity')
    await page.getByLabel('Nothing').check()
    await expectFineInBothThemes(page, 'settings-activity')
    await ask('POST', '/v1/crypto-hash-sha256', { text: 'not kept' })
    await page.goto(`${browser.gateway.url}/#/activity`)
    await page.getByRole('heading', { name: 'Recording is off' }).waitFor()
    await expectFineInBothThemes(page, 'activity-off')
    await page.getByRole('link', { name: 'Open settings' }).click()
    await page.getByLabel('Everything').check()
    await page.getByLabel('Calls to keep').fill('12')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter a whole number from 100').waitFor()
  })

  it('writes a backup, exports settings, and takes an import back', async () => {
    await open('Data')
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByText(/entries in .*backups\//).waitFor()
    await page.getByText('1 backup,').waitFor()
    await expectFineInBothThemes(page, 'settings-data')
    const everything = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export everything' }).click()
    const lines = readFileSync(await (await everything).path(), 'utf8')
      .trimEnd()
      .split('\n')
    expect(JSON.parse(lines[0]!)).toMatchObject({ type: 'export', format: 1 })
    expect(lines.some((line) => JSON.parse(line).type === 'entry')).toBe(true)
    // The copy that it was read from is gone: the one backup is the one above.
    await page.reload()
    await page.getByText('1 backup,').waitFor()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export settings' }).click()
    const text = readFileSync(await (await file).path(), 'utf8')
    expect(text).not.toContain('sk-toolgate')
    const other = text.replace('"call_seconds": 15', '"call_seconds": 20')
    const chosen = { name: 'other.json', mimeType: 'application/json', buffer: Buffer.from(other) }
    await page.getByLabel('Choose a settings file').setInputFiles(chosen)
    await page.getByRole('dialog').getByText('Time limit of a call, seconds').waitFor()
    await expectFineInBothThemes(page, 'settings-import')
    await page.getByRole('button', { name: 'Import 1 change' }).click()
    const seconds = async () =>
      ((await (await ask('GET', '/app/settings')).json()) as { settings: { call_seconds: number } })
        .settings.call_seconds // Its shape.
    await expect.poll(seconds).toBe(20)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(seconds).toBe(15)
  })

  it('remembers the look that was chosen', async () => {
    await open('Look and keys')
    await page.getByText('Dark', { exact: true }).click()
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.getByText('Compact', { exact: true }).click()
    const size = () => page.locator('body').evaluate((body) => getComputedStyle(body).fontSize)
    expect(await size()).toBe('13px')
    await page.getByText('Largest', { exact: true }).click()
    await page.getByRole('switch', { name: 'Reduce motion' }).click()
    await page.reload()
    await expect.poll(size).toBe('15.6px')
    expect(await page.locator('html').getAttribute('data-motion')).toBe('none')
    await expect.poll(() => page.locator('html').getAttribute('data-density')).toBe('compact')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
    await expectFineWhenNarrow(page, 'settings-look-largest')
    await page.getByText('System', { exact: true }).click()
    await page.getByText('Normal', { exact: true }).first().click()
    await page.getByRole('switch', { name: 'Reduce motion' }).click()
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
    await page.getByText('Normal', { exact: true }).last().click()
    await expectFineInBothThemes(page, 'settings-look')
  })

  it('is accessible in About, and leads from an unknown section to a real one', async () => {
    await open('About')
    await page.getByText('0.0.0-test').waitFor()
    await expectFineInBothThemes(page, 'settings-about')
    await page.goto(`${browser.gateway.url}/#/settings/nothing`)
    await page.getByRole('heading', { name: 'Model providers' }).waitFor()
  })

  it('fits a window 320 px wide', async () => {
    await open('Server')
    await page.getByText('this computer only').waitFor()
    await expectFineWhenNarrow(page, 'settings')
    await open('Limits')
    await page.getByRole('row', { name: /^Workers/ }).waitFor()
    await expectFineWhenNarrow(page, 'settings-limits')
  })

  it('talks to its own gateway only, keeps its security policy and logs no error', async () => {
    expect(browser.requests.filter((url) => !url.startsWith(`${browser.gateway.url}/`))).toEqual([])
    expect(await policyViolations(page)).toEqual([])
    expect(browser.errors).toEqual([])
  })
})
