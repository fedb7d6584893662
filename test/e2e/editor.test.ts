import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  keepPicture,
  openBrowserPage,
  policyViolations,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the code editor in a browser ${reason}`, () => {
  let open: BrowserPage
  let page: Page
  const editor = () => page.locator('.cm-content[contenteditable=true]')
  const lines = () => page.locator('.code-editor .cm-line').allInnerTexts()
  const write = async (text: string) => {
    await editor().fill(text)
    await page.keyboard.press('Control+End')
  }

  beforeAll(async () => {
    open = await openBrowserPage(launch ?? {}, '/tools/code-json-to-typescript')
    page = open.page
    await page.getByRole('tab', { name: 'JSON' }).click()
    await editor().waitFor()
  })
  afterAll(() => open?.close())

  it('closes brackets, indents a new line between them, and undoes in steps', async () => {
    await write('')
    await page.keyboard.type('{')
    await page.keyboard.press('Enter')
    await page.keyboard.type('"json": [1')
    expect(await lines()).toEqual(['{', '  "json": [1]', '}'])
    await page.keyboard.press('Control+Z')
    expect((await lines()).join('\n')).not.toContain('[1]')
    await page.keyboard.press('Control+Y')
    expect(await lines()).toEqual(['{', '  "json": [1]', '}'])
  })

  it('folds what a bracket encloses by the gutter and by keys, and unfolds it', async () => {
    await write('{\n  "json": {\n    "id": 1\n  }\n}')
    await page.locator('.cm-foldGutter').getByText('⌄').nth(1).click()
    expect(await lines()).toEqual(['{', '  "json": {…}', '}'])
    await page.getByLabel('folded code').click()
    await expect.poll(lines).toHaveLength(5)
    await editor().focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+Shift+BracketLeft')
    expect(await lines()).toEqual(['{…}'])
    await page.keyboard.press('Control+Alt+BracketRight')
    await expect.poll(lines).toHaveLength(5)
  })

  it('finds a text, also in what is folded', async () => {
    await page.keyboard.press('Control+Alt+BracketLeft')
    expect(await lines()).toEqual(['{…}'])
    await page.keyboard.press('Control+F')
    await page.keyboard.type('"id"')
    await page.keyboard.press('Enter')
    await expect.poll(lines).toContain('    "id": 1')
    await keepPicture(page, 'editor-search')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  it('marks what is wrong, and says why at the mouse and with F8', async () => {
    await write('{"json": {"id": 1}, "root_name": 5}')
    const mark = page.locator('.cm-lintRange-warning')
    await mark.waitFor()
    expect(await mark.innerText()).toBe('5')
    await mark.hover()
    await page.getByText('This must be a string.').first().waitFor()
    await page.mouse.move(0, 0)
    await editor().focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('F8')
    await expect.poll(() => page.locator('.cm-finding').isVisible()).toBe(true)
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('5')
    await expectFineInBothThemes(page, 'editor-finding')
    await write('{"json": }')
    await page.locator('.cm-lintRange-error').waitFor()
    await page.locator('.cm-nonmatchingBracket').or(page.locator('.cm-matchingBracket')).first().waitFor()
  })

  it('leaves Tab, Ctrl+Enter and the browser history to the page', async () => {
    await write('{"json": {"id": 1}}')
    const address = page.url()
    await page.keyboard.press('Alt+ArrowLeft')
    expect(page.url()).toBe(address)
    await page.keyboard.press('Tab')
    expect(await editor().evaluate((element) => element === document.activeElement)).toBe(false)
    await editor().focus()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Hash verified').waitFor()
    expect(await lines()).toContain('{"json": {"id": 1}}')
    expect(open.errors, (await policyViolations(page)).join()).toEqual([])
  })
})
