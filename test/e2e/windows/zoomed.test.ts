import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  AXE_TAGS,
  type BrowserPage,
  expectFineWhenZoomed,
  openBrowserPage,
} from '../../support/browser/browser-page.ts'
import { findChromium } from '../../support/browser/chromium.ts'
import { postJson } from '../../support/network/post-json.ts'

const SECTIONS = [
  'providers',
  'server',
  'limits',
  'budget',
  'outbound',
  'activity',
  'data',
  'look',
  'about',
]
const PLACES = [
  'welcome',
  'quick',
  'tools/crypto-hash-sha256',
  'batch',
  'activity',
  'memory',
  'verify',
  'balance',
  ...SECTIONS.map((section) => `settings/${section}`),
]
/** Each dialog by its place and the button that opens it. */
const DIALOGS = [
  ['balance', 'Add credits'],
  ['balance', 'New key'],
  ['balance', 'Manage the key Owner'],
  ['batch', 'Paste rows'],
  ['memory', 'Add an entry'],
  ['verify', 'Check a proof'],
  ['verify', 'Paste a response'],
  ['settings/providers', 'Add a provider'],
] as const

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the page at 200 % zoom ${reason}`, () => {
  let open: BrowserPage
  let page: Page

  beforeAll(async () => {
    open = await openBrowserPage(launch ?? {}, '/tools')
    page = open.page
    // Already zoomed when a place opens, and not only from then on.
    await page.setViewportSize({ width: 720, height: 450 })
    await page.getByTestId('balance').waitFor()
  })
  afterAll(() => open?.close())

  // In the document that is there, unless a dialog covers it: loading the page again costs more than all the rest.
  async function visit(place: string): Promise<void> {
    if ((await page.getByRole('dialog').count()) > 0) await page.goto('about:blank')
    const address = `${open.gateway.url}/#/${place}`
    // The headings of the place before are there until this one has come, and would say that it has.
    const isElsewhere = page.url() !== address
    if (isElsewhere)
      await page.evaluate(() => {
        for (const heading of document.querySelectorAll('main :is(h1, h2, h3)'))
          heading.classList.add('left')
      })
    await page.goto(address)
    await page.locator('main :is(h1, h2, h3):not(.left)').first().waitFor()
  }

  // Catches: targets that come too close, names that go with what is hidden, and a second scrollbar.
  it.each(PLACES)('has no barrier in %s', async (place) => {
    await visit(place)
    await expectFineWhenZoomed(page, 'zoomed')
  })

  it.each(DIALOGS)('has no barrier in the dialog of %s: %s', async (place, button) => {
    await visit(place)
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').waitFor()
    await expectFineWhenZoomed(page, 'zoomed', AXE_TAGS)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('has no barrier in the dialogs that need a provider, a file or a call', async () => {
    await visit('settings/providers')
    await page.getByRole('button', { name: 'Add a provider' }).click()
    await page.getByLabel('Kind').selectOption('demo')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Manage' }).first().click()
    await page.getByRole('dialog').waitFor()
    await expectFineWhenZoomed(page, 'zoomed-provider', AXE_TAGS)

    await visit('settings/data')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export settings' }).click()
    const text = readFileSync(await (await file).path(), 'utf8')
    const other = text.replace('"call_seconds": 15', '"call_seconds": 20')
    const settings = { name: 'other.json', mimeType: 'application/json', buffer: Buffer.from(other) }
    await page.getByLabel('Choose a settings file').setInputFiles(settings)
    await page.getByRole('dialog').getByText('Time limit of a call, seconds').waitFor()
    await expectFineWhenZoomed(page, 'zoomed-import', AXE_TAGS)

    await visit('batch')
    const rows = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('id,body\n1,a\n2,b\n') }
    await page.locator('input[type=file]').first().setInputFiles(rows)
    await page.getByRole('dialog').getByText('2 rows').first().waitFor()
    await expectFineWhenZoomed(page, 'zoomed-match')

    await postJson(`${open.gateway.url}/v1/crypto-hash-sha256`, open.gateway.ownerKey, { text: 'a' })
    await visit('activity')
    await page.getByRole('button', { name: 'Clear activity' }).click()
    await page.getByRole('dialog').waitFor()
    await expectFineWhenZoomed(page, 'zoomed-delete')
  })

  it('has no barrier in the palette and in the help', async () => {
    await visit('balance')
    await page.keyboard.press('Control+K')
    await page.getByTestId('palette').waitFor()
    await page.keyboard.type('json')
    await expectFineWhenZoomed(page, 'zoomed')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+K')
    await page.keyboard.type('keyboard sh')
    await page.keyboard.press('Enter')
    await page.getByTestId('help').waitFor()
    await expectFineWhenZoomed(page, 'zoomed')
  })

  it('has no barrier beside a live result, a file and the card that asks to sign in', async () => {
    await visit('tools/crypto-hash-sha256')
    await page.getByTestId('live').getByRole('switch').click()
    await page.getByLabel('Choose a file for Text').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('a'),
    })
    await page.getByRole('button', { name: 'Remove the file notes.txt' }).waitFor()
    await expectFineWhenZoomed(page, 'zoomed', AXE_TAGS)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Hash verified').waitFor()
    await expectFineWhenZoomed(page, 'zoomed')
    await page.context().clearCookies()
    await page.goto('about:blank')
    await visit('tools/crypto-hash-sha256')
    await page.getByText('Sign in to run tools').waitFor({ state: 'attached' })
    await expectFineWhenZoomed(page, 'zoomed', AXE_TAGS)
    expect(open.errors).toEqual([])
  })
})
