import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  keepPicture,
  openBrowserPage,
  policyViolations,
  shownBalance,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const SLUG = 'code-json-to-typescript'
const HASH = 'crypto-hash-sha256'

interface ListedTool {
  readonly slug: string
  readonly name: string
}

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the Tools place in a browser ${reason}`, () => {
  let open: BrowserPage
  let page: Page

  beforeAll(async () => {
    open = await openBrowserPage(launch ?? {}, '/tools')
    page = open.page
    await page.getByRole('option').first().waitFor()
  })
  afterAll(() => open?.close())

  it('signs in with the one-time code, and removes it from the address', async () => {
    await page.context().clearCookies()
    await page.goto(open.gateway.pageUrl())
    await page.getByTestId('balance').waitFor()
    expect(page.url()).not.toContain('#t=')
    expect(await page.getByText('Not signed in').count()).toBe(0)
    await page.goto(`${open.gateway.url}/?#/tools`)
    await page.getByRole('option').first().waitFor()
  })

  it('lists exactly the tools that the gateway serves', async () => {
    const response = await fetch(`${open.gateway.url}/v1/tools`)
    const { tools } = (await response.json()) as { tools: ListedTool[] }
    const first = page.getByRole('option').first()
    expect(await first.getAttribute('aria-setsize')).toBe(String(tools.length))
    for (const { slug } of [tools[0]!, tools.at(-1)!]) {
      await page.getByLabel('Filter tools').fill(slug)
      await page.getByRole('option').filter({ hasText: slug }).first().waitFor()
    }
    await page.getByLabel('Filter tools').fill('')
  })

  it('can be used from the filter to the result with the keyboard alone', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type(SLUG)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'JSON to TypeScript', level: 2 }).waitFor()
    expect(page.url()).toContain(`#/tools/${SLUG}`)
    await page.locator('.cm-editor').first().waitFor()

    await page.getByRole('tab', { name: 'JSON' }).click()
    await page.getByLabel('Input as JSON').fill('{"json": {"id": 1, "name": null}, "root_name": "Person"}')
    await page.getByRole('tab', { name: 'Form' }).click()
    const before = await shownBalance(page)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Hash verified').waitFor()

    const output = await page.getByTestId('output').first().innerText()
    expect(output).toContain('interface Person')
    expect(output).toMatch(/id\s*:\s*number/)
    expect(output).toContain('null')
    expect(await shownBalance(page)).toBe(before - 3)
    await page.keyboard.press('Control+.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('interface Person')
  })

  it('shows every header that the gateway sent, and what the answer guarantees', async () => {
    await page.getByRole('tab', { name: 'Headers' }).click()
    const headers = await page.getByRole('tabpanel', { name: /Headers/ }).innerText()
    for (const name of [
      'X-Request-Id',
      'X-Credits-Used',
      'X-Credits-Remaining',
      'X-Engine',
      'X-Output-Hash',
    ])
      expect(headers).toContain(name)
    expect(await page.getByTestId('result-header').innerText()).toMatch(/200 OK[\s\S]*real 0\.99/)
    await page.getByRole('tab', { name: 'Verify' }).click()
    expect(await page.getByRole('tabpanel', { name: 'Verify' }).innerText()).toContain('matches its schema')
    await page.getByRole('tab', { name: 'Headers' }).click()
  })

  it('shows the events of a stream with its result, and charges it once', async () => {
    const before = await shownBalance(page)
    await page.keyboard.press('Control+Alt+S')
    await page.getByRole('button', { name: /^Run/ }).click()
    // What stood there before says that its hash was verified, too.
    const events = page.getByRole('tabpanel', { name: /Events/ })
    await expect.poll(() => events.innerText()).toContain('done')
    for (const name of ['start', 'progress', 'result']) expect(await events.innerText()).toContain(name)
    await page.getByText('Hash verified').waitFor()
    expect(await shownBalance(page)).toBe(before - 3)
    await page.keyboard.press('Control+Alt+S')
  })

  it('sends agent mode and trace with the call, and shows what they add', async () => {
    await page.getByRole('button', { name: 'Agent mode' }).click()
    await page.getByRole('button', { name: 'Trace', exact: true }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Saved in memory as').waitFor()
    expect(await page.getByRole('table', { name: 'Where the time went' }).innerText()).toContain('settle')
    await keepPicture(page, 'tools-agent-light')
    await page.getByRole('button', { name: 'Agent mode' }).click()
    await page.getByRole('button', { name: 'Trace', exact: true }).click()
  })

  it('charges nothing for a dry run or an invalid input, and says what is wrong', async () => {
    const before = await shownBalance(page)
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByText('Dry run: nothing ran and nothing was charged').waitFor()
    await sendEmptyInput(page)
    expect(await page.getByText('1 field to fix').count()).toBe(1)
    expect(await shownBalance(page)).toBe(before)
    await expectFineInBothThemes(page, 'tools-invalid')
  })

  it('suggests tools for a pasted text, and runs none by itself', async () => {
    const before = { url: page.url(), balance: await shownBalance(page) }
    await page.getByTestId('tool-list').focus()
    await page.evaluate(() => navigator.clipboard.writeText('[{"id": 1}, {"id": 2, "name": "Ada"}]'))
    await page.keyboard.press('Control+V')
    const card = page.getByRole('region', { name: 'Pasted text' })
    await card.getByText('JSON pasted').waitFor()
    expect({ url: page.url(), balance: await shownBalance(page) }).toEqual(before)
    await keepPicture(page, 'tools-pasted-light')
    await card.getByRole('button', { name: 'JSON to TypeScript' }).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: 'JSON', exact: true }).innerText())
      .toContain('"Ada"')
    await card.getByRole('button', { name: 'Dismiss the pasted text' }).click()
  })

  it('sends an output to another tool without running it', async () => {
    await page.keyboard.press('Control+Enter')
    await page.getByText('Hash verified').waitFor()
    const before = await shownBalance(page)
    await page.getByTestId('tool-list').focus()
    await page.keyboard.press('e')
    const menu = page.getByTestId('pop-menu')
    await menu.waitFor()
    await keepPicture(page, 'tools-send-to-light')
    await page.keyboard.type('count tok')
    await menu.getByRole('option', { name: /Count tokens/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Count tokens', level: 2 }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    expect(await page.getByRole('textbox', { name: /^Text/ }).inputValue()).toContain('interface Root')
    expect(await shownBalance(page)).toBe(before)
    await page.getByText(/opened with the output of JSON to TypeScript/).waitFor()
  })

  it('shows an earlier result again without running it again', async () => {
    await page.keyboard.press('Control+Enter')
    await page.getByText('Hash verified').waitFor()
    const before = await shownBalance(page)
    await page.getByTestId('tool-list').focus()
    await page.keyboard.press('[')
    await page.getByRole('heading', { name: 'JSON to TypeScript', level: 2 }).waitFor()
    await expect.poll(() => page.getByTestId('output').first().innerText()).toContain('interface Root')
    await page.getByRole('button', { name: 'Earlier results' }).click()
    await page.getByTestId('pop-menu').getByRole('button').first().click()
    await page.getByRole('heading', { name: 'Count tokens', level: 2 }).waitFor()
    expect(await shownBalance(page)).toBe(before)
  })

  it('writes the call as code, and copies it with one key', async () => {
    await page.getByRole('tab', { name: 'Code' }).click()
    await page.getByRole('button', { name: 'Python' }).click()
    await expect.poll(() => page.getByTestId('snippet').innerText()).toContain('httpx.post')
    await expectFineInBothThemes(page, 'tools-code')
    await page.getByRole('tab', { name: 'Form' }).click()
    await page.keyboard.press('Control+Shift+C')
    await page.getByText('Copied as Python').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/v1/text-token-count')
  })

  it('reads an answer of megabytes in a worker, as its security policy allows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => `${id},"Ada, ${id}",london,${id * 7}`)
    const table = `id,name,city,score\n${rows.join('\n')}\n`
    await page.getByTestId('tool-list').focus()
    await page.evaluate((text) => navigator.clipboard.writeText(text), table)
    await page.keyboard.press('Control+V')
    const card = page.getByRole('region', { name: 'Pasted text' })
    await card.getByRole('button', { name: 'CSV to JSON' }).click()
    await page.getByRole('heading', { name: 'CSV to JSON', level: 2 }).waitFor()
    await page.getByRole('button', { name: /^Run \d/ }).click()
    await page.getByText('Hash verified').waitFor()
    await expect.poll(() => page.locator('[data-testid=output] .cm-line').count()).toBeGreaterThan(10)
    expect(await page.locator('[data-testid=output] .cm-line').count()).toBeLessThan(200)
    await page.keyboard.press('Control+.')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.length).toBeGreaterThan(1_000_000)
    expect(JSON.parse(copied)).toHaveLength(20_000)
    // The page never parsed it, so the envelope is asked of the worker too.
    await page.getByRole('tab', { name: 'Envelope' }).click()
    await page.getByRole('tabpanel').getByText('"data": {').waitFor()
    await page.getByRole('tab', { name: /^Headers/ }).click()
    await card.getByRole('button', { name: 'Dismiss the pasted text' }).click()
  })

  it('shows the new balance after a call of another client', async () => {
    const before = await shownBalance(page)
    const { url, ownerKey } = open.gateway
    const headers = { authorization: `Bearer ${ownerKey}`, 'content-type': 'application/json' }
    await fetch(`${url}/v1/${HASH}`, { method: 'POST', headers, body: '{"text": "a"}' })
    await expect.poll(() => shownBalance(page)).toBe(before - 1)
  })

  it('is accessible, keeps its security policy and talks to its own gateway only', async () => {
    await expectFineInBothThemes(page, 'tools-result')
    await expectFineWhenNarrow(page, 'tools-result')
    expect(open.requests.length).toBeGreaterThan(10)
    expect(open.requests.filter((url) => !/^(blob:)?http:\/\/127\.0\.0\.1:\d+\//.test(url))).toEqual([])
    expect(open.errors, (await policyViolations(page)).join()).toEqual([])
    expect(await policyViolations(page)).toEqual([])
  })

  it('names the price on every button that charges, and disables them while the gateway is gone', async () => {
    const charging = page.getByTestId('charges')
    await page.route(/\/(v1|app)\//, (route) => route.abort())
    await page.keyboard.press('Control+Enter')
    await page.getByText('Toolgate is not responding.').waitFor()
    await expect.poll(() => charging.count()).toBe(2)
    for (const button of await charging.all()) {
      expect(await button.innerText()).toMatch(/\d+\s*credits?/)
      expect(await button.isDisabled()).toBe(true)
    }
    await keepPicture(page, 'tools-gone-light')
    await page.unroute(/\/(v1|app)\//)
    await expect.poll(() => page.getByText('Toolgate is not responding.').count()).toBe(0)
    await expect.poll(() => charging.first().isEnabled()).toBe(true)
  })

  it('counts every breach of its own security policy', async () => {
    // A style attribute is what the policy forbids: the counter itself is checked last.
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
    await expect.poll(async () => (await policyViolations(page)).join()).toContain('style-src-attr')
    expect((await page.screenshot()).length).toBeGreaterThan(10_000)
  })
})

async function sendEmptyInput(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'JSON' }).click()
  await page.getByLabel('Input as JSON').fill('{}')
  await page.getByRole('tab', { name: 'Form' }).click()
  await page.keyboard.press('Control+Enter')
  await page.getByText('400 validation_error').waitFor()
}
