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
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const HASH = 'crypto-hash-sha256'
const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the agents in the Activity place in a browser ${reason}`, () => {
  let browser: BrowserPage
  let page: Page
  let key: string

  const send = (path: string, body: object, bearer: string, agent = 'claude-code/2.1') =>
    fetch(browser.gateway.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
        'user-agent': agent,
      },
      body: JSON.stringify(body),
    })
  const hash = (text: string) => send(`/v1/${HASH}`, { text, session_id: 's-7f2c' }, key)
  const evaluate = () => send('/v1/math-evaluate', { expression: '1+1', session_id: 's-7f2c' }, key)
  const row = (text: string | RegExp) =>
    page.getByRole('list', { name: 'Calls of the session' }).getByRole('listitem').filter({ hasText: text })

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, '/activity')
    page = browser.page
    await page.getByText('Agents', { exact: true }).click()
    await page.getByRole('heading', { name: 'Agents appear here' }).waitFor()
    const team = { name: 'research', slugs: [HASH], credit_limit: 2 }
    const made = await send('/v1/enterprise/keys', team, browser.gateway.ownerKey)
    key = (await made.json()).api_key
  })

  afterAll(() => browser?.close())

  it('say what will be here before the first call', async () => {
    await expectFineInBothThemes(page, 'agents-empty')
  })

  it('are listed with what their sessions cost, made and were refused', async () => {
    for (const text of ['a', 'b', 'c']) await hash(text)
    await evaluate()
    await evaluate()
    await send(`/v1/${HASH}`, { text: 'd' }, 'sk-toolgate-nobody', 'cursor/1')
    await page.getByRole('heading', { name: /^cursor HTTP/ }).waitFor()
    await expect.poll(() => page.getByTestId('refused').innerText()).toBe('4 refused')
    const session = page.getByRole('button', { name: /^s-7f2c/ })
    expect(await session.innerText()).toMatch(/research[\s\S]*5 calls[\s\S]*3 refused/)
    await page.getByRole('button', { name: /^Without a session/ }).click()
    await row('With a key that does not work').waitFor()
    await session.click()
    await row('Over the credit limit').waitFor()
    expect(await row('research may not call math-evaluate').innerText()).toMatch(/403[\s\S]*2 in a row/)
    await page.setViewportSize({ width: 1440, height: 900 })
    await keepPicture(page, 'agents-1440')
    await expectFineInBothThemes(page, 'agents')
    await page.getByRole('button', { name: 'Refused 3' }).click()
    await expect.poll(() => row(HASH).count()).toBe(1)
    await page.getByRole('button', { name: 'Answered 2' }).click()
    await expect.poll(() => row('200').count()).toBe(2)
    await page.getByRole('button', { name: 'All 5' }).click()
  })

  it('say in place why a limit could not be raised', async () => {
    await page.route('**/app/keys/credit-limit', (route) => route.abort())
    await row('Over the credit limit').getByRole('button', { name: 'Raise limit' }).click()
    await row('Over the credit limit').getByRole('alert').waitFor()
    await page.unroute('**/app/keys/credit-limit')
  })

  it('get a higher limit and another tool in place, which count from the next call', async () => {
    const over = row('Over the credit limit')
    await over.getByLabel(/^New limit/).fill('50')
    await over.getByRole('button', { name: 'Raise limit' }).click()
    await page.getByText('The limit is 50, from its next call on.').waitFor()
    expect((await hash('e')).status).toBe(200)
    await row('may not call').locator('[data-line]').focus()
    await page.keyboard.press('m')
    await page.keyboard.press('Enter')
    await page.getByText('research may call math-evaluate, from its next call on.').waitFor()
    expect((await evaluate()).status).toBe(200)
    await page.getByRole('button', { name: 'All 7' }).waitFor()
  })

  it('are followed live, or stand still, with one key', async () => {
    await row('math-evaluate').first().locator('[data-line]').focus()
    await page.keyboard.press('f')
    await page.getByRole('button', { name: 'Follow', exact: true }).waitFor()
    await hash('f')
    await page.getByRole('button', { name: 'All 7' }).waitFor()
    await page.keyboard.press('f')
    await page.getByRole('button', { name: 'All 8' }).waitFor()
  })

  it('are paused and resumed with their key, of which a refused call says so in its place', async () => {
    await page.getByRole('button', { name: 'Pause key' }).click()
    await page.getByText('paused', { exact: true }).waitFor()
    const refused = await hash('g')
    expect([refused.status, (await refused.json()).error.code]).toEqual([403, 'forbidden'])
    const paused = row('research is paused')
    await paused.waitFor()
    await expectFineInBothThemes(page, 'agents-paused')
    await paused.getByRole('button', { name: 'Resume key' }).click()
    await page.getByRole('button', { name: 'Pause key' }).waitFor()
    expect((await hash('h')).status).toBe(200)
    await page.getByRole('button', { name: 'All 10' }).waitFor()
  })

  it('open a call among all calls', async () => {
    await row('math-evaluate').first().locator('[data-line]').press('Enter')
    await page.getByRole('grid', { name: 'Calls' }).waitFor()
    expect(await page.getByRole('row', { selected: true }).innerText()).toContain('math-evaluate')
    await page.getByText('Agents', { exact: true }).click()
  })

  it('are fine on a narrow window, and zoomed', async () => {
    await expectFineWhenZoomed(page, 'agents-zoomed')
    await expectFineWhenNarrow(page, 'agents-narrow')
    expect(await policyViolations(page)).toEqual([])
  })
})
