import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  axeViolations,
  type BrowserPage,
  openBrowserPage,
  smallRules,
} from '../../support/browser/browser-page.ts'
import { findChromium } from '../../support/browser/chromium.ts'
import { postJson } from '../../support/network/post-json.ts'

/** A window of 1440 x 900 at 200 %, and at 400 %. */
const ZOOMS = [
  { width: 720, height: 450 },
  { width: 360, height: 225 },
] as const
const PLACES = ['tools', 'batch', 'sources', 'activity', 'memory', 'verify', 'balance', 'settings/limits']
const HASH = 'crypto-hash-sha256'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the page at 200 and 400 % zoom ${reason}`, () => {
  let open: BrowserPage
  let page: Page

  beforeAll(async () => {
    open = await openBrowserPage(launch ?? {}, '/tools')
    page = open.page
    await page.setViewportSize(ZOOMS[0])
    await page.getByTestId('balance').waitFor()
  })
  afterAll(() => open?.close())

  async function visit(place: string): Promise<void> {
    await page.goto(`${open.gateway.url}/#/${place}`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
  }

  /** At both zooms: every control can be scrolled to and hit, the document stays where it is, and axe finds nothing. */
  async function expectAllInReach(what: string): Promise<void> {
    for (const zoom of ZOOMS) {
      await page.setViewportSize(zoom)
      await expect.poll(() => outOfReach(page), { message: `${what} ${zoom.width}` }).toEqual([])
      expect(await axeViolations(page, smallRules()), `${what} ${zoom.width}`).toEqual([])
    }
  }

  it.each(PLACES)('has every control of %s in reach', async (place) => {
    await visit(place)
    await expectAllInReach(place)
  })

  // Catches: a form 10 px high above a footer that stays, and an answer behind its own tabs.
  it('has room for the form of a tool and for its answer', async () => {
    await visit(`tools/${HASH}`)
    await expectAllInReach('a form')
    await page.setViewportSize(ZOOMS[0])
    await page.keyboard.press('Control+Enter')
    await page.getByText('Hash verified').waitFor()
    await expectAllInReach('a result')
  })

  it('has an open call, and the session of an agent, in reach', async () => {
    await postJson(`${open.gateway.url}/v1/${HASH}`, open.gateway.ownerKey, {
      text: 'a',
      session_id: 's-1',
    })
    await page.setViewportSize({ width: 1280, height: 800 })
    await visit('activity')
    await page.getByRole('row', { name: HASH }).first().click()
    await page.getByTestId('call-pane').getByRole('button', { name: 'Run again' }).waitFor()
    await expectAllInReach('an open call')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByText('Agents', { exact: true }).click()
    await page.getByRole('button', { name: /^s-1/ }).click()
    await page.getByRole('list', { name: 'Calls of the session' }).getByRole('listitem').first().waitFor()
    await expectAllInReach('a session')
  })

  it('has a dialog of a source in reach, also on a telephone', async () => {
    await visit('sources')
    await page.getByRole('button', { name: 'Add a source' }).click()
    await page.getByRole('dialog').waitFor()
    for (const size of [{ width: 320, height: 640 }, ...ZOOMS]) {
      await page.setViewportSize(size)
      await expect.poll(() => outOfReach(page), { message: `${size.width}` }).toEqual([])
    }
    await page.keyboard.press('Escape')
  })

  // Catches: the rail pushed out of the window by the note, and a Retry below the edge of its place.
  it.each(['activity', 'memory', 'settings/limits'])(
    'has %s in reach with the gateway gone',
    async (place) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.route('**/*', (route) => route.abort())
      await page.evaluate((to) => (location.hash = `#/${to}`), 'verify')
      await page.evaluate((to) => (location.hash = `#/${to}`), place)
      await page.getByText('Toolgate is not responding.').waitFor()
      await expectAllInReach(`${place} alone`)
      await page.unrouteAll()
    },
  )
})

/** The controls that no scrolling brings to where a click hits them, and by how much the document itself scrolls. */
function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const missed: string[] = []
    const { scrollWidth, scrollHeight } = document.documentElement
    if (scrollWidth > innerWidth || scrollHeight > innerHeight)
      missed.push(`the document, ${scrollWidth} x ${scrollHeight}`)
    const within = document.querySelector('[role=dialog]') ?? document
    for (const control of within.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea',
    )) {
      if (
        control.closest('.sr-only, [aria-hidden=true]') ||
        !control.checkVisibility({ visibilityProperty: true })
      )
        continue
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { x, y, width, height } = control.getBoundingClientRect()
      if (width < 2 || height < 2) continue
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      const label = control.closest('label')
      if (!hit || !(control.contains(hit) || hit.contains(control) || label?.contains(hit)))
        missed.push(`${control.tagName} ${control.ariaLabel ?? control.textContent.trim()}`)
    }
    return missed
  })
}
