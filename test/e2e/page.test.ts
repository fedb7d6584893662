import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../support/chromium.ts'
import { startTestGateway } from '../support/start-test-gateway.ts'

const SLUG = 'code-json-to-typescript'
const SCREENSHOTS = join(import.meta.dirname, '../screenshots')
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface ListedTool {
  readonly slug: string
  readonly examples: readonly { readonly title: string }[]
}

/** What the browser noticed while the page was used. */
interface Watch {
  readonly requests: string[]
  readonly errors: string[]
}

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the page in a browser ${reason}`, { timeout: 60_000 }, () => {
  let gateway: Awaited<ReturnType<typeof startTestGateway>>
  let browser: Browser
  let page: Page
  let watch: Watch
  let firstExample = ''

  beforeAll(async () => {
    mkdirSync(SCREENSHOTS, { recursive: true })
    gateway = await startTestGateway()
    browser = await chromium.launch(launch ?? {})
    page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
    watch = watchPage(page)
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(globalThis, { violations: seen })
      addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective))
    })
    await page.goto(gateway.pageUrl())
    await page.getByRole('option').first().waitFor()
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    await gateway?.close()
  })

  it('leaves the one-time code in the address, or is not signed in by it', async () => {
    await page.getByTestId('balance').waitFor()
    expect(page.url()).not.toContain('#t=')
    expect(await page.getByText('Not signed in').count()).toBe(0)
  })

  it('lists other tools than the gateway serves', async () => {
    const response = await fetch(`${gateway.url}/v1/tools`)
    const { tools } = (await response.json()) as { tools: ListedTool[] }
    firstExample = tools.find(({ slug }) => slug === SLUG)?.examples[0]?.title ?? ''
    expect(await page.getByRole('option').count()).toBe(tools.length)
    for (const { slug } of tools) {
      expect(await page.getByRole('option').filter({ hasText: slug }).count()).toBeGreaterThan(0)
    }
  })

  it('cannot be used from the filter to the result with the keyboard alone', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type(SLUG)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'JSON to TypeScript', level: 2 }).waitFor()
    expect(page.url()).toContain(`#/tools/${SLUG}`)

    await page.getByRole('tab', { name: 'JSON' }).click()
    await page.getByLabel('Input as JSON').fill('{"json": {"id": 1, "name": null}, "root_name": "Person"}')
    await page.getByRole('tab', { name: 'Form' }).click()
    const before = await balanceOf(page)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Hash verified').waitFor()

    const output = await page.getByTestId('output').first().innerText()
    expect(output).toContain('interface Person')
    expect(output).toMatch(/id\s*:\s*number/)
    expect(output).toContain('null')
    expect(await balanceOf(page)).toBe(before - 3)
  })

  it('hides a header that the gateway sent', async () => {
    await page.getByRole('tab', { name: 'Headers' }).click()
    const headers = await page.getByRole('tabpanel', { name: /Headers/ }).innerText()
    for (const name of [
      'X-Request-Id',
      'X-Credits-Used',
      'X-Credits-Remaining',
      'X-Engine',
      'X-Output-Hash',
    ]) {
      expect(headers).toContain(name)
    }
    expect(await page.getByTestId('result-header').innerText()).toMatch(/200 OK[\s\S]*real 0\.99/)
  })

  it('shows a stream without its events, or charges it without a result', async () => {
    const before = await balanceOf(page)
    await page.getByRole('button', { name: 'Stream' }).click()
    await page.getByRole('button', { name: /^Run/ }).click()
    await page.getByText('Hash verified').waitFor()
    const events = await page.getByRole('tabpanel', { name: /Events/ }).innerText()
    for (const name of ['start', 'progress', 'result', 'done']) expect(events).toContain(name)
    expect(await balanceOf(page)).toBe(before - 3)
    await page.getByRole('button', { name: 'Stream' }).click()
  })

  it('charges a dry run, or hides what is wrong with an input', async () => {
    const before = await balanceOf(page)
    await page.getByRole('button', { name: 'Dry run' }).click()
    await page.getByText('Nothing was run, nothing was charged').waitFor()
    await sendEmptyInput(page)
    expect(await page.getByText('1 field to fix').count()).toBe(1)
    expect(await balanceOf(page)).toBe(before)
  })

  it.each(['light', 'dark'])('has barriers that axe finds in the %s theme', async (theme) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await useTheme(page, theme)
    await sendEmptyInput(page)
    expect(await axeViolations(page)).toEqual([])
    await page.screenshot({ path: join(SCREENSHOTS, `invalid-${theme}.png`) })

    await page.getByRole('button', { name: firstExample, exact: true }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Hash verified').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.screenshot({ path: join(SCREENSHOTS, `result-${theme}.png`) })

    await page.setViewportSize({ width: 320, height: 640 })
    expect(await axeViolations(page)).toEqual([])
    // The page rearranges itself with the next frames, which a busy machine draws late.
    await expect.poll(() => widestElements(page), { timeout: 15_000 }).toEqual([])
    await page.screenshot({ path: join(SCREENSHOTS, `narrow-${theme}.png`) })
  })

  it('asks anything of another place than its gateway', () => {
    expect(watch.requests.length).toBeGreaterThan(10)
    expect(watch.requests.filter((url) => !url.startsWith(`${gateway.url}/`))).toEqual([])
  })

  it('breaks its own content security policy, or is served without one', async () => {
    expect(await violationsOf(page)).toEqual([])
    expect(watch.errors).toEqual([])
    // The counter itself is checked last: a style attribute is what the policy forbids.
    await page.evaluate(() => document.body.setAttribute('style', 'color: red'))
    await expect.poll(() => violationsOf(page)).toEqual(['style-src-attr'])
  })
})

function watchPage(page: Page): Watch {
  const watch: Watch = { requests: [], errors: [] }
  page.on('request', (request) => watch.requests.push(request.url()))
  page.on('pageerror', (error) => watch.errors.push(error.message))
  page.on('console', (message) => {
    // A browser reports every answer that is no success; the refused input above is one.
    const refused = message.text().includes('status of 400')
    if (message.type() === 'error' && !refused) watch.errors.push(message.text())
  })
  return watch
}

async function balanceOf(page: Page): Promise<number> {
  return Number((await page.getByTestId('balance').innerText()).replaceAll(/\D/g, ''))
}

async function sendEmptyInput(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'JSON' }).click()
  await page.getByLabel('Input as JSON').fill('{}')
  await page.getByRole('tab', { name: 'Form' }).click()
  await page.keyboard.press('Control+Enter')
  await page.getByText('400 validation_error').waitFor()
}

async function useTheme(page: Page, theme: string): Promise<void> {
  if ((await page.locator('html').getAttribute('data-theme')) !== theme)
    await page.keyboard.press('Control+Shift+L')
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
}

async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async (tags) => {
    interface Axe {
      run(
        root: Document,
        options: object,
      ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
    }
    const { axe } = globalThis as unknown as { axe: Axe } // Put there by the script above.
    const { violations } = await axe.run(document, { runOnly: tags })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, AXE_TAGS)
}

function violationsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations) // Set up in beforeAll.
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
