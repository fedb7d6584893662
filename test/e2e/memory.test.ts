import { readFileSync } from 'node:fs'
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

/** Where the page reads the entries. */
const LIST = /\/app\/memory(\?|$)/

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the Memory place in a browser ${reason}`, () => {
  let browser: BrowserPage
  let page: Page

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, '/memory')
    page = browser.page
    await page.getByRole('heading', { name: 'No entries yet' }).waitFor()
  })

  afterAll(() => browser?.close())

  /** What the owner's memory holds, asked with the owner's key. */
  async function stored(slug: string, input: object): Promise<Record<string, unknown>> {
    const response = await postJson(`${browser.gateway.url}/v1/${slug}`, browser.gateway.ownerKey, input)
    return ((await response.json()) as { data: Record<string, unknown> }).data
  }

  it('is accessible before the first entry', async () => {
    await expectFineInBothThemes(page, 'memory-empty')
  })

  it('stores exactly the value, tags and expiry that were typed, and charges nothing', async () => {
    const before = await shownBalance(page)
    await page.getByRole('button', { name: 'Add an entry' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Key').fill('note:open-questions')
    await dialog.getByLabel('Value').fill('{"berths": [2027, 2029]')
    await dialog.getByLabel('Tags').fill('todo, harbour')
    await dialog.getByLabel('Expires').selectOption('day')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Invalid JSON at line 1').waitFor()
    await dialog.getByLabel('Value').fill('{"berths": [2027, 2029], "asks": "Who pays the fee rise?"}')
    await expectFineInBothThemes(page, 'memory-add')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'note:open-questions' }).waitFor()

    const entry = await stored('memory-get', { key: 'note:open-questions' })
    expect(entry).toMatchObject({
      value: { berths: [2027, 2029], asks: 'Who pays the fee rise?' },
      tags: ['todo', 'harbour'],
    })
    expect(Date.parse(String(entry['expires_at'])) - Date.now()).toBeGreaterThan(86_000_000)
    expect(await shownBalance(page)).toBe(before)
  })

  it('shows what an agent saved, under its own session', async () => {
    await stored('code-json-to-typescript', {
      json: { id: 1 },
      mode: 'agent',
      session_id: 'research-harbour',
    })
    for (let i = 0; i < 4; i++)
      await stored('memory-set', {
        key: `task-${i}`,
        namespace: 'nightly',
        value: { step: i },
        tags: ['nightly'],
      })
    await page.reload()
    await page.getByRole('button', { name: /research-harbour/ }).click()
    await page.getByRole('button', { name: /^code-json-to-typescript:/ }).click()
    await page.getByRole('link', { name: 'Open tool' }).waitFor()
    await expectFineInBothThemes(page, 'memory-entry')
  })

  it('finds an entry by a word of its value, in whichever session it is', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('fee rise')
    await page.locator('mark').first().waitFor()
    expect(await page.getByRole('list', { name: 'Entries' }).getByRole('button').count()).toBe(1)
    await expectFineInBothThemes(page, 'memory-search')
    await page.getByRole('list', { name: 'Entries' }).getByRole('button').press('Enter')
    await page.getByRole('heading', { name: 'note:open-questions' }).waitFor()
    await page.getByLabel('Search all sessions').fill('zzzz')
    await page.getByText('No entry matches.').waitFor()
    await page.getByLabel('Search all sessions').fill('')
  })

  it('keeps the expiry of an entry that is edited', async () => {
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('Value').fill('A note without quotes')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const entry = await stored('memory-get', { key: 'note:open-questions' })
    expect(entry['value']).toBe('A note without quotes')
    expect(Date.parse(String(entry['expires_at'])) - Date.now()).toBeGreaterThan(86_000_000)
  })

  it('can be used with the keyboard alone, and takes a deletion back', async () => {
    await page.getByRole('button', { name: /^nightly/ }).press('Enter')
    const first = page.getByRole('button', { name: /^task-0/ })
    await first.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'task-1' }).waitFor()
    await page.getByRole('button', { name: /^task-1/ }).press('Delete')
    await page.getByText('Deleted task-1.').waitFor()
    expect(await stored('memory-get', { key: 'task-1', namespace: 'nightly' })).toMatchObject({
      found: false,
    })
    await expectFineInBothThemes(page, 'memory-undo')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await page.getByRole('heading', { name: 'task-1' }).waitFor()
    const entry = await stored('memory-get', { key: 'task-1', namespace: 'nightly' })
    expect(entry).toMatchObject({ found: true, value: { step: 1 }, tags: ['nightly'], expires_at: null })
  })

  it('exports every entry', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n')
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(entries).toHaveLength(6)
    expect(entries.find(({ key }) => key === 'task-3')).toMatchObject({
      namespace: 'nightly',
      value: { step: 3 },
    })
  })

  it('says that an entry has expired or was deleted', async () => {
    await stored('memory-delete', { key: 'task-2', namespace: 'nightly' })
    await page.getByRole('button', { name: /^task-2/ }).click()
    await page.getByText('This entry has expired or was deleted.').waitFor()
  })

  it('fits a narrow window', async () => {
    await page.getByRole('button', { name: /^task-3/ }).click()
    await page.getByRole('heading', { name: 'task-3' }).waitFor()
    await expectFineWhenNarrow(page, 'memory')
  })

  it('keeps what it has read when the gateway is gone, and says so', async () => {
    await page.context().setOffline(true)
    await page.getByRole('button', { name: /^task-0/ }).click()
    await page.getByText('The gateway is not responding.').waitFor()
    expect(await page.getByRole('list', { name: 'Entries' }).getByRole('button').count()).toBeGreaterThan(2)
    await expectFineInBothThemes(page, 'memory-gone')
    await page.context().setOffline(false)
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
    await page.getByText('The gateway is not responding.').waitFor({ state: 'detached' })

    await page.route(LIST, (route) => route.abort())
    await page.reload()
    await page.getByRole('heading', { name: 'The memory could not be loaded' }).waitFor()
    await expectFineInBothThemes(page, 'memory-failed')
    await page.unroute(LIST)
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('button', { name: /^task-0/ }).waitFor()
  })

  it('asks to sign in once the session has ended', async () => {
    await page.context().clearCookies()
    await page.reload()
    await page.getByText('Sign in to run tools').waitFor()
    await expectFineInBothThemes(page, 'memory-signed-out')
  })

  it('talks to its own gateway only, keeps its security policy and logs no error', async () => {
    expect(browser.requests.filter((url) => !/^(blob:)?http:\/\/127\.0\.0\.1:/.test(url))).toEqual([])
    expect(await policyViolations(page)).toEqual([])
    expect(browser.errors).toEqual([])
  })
})
