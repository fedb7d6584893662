import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserPage, openBrowserPage } from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { keyboardOf } from '../support/browser/keyboard.ts'

const { launch, reason } = await findChromium()
/** What a person may press from a copied text to its copied answer. */
const MOST = { quick: 3, page: 5 }

// Each text with what its answer must have.
const COPIED: readonly (readonly [kind: string, text: string, answer: string])[] = [
  ['a table', 'id,name\n1,Ada\n2,Grace\n', '"Ada"'],
  ['a token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c2VyXzQwMjEifQ.c2ln', 'user_4021'],
  ['an address', 'https://example.com/orders?page=2', '/orders'],
]

describe.skipIf(launch === null)(`from a copied text to its copied answer ${reason}`, () => {
  let open: BrowserPage
  let page: Page

  beforeAll(async () => {
    open = await openBrowserPage(launch ?? {}, '/tools')
    page = open.page
    await page.getByRole('option').first().waitFor()
  })
  afterAll(() => open?.close())

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const copy = (text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text)

  it.each(COPIED)(
    `takes at most ${MOST.quick} keys in the quick panel, for %s`,
    async (_kind, text, answer) => {
      const hands = keyboardOf(page)
      await copy(text)
      // The desktop opens the panel with one shortcut for the whole computer.
      await page.evaluate(() => (location.hash = '#/quick'))
      const shown = page.getByTestId('quick-answer')
      await expect.poll(() => shown.innerText()).toContain(answer)
      await hands.press('Enter')
      await expect.poll(clipboard).not.toBe(text)
      expect(await clipboard()).toContain(answer)
      expect(1 + hands.presses()).toBeLessThanOrEqual(MOST.quick)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.url()).toContain('#/tools')
    },
  )

  it.each(COPIED)(`takes at most ${MOST.page} keys in the page, for %s`, async (_kind, text, answer) => {
    const hands = keyboardOf(page)
    // No answer of a tool before is left on the page.
    await page.evaluate(() => (location.hash = '#/tools'))
    await page.reload()
    await page.getByRole('option').first().waitFor()
    await copy(text)
    await hands.press('Control+K')
    await page.getByTestId('palette').waitFor()
    await hands.press('Control+V')
    await page.getByTestId('palette').getByRole('option').first().waitFor()
    await hands.press('Enter')
    await page.getByTestId('palette').waitFor({ state: 'hidden' })
    await expect.poll(() => page.url()).toMatch(/#\/tools\/[a-z]/)
    await hands.press('Control+Enter')
    await page.getByText('Hash verified').waitFor()
    await hands.press('Control+.')
    // What the page says tells a key that did nothing from a browser that refused.
    await page.getByText(/^(?:Output copied|The browser blocked copying)/).waitFor()
    await expect.poll(clipboard).not.toBe(text)
    expect(await clipboard()).toContain(answer)
    expect(hands.presses()).toBeLessThanOrEqual(MOST.page)
  })
})
