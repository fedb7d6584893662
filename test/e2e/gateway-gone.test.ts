import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  AXE_TAGS,
  type BrowserPage,
  expectFineWhenZoomed,
  openBrowserPage,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { ROOT } from '../support/sources/source-files.ts'

const SCRIPTS = join(ROOT, 'out/renderer/assets')

/** The script that holds a component. The build decides which share one, and names them. */
function scriptOf(component: string): string {
  const holds = (name: string) =>
    readFileSync(join(SCRIPTS, name), 'utf8').includes(`__name:"${component}"`)
  const found = readdirSync(SCRIPTS).find((name) => name.endsWith('.js') && holds(name))
  if (found === undefined) throw new Error(`No script of the page holds ${component}.`)
  return found
}

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the page whose gateway has gone ${reason}`, () => {
  let open: BrowserPage
  let page: Page
  afterEach(() => open?.close())

  const cut = () => page.route('**/*', (route) => route.abort('connectionrefused'))
  // Fetched is not yet read: each file is awaited with all that it imports.
  // As text, because the tests' own loader rewrites an import that it sees.
  const readAll = () =>
    page.evaluate(`Promise.all(performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js')).map(({ name }) => import(name)))
    .then((files) => files.length)`)
  const allLoaded = async (components: readonly string[]) => {
    for (const name of components) {
      const script = scriptOf(name)
      const loaded = () => open.requests.some((url) => url.endsWith(`/${script}`))
      await expect.poll(loaded, { timeout: 60_000, message: name }).toBe(true)
    }
  }
  const railTo = (label: string) => page.getByRole('navigation').getByText(label, { exact: true }).click()

  // Catches: a rail of dead clicks, and a Verify that needs no gateway and yet does not open.
  it('opens places that were never visited, and verifies there', async () => {
    open = await openBrowserPage(launch ?? {}, '/tools')
    page = open.page
    await page.getByRole('option').first().waitFor()
    await allLoaded([
      'BatchPage',
      'ActivityPage',
      'MemoryPage',
      'BalancePage',
      'SettingsPage',
      'VerifyPage',
    ])
    await readAll()
    await cut()
    for (const label of ['Batch', 'Activity', 'Memory', 'Balance', 'Settings', 'Verify']) {
      await railTo(label)
      await expect.poll(() => page.url(), { timeout: 60_000 }).toContain(`#/${label.toLowerCase()}`)
      expect(
        await page
          .getByRole('heading', {
            name: `${label} could not be loaded`,
            exact: true,
          })
          .count(),
      ).toBe(0)
    }
    const data = '{"hash":"ok"}'
    const output_hash = createHash('sha256').update(data).digest('hex')
    const answer = JSON.stringify({
      ok: true,
      data: JSON.parse(data),
      meta: { api: 'x', output_hash },
    })
    await page.getByRole('button', { name: /Paste/ }).first().click()
    await page.getByRole('dialog').getByRole('textbox').fill(answer)
    await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click()
    await page.getByText(output_hash.slice(0, 8)).first().waitFor()
    expect(open.errors).toEqual([])
  })

  // Catches: a dialog that was never opened before, and then does not open and says nothing.
  it('opens the table and the list of shortcuts that were never opened', async () => {
    open = await openBrowserPage(launch ?? {}, '/tools')
    page = open.page
    await page.getByRole('option').first().waitFor()
    await allLoaded(['HelpSheet', 'CommandPalette', 'EnrichPage', 'ImportDialog', 'KeyRules'])
    await readAll()
    await cut()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.evaluate(() => (location.hash = '#/batch/table'))
    await page.getByRole('heading', { name: 'Add columns to your table' }).waitFor()
    expect(open.errors).toEqual([])
  })

  it('says that a dialog could not be loaded, keeps the page as it is, and opens it later', async () => {
    open = await openBrowserPage(launch ?? {}, '/tools')
    page = open.page
    await page.route(`**/${scriptOf('HelpSheet')}`, (route) => route.abort('connectionrefused'))
    await page.reload()
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('?')
    const notice = page.getByText('Part of the page could not be loaded')
    await notice.waitFor()
    await expectFineWhenZoomed(page, 'part-missing', AXE_TAGS)
    await cut()
    // Others fail too. Only after this one does the page not load again by itself.
    const refused = page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname === '/')
    await page.getByRole('button', { name: 'Try again' }).click()
    await refused
    expect(await notice.isVisible()).toBe(true)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await notice.waitFor({ state: 'detached' })
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  })

  it('says that a place could not be loaded, and opens it when the gateway is back', async () => {
    open = await openBrowserPage(launch ?? {}, '/tools')
    page = open.page
    const script = `**/${scriptOf('BatchPage')}`
    await page.route(script, (route) => route.abort('connectionrefused'))
    await page.reload()
    await page.getByRole('option').first().waitFor()
    await railTo('Batch')
    await page.getByRole('heading', { name: 'Batch could not be loaded' }).waitFor()
    await expectFineWhenZoomed(page, 'place-missing', AXE_TAGS)
    await railTo('Verify')
    await page.getByRole('heading', { name: 'Verify', exact: true }).waitFor()
    await railTo('Batch')
    await page.unroute(script)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Paste rows').first().waitFor()
    expect(page.url()).toContain('#/batch')
  })
})
