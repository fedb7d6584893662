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
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Digest')
    await page.getByRole('button', { name: 'Save as tool' }).click()
    await page.getByRole('alert').filter({ hasText: 'Choose the tool of step 1.' }).waitFor()
    await chooseTool(page, 1, 'slugify')
    const comesFrom = (of: string) => page.getByLabel(`Where ${of} comes from`)
    const chosenFor = async (of: string) => await comesFrom(of).locator('option:checked').innerText()
    expect(await chosenFor('text of step 1')).toBe('text of what the recipe takes')
    await page.getByLabel('Add a field to step 1').selectOption('max_length')
    await page.getByLabel('Value of max_length of step 1').fill('four')
    await page.getByText('Enter a number.').waitFor()
    await page.getByLabel('Value of max_length of step 1').fill('4')
    await page.getByRole('button', { name: 'Step', exact: true }).click()
    await chooseTool(page, 2, 'sha-256')
    expect(await chosenFor('text of step 2')).toBe('slug of step 1')
    await comesFrom('text of step 2').selectOption('another place…')
    await page.getByLabel('Pointer of text of step 2').fill('/frist/slug')
    await page.getByText('no step is called frist').waitFor()
    await page.getByLabel('Pointer of text of step 2').fill('/step1/dropped/0')
    await comesFrom('text of step 2').selectOption('/step1/slug')
    // What was called otherwise is still found.
    await page.getByLabel('Id of step 1').fill('made')
    await page.getByLabel('Name of input 1').fill('title')
    // What the recipe gives follows the last step, until it is changed.
    expect(await comesFrom('result').inputValue()).toBe('/step2/hash')
    await page.getByLabel('Name of value 1').fill('digest')
    await comesFrom('digest').selectOption('/step2/hash')
    expect(await comesFrom('text of step 2').inputValue()).toBe('/made/slug')
    expect(await comesFrom('text of step 1').inputValue()).toBe('/input/title')
    // Another tool keeps the fields that it has, too.
    await comesFrom('text of step 2').selectOption('/made')
    await chooseTool(page, 2, 'sha-512')
    await page.getByRole('button', { name: /^Tool of step 2: SHA-512/ }).waitFor()
    expect(await comesFrom('text of step 2').inputValue()).toBe('/made')
    await comesFrom('text of step 2').selectOption('/made/slug')
    await page.getByRole('button', { name: 'Take out step 2' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: /^Tool of step 2: SHA-512/ }).waitFor()
    await page.getByText('Its answers can be computed again').waitFor()
    const trial = page.getByRole('form', { name: 'Test run' })
    await trial.getByRole('textbox').fill('Ab Cd')
    await trial.getByRole('button', { name: 'Test run' }).click()
    await page.getByText('All steps ended, 2 credits charged').waitFor()
    await expectFineInBothThemes(page, 'recipes-form')
    await expectFineWhenNarrow(page, 'recipes-form')
    await expectFineWhenZoomed(page, 'recipes-form')
    await page.getByRole('button', { name: 'JSON' }).click()
    const json = page.getByLabel('The recipe, as JSON')
    expect(await json.inputValue()).toContain('"max_length": 4')
    await json.fill((await json.inputValue()).replace('"max_length": 4', '"max_length": 5'))
    await page.getByRole('button', { name: 'JSON' }).click()
    expect(await page.getByLabel('Value of max_length of step 1').inputValue()).toBe('5')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Save as tool' }).click()
    await page.getByText('recipe__digest', { exact: true }).waitFor()
    await expectFineInBothThemes(page, 'recipes')
    await expectFineWhenNarrow(page, 'recipes')
    await expectFineWhenZoomed(page, 'recipes')

    await page.getByRole('button', { name: 'Edit recipe__digest' }).click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Digest of a title')
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
    await page.getByText('/slugify/slug', { exact: true }).waitFor()
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
