import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  axeViolations,
  type BrowserPage,
  keepPicture,
  openBrowserPage,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { turnOf } from '../support/runs.ts'

const PAGES = [
  ['first', '/docs/'],
  ['guide', '/docs/guides/start'],
  ['tool', '/docs/tools/crypto-hash-sha256'],
  ['command', '/docs/cli/keys'],
  ['request', '/docs/api/calls'],
  ['error', '/docs/errors/rate_limited'],
] as const
const THEMES = ['light', 'dark'] as const
const WINDOWS = [
  [1440, 900],
  // Twice as large in a window of 1440 by 900.
  [720, 450],
  [390, 844],
] as const
const LOOKS = THEMES.flatMap((theme) => WINDOWS.map(([width]) => `${theme} ${width}`))

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the manual in a browser ${reason}`, () => {
  let open: BrowserPage
  let page: Page

  beforeAll(async () => {
    open = await openBrowserPage(launch ?? {}, '/tools')
    page = open.page
  })
  afterAll(() => open?.close())

  // Each has its turn with one theme in one window, and with all of both in the long run.
  it.each(PAGES)(
    'has no barrier on its %s page, in both themes, wide, narrow and enlarged',
    async (name, path) => {
      await page.goto(`${open.gateway.url}${path}`)
      const axed = turnOf(
        PAGES.findIndex(([each]) => each === name),
        LOOKS,
      )
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme })
        for (const [width, height] of WINDOWS) {
          await page.setViewportSize({ width, height })
          await keepPicture(page, `manual-${name}-${colorScheme}-${width}`)
          if (axed.includes(`${colorScheme} ${width}`))
            expect(await axeViolations(page), `${path} ${colorScheme} ${width}`).toEqual([])
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          ).toBeLessThanOrEqual(0)
        }
      }
    },
  )

  it('shows its menu whenever the window is wide, and folds it while it is narrow', async () => {
    const menu = page.getByRole('navigation', { name: 'Manual' }).getByRole('link', { name: 'Errors' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${open.gateway.url}/docs/`)
    await menu.waitFor({ state: 'hidden' })
    // Catches: a menu that was closed while the window was narrow, and cannot be opened in a wide one.
    await page.setViewportSize({ width: 1440, height: 900 })
    await menu.waitFor()
  })

  it('has no button over its code, however long a line is', async () => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`${open.gateway.url}/docs/guides/start`)
      const frames = page.locator('.frame')
      expect(await frames.count()).toBeGreaterThan(3)
      for (const frame of await frames.all()) {
        const code = (await frame.locator('pre').boundingBox())!
        const copy = (await frame.getByRole('button', { name: 'Copy' }).boundingBox())!
        expect(code.x + code.width, String(width)).toBeLessThanOrEqual(copy.x)
      }
    }
  })

  it('has no barrier in what its search found', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${open.gateway.url}/docs/`)
    await page.keyboard.press('/')
    await page.keyboard.type('rate limit')
    await page.locator('#found a').first().waitFor()
    for (const colorScheme of turnOf(0, THEMES)) {
      await page.emulateMedia({ colorScheme })
      expect(await axeViolations(page), colorScheme).toEqual([])
    }
  })

  it('opens from the app in a tab of its own: by F1, and at the page of an error that a call had', async () => {
    const opened = async (act: () => Promise<void>): Promise<string> => {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), act()])
      await tab.waitForLoadState()
      const title = await tab.title()
      await tab.close()
      return title
    }
    const input = encodeURIComponent(JSON.stringify({ expression: '1 +' }))
    await page.goto(`${open.gateway.url}/#/tools/math-evaluate?input=${input}`)
    await page.getByText('Input is valid').waitFor()
    expect(await opened(() => page.keyboard.press('F1'))).toContain('one address')
    await page.keyboard.press('Control+Enter')
    const help = page.getByRole('link', { name: 'What to do' })
    await help.waitFor()
    expect(await opened(() => help.click())).toContain('validation_error')
    for (const colorScheme of turnOf(1, THEMES)) {
      await page.emulateMedia({ colorScheme })
      await keepPicture(page, `error-help-${colorScheme}`)
      expect(await axeViolations(page), colorScheme).toEqual([])
    }
    await page.goto(`${open.gateway.url}/#/activity`)
    await page.getByRole('row', { name: /validation_error/ }).click()
    expect(await help.getAttribute('href')).toBe('/docs/errors/validation_error')
    await page.goto(`${open.gateway.url}/#/settings/about`)
    expect(await opened(() => page.getByRole('link', { name: 'Manual', exact: true }).click())).toContain(
      'one address',
    )
  })

  it('shows one language of a sample at a time, and keeps the one that was chosen', async () => {
    await page.goto(`${open.gateway.url}/docs/tools/crypto-uuid`)
    await page.getByRole('tab', { name: 'Python' }).click()
    await page.goto(`${open.gateway.url}/docs/tools/text-diff`)
    expect(await page.getByRole('tab', { selected: true }).allInnerTexts()).toEqual(['Python'])
    expect(await page.getByRole('tabpanel').allInnerTexts()).toEqual([
      expect.stringContaining('urllib.request'),
    ])
  })

  it('finds a tool by its words, by keyboard alone, and leads to it', async () => {
    await page.goto(`${open.gateway.url}/docs/`)
    await page.getByRole('searchbox').fill('sha256')
    await page.locator('#found a').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/tools\/crypto-hash-sha256$/)
  })

  it('opens the form of a tool in the app, with the input of an example', async () => {
    await page.goto(`${open.gateway.url}/docs/tools/math-evaluate`)
    await page.getByRole('link', { name: 'The hypotenuse of 3 and 4' }).click()
    const expression = page
      .getByRole('region', { name: 'Call' })
      .getByRole('textbox', { name: /^Expression/ })
    await expect.poll(() => expression.inputValue()).toBe('sqrt(a^2 + b^2)')
    await page.goBack()
    await page.getByRole('link', { name: 'Open in Tools' }).click()
    await page.getByRole('heading', { name: 'Evaluate an expression', level: 2 }).waitFor()
  })
})
