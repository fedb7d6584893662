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

/** Chooses the tool of a step in its list. */
async function chooseTool(page: BrowserPage['page'], step: number, words: string): Promise<void> {
  await page.getByRole('button', { name: `Tool of step ${step}` }).click()
  await page.getByRole('combobox', { name: `Tool of step ${step}` }).fill(words)
  await page.keyboard.press('Enter')
}

describe.skipIf(launch === null)(`recipes in a browser ${reason}`, () => {
  let browser: BrowserPage

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, '/sources')
  })
  afterAll(async () => {
    expect(browser.errors).toEqual([])
    await browser.close()
  })

  it('are made by hand, tried, saved, edited, and removed with a way back', async () => {
    const { page } = browser
    await page.getByRole('button', { name: 'Recipes' }).first().click()
    await page.getByText('No recipe yet.').waitFor()
    await expectFineInBothThemes(page, 'recipes-none')
    await page.getByRole('button', { name: 'New recipe' }).click()
    await page.getByLabel('Name', { exact: true }).fill('digest')
    await page.getByLabel('Title').fill('Digest')
    await page.getByRole('button', { name: 'Save as tool' }).click()
    await page.getByRole('alert').filter({ hasText: /tool/ }).waitFor()
    await chooseTool(page, 1, 'slugify')
    await page.getByText('text of what the recipe takes').waitFor()
    await page.getByRole('button', { name: 'Add a step' }).click()
    await chooseTool(page, 2, 'sha-256')
    await page.getByText('slug of step 1').waitFor()
    await page.getByLabel('Fields of step 2, as JSON').fill('{"text":')
    await page.getByRole('button', { name: 'Save as tool' }).click()
    await page.getByText('The fields of step step2 must be JSON.').waitFor()
    await page.getByLabel('Fields of step 2, as JSON').fill('{"text": {"$from": "/frist/slug"}}')
    await page.getByText('no step is called frist').waitFor()
    await page.getByLabel('Fields of step 2, as JSON').fill('{"text": {"$from": "/first/slug"}}')
    await page.getByLabel('Gives, as JSON').fill('{"digest": {"$from": "/step2/hash"}}')
    await page.getByLabel('Input of the test run, as JSON').fill('{"text": "Ab Cd"}')
    // Another tool leaves fields alone that were written by hand.
    await chooseTool(page, 2, 'sha-512')
    await page.getByRole('button', { name: /^Tool of step 2: SHA-512/ }).waitFor()
    expect(await page.getByLabel('Fields of step 2, as JSON').inputValue()).toContain('"/first/slug"}}')
    await chooseTool(page, 2, 'sha-256')
    await page.getByRole('button', { name: /^Tool of step 2: SHA-256/ }).waitFor()
    await page.getByRole('button', { name: 'Test run' }).click()
    await page.getByText('All steps ended, 2 credits charged').waitFor()
    await expectFineInBothThemes(page, 'recipes-form')
    await expectFineWhenNarrow(page, 'recipes-form')
    await page.getByRole('button', { name: 'Save as tool' }).click()
    await page.getByText('recipe__digest', { exact: true }).waitFor()
    await expectFineInBothThemes(page, 'recipes')
    await expectFineWhenNarrow(page, 'recipes')
    await expectFineWhenZoomed(page, 'recipes')

    await page.getByRole('button', { name: 'Edit recipe__digest' }).click()
    await page.getByLabel('Title').fill('Digest of a title')
    await page.getByRole('button', { name: 'Save as tool' }).click()
    await page.getByText('Digest of a title').waitFor()
    await page.getByRole('button', { name: 'Remove recipe__digest' }).click()
    await page.getByText('No recipe yet.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Digest of a title').waitFor()
  })

  it('are made of calls of which each has sent its output to the next', async () => {
    const { page, gateway } = browser
    await page.goto(`${gateway.url}/?#/tools/text-slugify?text=Ab%20Cd%20Ef`)
    await page.getByRole('button', { name: /^Run/ }).click()
    const menu = page.getByRole('button', { name: 'Send the output to another tool' })
    await menu.click()
    await page.getByRole('combobox', { name: 'Tools for this output' }).fill('sha256')
    await page.keyboard.press('Enter')
    await page.getByText('opened with the output of').waitFor()
    await page.getByRole('button', { name: /^Run/ }).click()
    await page.getByText('Hash verified').first().waitFor()
    await menu.click()
    await expectFineInBothThemes(page, 'recipes-chain')
    await page.getByRole('button', { name: 'A recipe of these 2 calls' }).click()
    await page.getByLabel('Fields of step 2, as JSON').waitFor()
    expect(await page.getByLabel('Fields of step 2, as JSON').inputValue()).toContain('"/slugify/slug"')
  })

  it('are made of calls in Activity', async () => {
    const { page, gateway } = browser
    await page.goto(`${gateway.url}/?#/activity`)
    await page
      .getByRole('row', { name: /recipe__digest/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Save as recipe' }).click()
    await page.getByRole('button', { name: 'Make a recipe of 1 call' }).waitFor()
    await expectFineInBothThemes(page, 'recipes-calls')
    await page.getByRole('button', { name: 'Make a recipe of 1 call' }).click()
    await page.getByRole('button', { name: 'Tool of step 1: Digest of a title' }).waitFor()
  })
})
