import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { expect } from 'vitest'
import type { GatewayOptions } from '../../../src-main/instance/start-gateway.ts'
import { LONG, turnOf } from '../runs.ts'
import { ROOT } from '../sources/source-files.ts'
import { startTestGateway, type StartedTestGateway } from '../gateway/start-test-gateway.ts'

const SCREENSHOTS = join(ROOT, 'out/screenshots')
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** All that axe looks for. */
export const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** What a smaller window can break in a page that was looked at in a large one: places, sizes, and what it hides. */
const SMALL_RULES = [
  'aria-hidden-focus',
  'button-name',
  'label',
  'link-name',
  'nested-interactive',
  'scrollable-region-focusable',
  'target-size',
]

const ZOOMED = { width: 720, height: 450 }

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** The page in a real browser over a gateway of its own, signed in as the owner, and what the browser noticed. */
export interface BrowserPage {
  readonly gateway: StartedTestGateway
  readonly page: Page
  readonly requests: readonly string[]
  readonly errors: readonly string[]
  readonly close: () => Promise<void>
}

// One for all files of a worker, each with a context of its own: starting a browser costs more than most tests do. It
// ends with the worker's process, whose end of its pipe it watches.
let browser: Promise<Browser> | undefined

/** Opens the page at one of its places, such as `/batch`. */
export async function openBrowserPage(
  launch: LaunchOptions,
  place: string,
  options: Partial<GatewayOptions> = {},
): Promise<BrowserPage> {
  const gateway = await startTestGateway(options)
  browser ??= chromium.launch(launch)
  const context = await (
    await browser
  ).newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addCookies([{ ...gateway.ownerSession(), url: gateway.url, sameSite: 'Strict' }])
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    // A browser reports every answer but a success; a test that expects one looks at it itself.
    const refused = /status of 4\d\d|net::ERR/.test(message.text())
    if (message.type() === 'error' && !refused) errors.push(message.text())
  })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { violations: seen })
    addEventListener('securitypolicyviolation', (event) =>
      seen.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`),
    )
  })
  await page.goto(`${gateway.url}/?#${place}`)
  return {
    gateway,
    page,
    requests,
    errors,
    close: async () => {
      await context.close()
      await gateway.close()
    },
  }
}

/** What the token figure in the title bar says. */
export async function shownBalance(page: Page): Promise<number> {
  return Number((await page.getByTestId('balance').innerText()).replaceAll(/\D/g, ''))
}

async function useTheme(page: Page, theme: Theme): Promise<void> {
  if ((await page.locator('html').getAttribute('data-theme')) !== theme)
    await page.keyboard.press('Control+Shift+L')
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
}

/** Keeps a picture of the page in out/screenshots for people to look at, where TOOLGATE_PICTURES asks for them. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!process.env['TOOLGATE_PICTURES']) return
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) })
}

/**
 * Looks at the page as it is: barriers that axe finds, and a picture where asked for. In both themes in the long run
 * and for pictures; otherwise each page has its turn with one of them, by its name.
 */
export async function expectFineInBothThemes(page: Page, name: string): Promise<void> {
  const turn = [...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0)
  const themes = process.env['TOOLGATE_PICTURES'] ? THEMES : turnOf(turn, THEMES)
  for (const theme of themes) {
    await useTheme(page, theme)
    await keepPicture(page, `${name}-${theme}`)
    // The themes differ in their colours alone, so one of them is looked at in every other way.
    const what = theme === themes[0] ? AXE_TAGS : COLOUR_RULES
    expect(await axeViolations(page, what), `${name} ${theme}`).toEqual([])
  }
  await useTheme(page, 'light')
}

/** Looks at the page in a window 320 px wide, in which nothing but tables may need to be scrolled sideways. */
export async function expectFineWhenNarrow(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  // The page rearranges itself with the next frames, which a busy machine draws late.
  await expect.poll(() => widestElements(page)).toEqual([])
  // All else is as in the wide window, in which a test looks at the same page.
  if (LONG) await expectFineInBothThemes(page, `${name}-narrow`)
  else expect(await axeViolations(page, SMALL_RULES), `${name} narrow`).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
}

/**
 * Looks at the page as a window of 1440 x 900 shows it at 200 %: no barriers, and neither the document nor the dialog
 * on top of it is larger than the window.
 * @param what all rules where no test looks at the page in a large window
 */
export async function expectFineWhenZoomed(
  page: Page,
  name: string,
  what: readonly string[] = smallRules(),
): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(ZOOMED)
  await expect.poll(() => sizeBeyond(page, ZOOMED), { message: name }).toEqual([0, 0])
  await keepPicture(page, `${name}-zoomed`)
  expect(await axeViolations(page, what), `${name} at 200 %`).toEqual([])
  if (before) await page.setViewportSize(before)
}

/** By how many pixels the document, or a dialog on it, is wider and higher than the window. */
function sizeBeyond(page: Page, { width, height }: typeof ZOOMED): Promise<number[]> {
  return page.evaluate(
    ([wide, high]) => {
      const { scrollWidth, scrollHeight } = document.documentElement
      const boxes = [...document.querySelectorAll('[role=dialog]')].map((box) =>
        box.getBoundingClientRect(),
      )
      return [
        Math.max(scrollWidth, ...boxes.map(({ right, left }) => right - Math.min(0, left))) - wide,
        Math.max(scrollHeight, ...boxes.map(({ bottom, top }) => bottom - Math.min(0, top))) - high,
      ]
    },
    [width, height] as const,
  )
}

/** The directives of the page's policy that it broke itself. */
export function policyViolations(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations) // Set up at the start.
}

/** What axe looks for in a page that is also looked at in a large window: in the long run, all of it again. */
export function smallRules(): readonly string[] {
  return LONG ? AXE_TAGS : SMALL_RULES
}

/** What axe finds of the given rules in a page as it is. */
export async function axeViolations(page: Page, what: readonly string[] = AXE_TAGS): Promise<string[]> {
  // A megabyte of script, which a document needs once; compiled again for each look it would run slower, too.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(
    async (runOnly) => {
      interface Axe {
        run(
          root: Document,
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
      const { axe } = globalThis as unknown as { axe: Axe } // Put there by the script above.
      // What appears or moves has the colours of neither its beginning nor its end.
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
      // Passing checks are not reported, so that no selectors need to be found for them.
      const options = { runOnly, resultTypes: ['violations'], selectors: false }
      const { violations } = await axe.run(document, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
    },
    [...what],
  )
}

/** What reaches past the right edge of the window and makes it scroll sideways. */
function widestElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName}.${element.className} ${element.getBoundingClientRect().right}`)
  })
}
