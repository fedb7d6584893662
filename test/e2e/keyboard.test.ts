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
import { MENU_PLACES } from '../../src-shared/desktop-bridge.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { keyboardOf, walkRound } from '../support/browser/keyboard.ts'

const HASH = 'crypto-hash-sha256'
const MAX_KEYSTROKES = 25
const capitalised = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

const { launch, reason } = await findChromium()

// One page from the first test to the last, as someone without a mouse would use it.
describe.skipIf(launch === null)(`the page without a mouse ${reason}`, () => {
  let browser: BrowserPage
  let page: Page
  let hands: ReturnType<typeof keyboardOf>

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, '/tools')
    page = browser.page
    hands = keyboardOf(page)
    await page.getByRole('option').first().waitFor()
  })
  afterAll(() => browser?.close())

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const at = (place: string) => expect.poll(() => page.url()).toContain(`#/${place}`)

  it(`finds, runs, copies, batches and verifies within ${MAX_KEYSTROKES} keystrokes`, async () => {
    const counted = keyboardOf(page)
    await counted.press('Control+K')
    await page.getByTestId('palette').waitFor()
    await counted.type('sha')
    await page
      .getByTestId('palette')
      .getByRole('option', { name: /SHA-256 hash/ })
      .first()
      .waitFor()
    await counted.press('Enter')
    await at(`tools/${HASH}`)
    await counted.press('Control+Enter')
    await page.getByText('Hash verified').waitFor()
    await counted.press('Control+.')
    await expect.poll(clipboard).toMatch(/[0-9a-f]{64}/)
    await counted.press('b')
    await page.getByText('Added to batch SHA-256 hash: 1 row').waitFor()
    await counted.press('Control+2')
    await page.getByRole('grid', { name: 'Rows of this run' }).waitFor()
    await counted.press('Control+Enter')
    await expect
      .poll(() => page.getByRole('status').allInnerTexts())
      .toContain('Finished: 1 row done, 0 failed.')
    await counted.press('Control+6')
    await page.getByRole('button', { name: 'Check the result of the batch' }).waitFor()
    await counted.press('Control+Enter')
    await page.getByText('1 of 1 gave the same result again').waitFor()
    expect(counted.presses()).toBeLessThanOrEqual(MAX_KEYSTROKES)
  })

  it.each(MENU_PLACES.map((name, index) => [name, index + 1] as const))(
    'keeps the focus visible, marked and free to move on in %s',
    async (name, digit) => {
      await hands.press(`Control+${digit}`)
      await at(name)
      await page.getByRole('main').locator('[data-pane]').first().waitFor()
      const names = await walkRound(page)
      // The rail and the title bar are passed from everywhere.
      expect(names).toEqual(expect.arrayContaining([...MENU_PLACES.map(capitalised), 'Use dark theme']))
      const panes = await page
        .locator('[data-pane]')
        .evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)
      for (let pane = 0; pane < panes; pane++) {
        await hands.press('F6')
        const inPane = () => page.evaluate(() => document.activeElement?.closest('[data-pane]') !== null)
        expect(await inPane(), `F6 in ${name}`).toBe(true)
      }
    },
  )

  it('lets the focus leave an editor', async () => {
    await hands.press('Control+1')
    await hands.press('Control+E')
    await page.locator('.cm-content[contenteditable=true]').waitFor()
    await walkRound(page)
    await hands.press('Control+E')
  })

  it('opens a call of the record and runs it again', async () => {
    const before = await shownBalance(page)
    await hands.press('Control+4')
    await page.getByRole('grid', { name: 'Calls' }).getByRole('row').nth(1).waitFor()
    await hands.press('F6')
    const row = page.locator('tr[data-id]:focus')
    // The newest are the Memory place's own, which cost nothing.
    for (let down = 0; down < 10 && !(await row.innerText()).includes(HASH); down++) {
      const above = await row.getAttribute('data-id')
      await hands.press('ArrowDown')
      await expect.poll(() => row.getAttribute('data-id')).not.toBe(above)
    }
    await hands.press('Enter')
    await page.getByTestId('call-pane').getByRole('button', { name: 'Run again' }).waitFor()
    await hands.press('r')
    await page.getByText('2 results compared').waitFor()
    await expect.poll(() => shownBalance(page)).toBe(before - 1)
    await hands.press('Escape')
    await expect.poll(() => page.getByTestId('call-pane').count()).toBe(0)
  })

  it('finds a call by part of its request id', async () => {
    await hands.press('Control+4')
    const row = page.getByRole('grid', { name: 'Calls' }).getByRole('row').nth(1)
    await row.waitFor()
    const id = await page.evaluate(async () => {
      const headers = { 'x-toolgate-page': localStorage.getItem('toolgate.page-pass') ?? '' }
      const answer = await fetch('/app/activity?limit=1', { headers })
      return ((await answer.json()) as { entries: { request_id: string }[] }).entries[0]!.request_id
    })
    await hands.press('Control+1')
    await hands.press('Control+K')
    await hands.type(id.slice(0, 13))
    await page
      .getByTestId('palette')
      .getByRole('option', { name: /^Open in Activity/ })
      .waitFor()
    await keepPicture(page, 'palette-request-id-light')
    await hands.press('Enter')
    await at('activity/')
    await page.getByTestId('call-pane').getByText(id).waitFor()
    await hands.press('Escape')
  })

  it('remembers something', async () => {
    await hands.press('Control+5')
    await at('memory')
    await hands.tabTo(/^Add$/)
    await hands.press('Enter')
    await page.getByRole('dialog').waitFor()
    await hands.tabTo(/^Key$/)
    await hands.type('note')
    await hands.tabTo(/^Value$/)
    await hands.type('by keyboard')
    await hands.tabTo(/^Save$/)
    await hands.press('Enter')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('main').getByText('by keyboard').first().waitFor()
  })

  it('buys credits', async () => {
    const before = await shownBalance(page)
    await hands.press('Control+7')
    await at('balance')
    await hands.tabTo(/^Add credits$/)
    await hands.press('Enter')
    await page.getByRole('dialog').waitFor()
    await hands.tabTo(/^Buy /)
    await hands.press('Enter')
    await expect.poll(() => shownBalance(page)).toBe(before + 1_000)
    await hands.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent.trim())).toBe('Add credits')
  })

  it('gives a shortcut other keys, after a warning about keys that are taken', async () => {
    await hands.press('Control+8')
    await at('settings')
    await hands.press('Control+K')
    await hands.type('look and')
    await page.getByTestId('palette').getByRole('option', { name: 'Settings: Look and keys' }).waitFor()
    await hands.press('Enter')
    await page.getByRole('heading', { name: 'Look and keys' }).waitFor()
    await keepPicture(page, 'settings-look-light')
    await hands.tabTo(/^Search shortcuts/)
    await hands.type('copy the output')
    await hands.tabTo(/^Change the keys of Copy the output/)
    await hands.press('Enter')
    await page.getByRole('textbox', { name: 'New keys for Copy the output' }).waitFor()
    await hands.press('Control+S')
    await page.getByText('Ctrl S is already used for “Save the output” in Tools').waitFor()
    await page
      .getByRole('textbox', { name: 'Search shortcuts' })
      .evaluate((field) => field.scrollIntoView())
    // The field takes every key that is pressed in it.
    await hands.tabTo(/^Cancel$/)
    await expectFineInBothThemes(page, 'settings-shortcuts')
    await hands.tabTo(/^New keys for Copy the output/, 'Shift+Tab')
    await hands.press('Control+J')
    await expect
      .poll(() => page.locator('[data-shortcut="result.copy"] kbd').allInnerTexts())
      .toEqual(['Ctrl', 'J'])
    await hands.press('Control+1')
    await page.getByText('Hash verified').waitFor()
    await page.evaluate(() => navigator.clipboard.writeText('nothing yet'))
    await hands.press('Control+J')
    await expect.poll(clipboard).toMatch(/[0-9a-f]{64}/)
  })

  it('copies code with a key that works', async () => {
    await hands.press('Control+Alt+Shift+C')
    await expect.poll(clipboard).toMatch(/Bearer sk-toolgate-team-[0-9a-f]{48}/)
    const key = /sk-toolgate-team-[0-9a-f]{48}/.exec(await clipboard())?.[0] ?? ''
    const answer = await fetch(`${browser.gateway.url}/v1/${HASH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"text": "a"}',
    })
    expect(answer.status).toBe(200)
    await page.getByRole('tab', { name: 'Code' }).focus()
    await hands.press('Enter')
    await page.getByTestId('snippet').waitFor()
    await hands.press('e')
    await page.getByRole('button', { name: /^A batch/ }).waitFor()
    await expectFineInBothThemes(page, 'send-to')
    await hands.press('Escape')
    const held = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(held).toBe('Send the output to another tool')
  })

  it('fits a narrow window, keeps its security policy and talks to its own gateway only', async () => {
    await page.goto(`${browser.gateway.url}/?#/settings/look`)
    await page.getByRole('textbox', { name: 'Search shortcuts' }).waitFor()
    await expectFineWhenNarrow(page, 'settings-shortcuts')
    const elsewhere = browser.requests.filter((url) => !url.startsWith(browser.gateway.url))
    expect(elsewhere).toEqual([])
    expect(browser.errors).toEqual([])
    expect(await policyViolations(page)).toEqual([])
  })
})
