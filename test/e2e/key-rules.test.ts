import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  expectFineWhenZoomed,
  openBrowserPage,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'
import type { Json } from '../support/gateway/test-gateway.ts'
import { postJson } from '../support/network/post-json.ts'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the rules of a key in a browser ${reason}`, () => {
  let browser: BrowserPage
  let page: Page
  let key: string

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, '/balance')
    ;({ page } = browser)
    const { gateway } = browser
    const made = await postJson(`${gateway.url}/v1/enterprise/keys`, gateway.ownerKey, { name: 'ruled' })
    // A new key is answered with its text.
    ;({ key } = (await made.json()) as { key: string })
    await page.reload()
    await page.getByRole('button', { name: /ruled/ }).click()
  })
  afterAll(async () => {
    expect(browser.errors).toEqual([])
    await browser.close()
  })

  const call = async (slug: string, body: object): Promise<number> =>
    (await postJson(`${browser.gateway.url}/v1/${slug}`, key, body)).status

  it('limit how often it calls a tool, and no longer when that is taken back', async () => {
    await page.getByLabel('Tool', { exact: true }).fill('crypto-hash-sha256')
    await page.getByLabel('Calls', { exact: true }).fill('1')
    await page.getByRole('button', { name: 'Add limit' }).click()
    await page.getByText('1 call a minute').waitFor()
    await expectFineInBothThemes(page, 'key-rules')
    await expectFineWhenNarrow(page, 'key-rules')
    await expectFineWhenZoomed(page, 'key-rules')
    expect(await call('crypto-hash-sha256', { text: 'a' })).toBe(200)
    expect(await call('crypto-hash-sha256', { text: 'a' })).toBe(429)
    await page.getByRole('button', { name: 'Remove the limit of crypto-hash-sha256' }).click()
    await page.getByText('1 call a minute').waitFor({ state: 'detached' })
    expect(await call('crypto-hash-sha256', { text: 'a' })).toBe(200)
  })

  it('guard what it sends, with a pattern of the owner as well, and no longer when that is taken back', async () => {
    await page.getByLabel('Card numbers').check()
    await page.getByLabel('Or a pattern (RE2)').fill(String.raw`ORD-\d+`)
    await page.getByRole('button', { name: 'Add guard' }).click()
    await page.getByText('Refuses card numbers, /ORD-').waitFor()
    await page.getByRole('button', { name: 'Add guard' }).click()
    await page.getByText('Select what it looks for, or enter a pattern').waitFor()
    await page.getByRole('button', { name: 'Add guard' }).scrollIntoViewIfNeeded()
    await expectFineInBothThemes(page, 'key-guards')
    await expectFineWhenNarrow(page, 'key-guards')
    await expectFineWhenZoomed(page, 'key-guards')
    expect(await call('crypto-hash-sha256', { text: 'ORD-1' })).toBe(403)
    expect(await call('crypto-hash-sha256', { text: '4111 1111 1111 1111' })).toBe(403)
    await page.getByRole('button', { name: 'Remove the guard refuse-arguments' }).click()
    await page.getByText('Refuses card numbers').waitFor({ state: 'detached' })
    expect(await call('crypto-hash-sha256', { text: 'ORD-1' })).toBe(200)
  })

  it('say beside a result on the page that they have redacted it', async () => {
    const { gateway } = browser
    const { keys } = await page.evaluate(async () => (await fetch('/app/keys')).json())
    const { key_id } = (keys as Json[]).find(({ own }) => own)
    const guard = { name: 'mail', on: 'results', action: 'redact', kinds: ['email'] }
    const lay = (guards: readonly object[] | null) =>
      postJson(`${gateway.url}/v1/enterprise/key-rules`, gateway.ownerKey, { key_id, guards })
    expect((await lay([guard])).status).toBe(200)
    const base64 = Buffer.from('Write to ann@example.com.').toString('base64')
    const input = encodeURIComponent(JSON.stringify({ base64 }))
    const other = await page.context().newPage()
    await other.goto(`${gateway.url}/#/tools/text-base64-decode?input=${input}`)
    await other.getByText('Input is valid').waitFor()
    await other.keyboard.press('Control+Enter')
    await other.getByText('Guards of this key have redacted the output in 1 place.').waitFor()
    await other.close()
    expect((await lay(null)).status).toBe(200)
  })

  it('hold its calls until the owner approves them on the page, with the keyboard alone', async () => {
    await page.getByLabel('Calls that wait').selectOption('all')
    await page.getByRole('button', { name: 'Set approval' }).click()
    await page.getByText('The new rules apply from now on.').waitFor()
    await page.keyboard.press('Escape')
    const approved = call('crypto-hash-sha256', { text: 'a' })
    const waiting = page.getByRole('button', { name: /Approve\s*1\s*waiting/ })
    await waiting.waitFor()
    await page
      .getByRole('status')
      .getByText('Calls that wait for your approval: 1')
      .waitFor({ state: 'attached' })
    await expectFineInBothThemes(page, 'approvals-rail')
    await expectFineWhenNarrow(page, 'approvals-rail')
    await waiting.focus()
    await page.keyboard.press('Enter')
    const approve = page.getByRole('button', { name: 'Approve crypto-hash-sha256 of ruled' })
    await approve.waitFor()
    await expectFineInBothThemes(page, 'approvals')
    await expectFineWhenNarrow(page, 'approvals')
    await expectFineWhenZoomed(page, 'approvals')
    await approve.focus()
    await page.keyboard.press('Enter')
    expect(await approved).toBe(200)
    // It closes with the last call that waits; one that comes before then would keep it open.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await waiting.waitFor({ state: 'detached' })

    const refused = call('crypto-hash-sha256', { text: 'b' })
    await waiting.click()
    await page.getByRole('button', { name: 'Refuse crypto-hash-sha256 of ruled' }).click()
    expect(await refused).toBe(403)
  })

  it('can be laid down for a new key', async () => {
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name', { exact: true }).fill('fenced')
    await page.getByRole('button', { name: 'Add rules for its calls' }).click()
    await page.getByLabel('Tool', { exact: true }).fill('crypto-uuid')
    await page.getByRole('button', { name: 'Add limit' }).click()
    await page.getByText('5 calls a minute').waitFor()
    await page.getByLabel('Calls that wait').selectOption('outbound')
    await page.getByLabel('E-mail addresses').check()
    await page.getByLabel('What the guard does').selectOption('redact')
    await page.getByLabel('Where the guard looks').selectOption('results')
    await page.getByRole('button', { name: 'Add guard' }).click()
    await page.getByText('Redacts e-mail addresses in what it gets').waitFor()
    await expectFineInBothThemes(page, 'new-key-rules')
    await expectFineWhenNarrow(page, 'new-key-rules')
    await expectFineWhenZoomed(page, 'new-key-rules')
    await page.getByRole('button', { name: 'Create key' }).click()
    const made = await page.getByTestId('new-key').innerText()
    const { gateway } = browser
    const listed = await fetch(`${gateway.url}/v1/enterprise/keys?limit=100`, {
      headers: { authorization: `Bearer ${gateway.ownerKey}` },
    })
    const keys: Json[] = (await listed.json()).keys
    expect(keys.find(({ last4 }) => last4 === made.slice(-4)).rules).toEqual({
      tool_limits: { 'crypto-uuid': { per_minute: 5 } },
      approval: { tools: 'outbound', wait_seconds: 120 },
      guards: [{ name: 'redact-results', on: 'results', action: 'redact', kinds: ['email'] }],
      paused: null,
    })
    await page.getByRole('button', { name: 'Done' }).click()
  })
})
