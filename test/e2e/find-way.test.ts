import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
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

const SLUG = 'code-json-to-typescript'
const HASH = 'crypto-hash-sha256'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`finding one's way in a browser ${reason}`, () => {
  let open: BrowserPage
  let page: Page

  beforeAll(async () => {
    open = await openBrowserPage(launch ?? {}, '/tools')
    page = open.page
    await page.getByRole('option').first().waitFor()
  })
  afterAll(() => open?.close())

  it('keeps favourites in their order after a reload, and can undo a removal', async () => {
    const favourites = page.getByText(/^Favourites \d$/)
    for (const slug of [SLUG, HASH]) {
      await page.getByLabel('Filter tools').fill(slug)
      await page.getByTestId('tool-list').focus()
      await page.keyboard.press('Home')
      await page.keyboard.press('s')
    }
    await page.getByLabel('Filter tools').fill('')
    await favourites.waitFor()
    const saved = saving(page, '/app/favourites', (body) => body.indexOf(HASH) < body.indexOf(SLUG))
    await page.getByTestId('tool-list').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Alt+ArrowDown')
    const order = async () =>
      (await page.getByRole('option').allInnerTexts()).slice(0, 2).map((text) => text.split('\n')[0])
    await expect.poll(order).toEqual(['SHA-256 hash', 'JSON to TypeScript'])
    await saved
    await page.reload()
    await favourites.waitFor()
    expect(await order()).toEqual(['SHA-256 hash', 'JSON to TypeScript'])
    await page.getByTestId('tool-list').focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('s')
    await page.getByText('Removed SHA-256 hash from favourites').waitFor()
    await page.keyboard.press('Control+Z')
    await expect.poll(order).toEqual(['SHA-256 hash', 'JSON to TypeScript'])
    const rows = page.getByRole('option')
    await rows.nth(1).dragTo(rows.nth(0))
    await expect.poll(order).toEqual(['JSON to TypeScript', 'SHA-256 hash'])
    await rows.nth(1).dragTo(rows.nth(0))
    await expect.poll(order).toEqual(['SHA-256 hash', 'JSON to TypeScript'])
    await page.keyboard.press('Alt+2')
    await expect.poll(() => page.url()).toContain(SLUG)
    await page.keyboard.press('Alt+1')
    await expect.poll(() => page.url()).toContain(HASH)
  })

  it('offers actions, tools and recent calls in the palette', async () => {
    await page.keyboard.press('Control+Enter')
    await page.getByText('Hash verified').waitFor()
    await page.keyboard.press('Control+K')
    const palette = page.getByTestId('palette')
    await palette.getByText('Recent calls', { exact: true }).waitFor()
    await expectFineInBothThemes(page, 'palette')
    await page.keyboard.type('sha')
    await palette
      .getByRole('option', { name: /SHA-256 hash/ })
      .first()
      .waitFor()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('keyboard sh')
    await page.keyboard.press('Enter')
    await page.getByTestId('help').getByText('Copy the call as code').waitFor()
    await expectFineInBothThemes(page, 'help')
    await page.keyboard.press('Escape')
  })

  it('runs a recent call again with two keys', async () => {
    const before = await shownBalance(page)
    await page.keyboard.press('Control+K')
    await page.getByTestId('palette').getByText('Recent calls', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Hash verified').waitFor()
    await expect.poll(() => shownBalance(page)).toBe(before - 1)
  })

  it('greets a first visitor once, with a verified result one click away', async () => {
    const { gateway } = open
    const { name, value } = gateway.ownerSession()
    const headers = { origin: gateway.url, 'content-type': 'application/json', cookie: `${name}=${value}` }
    await fetch(`${gateway.url}/app/welcome`, { method: 'PUT', headers, body: '{"seen": false}' })
    await page.goto('about:blank')
    // A machine that is busy is slow to say whether this is a first visit.
    const slowly = async (route: Route): Promise<void> => {
      await pause(1_000)
      await route.continue()
    }
    await page.route('**/app/welcome', slowly, { times: 1 })
    const seen = saving(page, '/app/welcome', (body) => body.includes('true'))
    await page.goto(gateway.pageUrl())
    await page.getByTestId('welcome').waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    await expectFineInBothThemes(page, 'welcome-tasks')
    for (const [task, answer] of [
      ['I run agents', 'card'],
      ['I work with data', 'Northwind'],
      ['I write code', 'interface Order'],
    ] as const) {
      await page.getByText(task).click()
      await page.getByRole('button', { name: /^Run/ }).click()
      await page.getByText('Hash verified').waitFor()
      await page.getByText(answer).last().waitFor()
    }
    expect(await page.getByTestId('listening').innerText()).toContain('Waiting for the first call')

    await page.getByRole('button', { name: 'Create a key' }).click()
    await page.getByRole('tab', { name: 'curl' }).click()
    const snippet = page.getByRole('tabpanel', { name: 'curl' })
    await expect.poll(() => snippet.innerText()).toContain('sk-toolgate-team-')
    const key = /sk-toolgate-team-[0-9a-f]+/.exec(await snippet.innerText())?.[0] ?? ''
    const agent = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    await fetch(`${gateway.url}/v1/${HASH}`, { method: 'POST', headers: agent, body: '{"text": "a"}' })
    await page.getByText('First call received:').waitFor()
    await expectFineInBothThemes(page, 'welcome')
    await expectFineWhenNarrow(page, 'welcome')

    await page.getByRole('button', { name: 'Open in Tools' }).click()
    await page.getByText('Hash verified').waitFor()
    await seen
    await page.goto('about:blank')
    await page.goto(gateway.url)
    await page.getByRole('option').first().waitFor()
    expect(await page.getByTestId('welcome').count()).toBe(0)
  })

  it('talks to its own gateway only, keeps its security policy and logs no error', async () => {
    expect(
      open.requests.filter((url) => !url.startsWith(open.gateway.url) && url !== 'about:blank'),
    ).toEqual([])
    expect(open.errors).toEqual([])
    expect(await policyViolations(page)).toEqual([])
  })

  it('takes a pasted text for something else, and fills the row of a number', async () => {
    await page.keyboard.press('Control+K')
    const palette = page.getByTestId('palette')
    await palette.waitFor()
    await page.keyboard.insertText('0x1E90FF')
    await palette.getByText('Read as: Hexadecimal · 95 %').waitFor()
    await expectFineInBothThemes(page, 'palette-read-as')
    await page.keyboard.press('Alt+k')
    await palette.getByText(/^Read as: Colour/).waitFor()
    await page.keyboard.press('Alt+1')
    await palette.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Convert a colour', level: 1 }).waitFor()
    await expect
      .poll(() => page.getByRole('region', { name: 'Call' }).getByRole('textbox').first().inputValue())
      .toBe('0x1E90FF')
  })
})

/** Waits until the page has saved a document whose text fits. */
async function saving(page: Page, path: string, fits: (body: string) => boolean): Promise<void> {
  await page.waitForResponse((response) => {
    const request = response.request()
    return request.method() === 'PUT' && request.url().endsWith(path) && fits(request.postData() ?? '')
  })
}
