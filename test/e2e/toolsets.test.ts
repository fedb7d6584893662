import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  expectFineWhenZoomed,
  openBrowserPage,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`saved toolsets in a browser ${reason}`, () => {
  let browser: BrowserPage

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, '/settings/toolsets')
  })
  afterAll(async () => {
    expect(browser.errors).toEqual([])
    await browser.close()
  })

  it('are made and edited in the settings, and a new key is bound to one', async () => {
    const { page, gateway } = browser
    await page.getByRole('button', { name: 'New toolset' }).click()
    await page.getByLabel('Name').fill('desk')
    await page.getByLabel('Add a tool').fill('text-diff')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('text-diff', { exact: true }).click()
    await page.getByLabel('Fixed fields, as JSON').fill('{"by":')
    await page.getByRole('button', { name: 'Save toolset' }).click()
    await page.getByText('must be JSON objects').waitFor()
    await page.getByLabel('Fixed fields, as JSON').fill('{"colour": 1}')
    await page.getByRole('button', { name: 'Save toolset' }).click()
    await page.getByText('text-diff has no field "colour"').waitFor()
    await page.getByLabel('Fixed fields, as JSON').fill('{"by": "word"}')
    await expectFineInBothThemes(page, 'settings-toolset-form')
    await expectFineWhenNarrow(page, 'settings-toolset-form')
    await page.getByRole('button', { name: 'Save toolset' }).click()
    await page.getByText('1 tool', { exact: true }).waitFor()
    await expectFineInBothThemes(page, 'settings-toolsets')
    await expectFineWhenNarrow(page, 'settings-toolsets')
    await expectFineWhenZoomed(page, 'settings-toolsets')
    await page.getByRole('button', { name: 'Edit desk' }).click()
    await page.getByText('with presets', { exact: true }).click()
    expect(await page.getByLabel('Fixed fields, as JSON').inputValue()).toBe('{"by":"word"}')
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.goto(`${gateway.url}/?#/balance`)
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('desk client')
    await page.getByText('Toolset', { exact: true }).click()
    await page.getByLabel('Saved toolset').selectOption('desk')
    await expectFineInBothThemes(page, 'new-key-toolset')
    await expectFineWhenNarrow(page, 'new-key-toolset')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByTestId('new-key').innerText()
    const listed = await fetch(`${gateway.url}/v1/tools`, { headers: { authorization: `Bearer ${key}` } })
    // The list of tools has slugs.
    const { tools } = (await listed.json()) as { tools: readonly { slug: string }[] }
    expect(tools.map(({ slug }) => slug)).toEqual(['text-diff'])
    await page.getByRole('button', { name: 'Done' }).click()

    await page.goto(`${gateway.url}/?#/tools`)
    const shown = page.getByTestId('tool-list').getByRole('option')
    await page.getByRole('button', { name: 'Toolset', exact: true }).click()
    await expect.poll(() => shown.count()).toBe(1)
    expect(await shown.innerText()).toContain('text-diff')
    await expectFineInBothThemes(page, 'tools-of-toolset')
  })
})
