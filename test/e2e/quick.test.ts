import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  expectFineWhenZoomed,
  openBrowserPage,
  policyViolations,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const { launch, reason } = await findChromium()
const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhdWQiOiJub3J0aHdpbmQtYXBpIiwiZXhwIjoxNzk1MTc5NjAwLCJzY29wZSI6Im9yZGVyczpyZWFkIiwic3ViIjoidXNlcl80MDIxIn0.c2lnbmF0dXJlLW5vdC1jaGVja2Vk'

describe.skipIf(launch === null)(`the quick panel in a browser ${reason}`, () => {
  let open: BrowserPage
  let page: Page
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const balance = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${open.gateway.ownerKey}` }
    const answer = await fetch(`${open.gateway.url}/v1/credits/balance`, { headers })
    return Number(JSON.parse(await answer.text()).balance)
  }
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.getByLabel('Search other tools').focus()
    await page.keyboard.press('Control+V')
  }
  const answer = () => page.getByTestId('quick-answer')

  beforeAll(async () => {
    open = await openBrowserPage(launch ?? {}, '/settings')
    page = open.page
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
    await page.evaluate((text) => navigator.clipboard.writeText(text), JWT)
  })
  afterAll(() => open?.close())

  it('has the answer to what was copied, and Enter copies it', async () => {
    const before = await balance()
    await page.evaluate(() => (location.hash = '#/quick'))
    await answer().getByText('"northwind-api"').waitFor()
    expect(await page.getByTestId('quick').innerText()).toMatch(/jwt · 9\d %/)
    await page.keyboard.press('Enter')
    await page.getByText('Copied.', { exact: true }).waitFor()
    expect(await clipboard()).toContain('"sub": "user_4021"')
    expect(await balance()).toBe(before - 1)
    await expectFineInBothThemes(page, 'quick-jwt')
    await expectFineWhenNarrow(page, 'quick-jwt')
    await expectFineWhenZoomed(page, 'quick-jwt')
  })

  it('goes to the next tool with Tab, charges only a choice that rests, and nothing for going back', async () => {
    const before = await balance()
    const name = () => answer().getByRole('heading').innerText()
    const first = await name()
    await page.getByLabel('Search other tools').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    expect(await name()).toBe(first)
    await answer().getByText('"northwind-api"').waitFor()
    expect(await balance()).toBe(before)
  })

  it('runs another tool with a digit', async () => {
    await paste('id,name\n1,Ada\n2,Grace\n')
    await expect.poll(() => page.getByTestId('quick').innerText()).toMatch(/csv · \d+ %/)
    const rows = page.getByTestId('quick-others').getByRole('button')
    const free = rows.filter({ hasNotText: 'ask' }).first()
    const [digit, name] = (await free.innerText()).split('\n').map((part) => part.trim())
    await page.keyboard.press(digit!)
    await expect.poll(() => answer().innerText()).toContain(name)
    await answer().getByText('live').waitFor()
    await expectFineInBothThemes(page, 'quick-table')
  })

  it('asks before a tool that goes out, and before one that was searched for', async () => {
    await paste('https://example.com/orders')
    // The first tool takes the address apart by itself, and is paid for that.
    await expect.poll(() => answer().innerText()).toContain('/orders')
    await answer().getByText('live').waitFor()
    const before = await balance()
    await page.getByLabel('Search other tools').fill('web page')
    await expect
      .poll(() => answer().innerText())
      .toMatch(/goes out to the network|opens it in Tools|language model/)
    await page.waitForTimeout(400)
    expect(await balance()).toBe(before)
    await page.keyboard.press('Escape')
    expect(await page.getByLabel('Search other tools').inputValue()).toBe('')
    await expect.poll(() => page.getByTestId('quick-others').innerText()).toContain('goes out, asks first')
  })

  it('opens a tool with further fields in Tools, where it waits for them', async () => {
    await paste(JWT)
    await page.getByLabel('Search other tools').fill('verify jwt')
    await expect.poll(() => answer().innerText()).toContain('Enter opens it in Tools with your text')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: /Verify/, level: 2 }).waitFor()
    await page.getByText('Run the tool to see the result').or(page.getByText('Result')).first().waitFor()
    expect(page.url()).toContain('#/tools/')
  })

  it('closes with Esc', async () => {
    await page.evaluate(() => (location.hash = '#/quick'))
    await page.getByLabel('Search other tools').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).toContain('#/tools')
    expect(open.errors, (await policyViolations(page)).join()).toEqual([])
  })
})
