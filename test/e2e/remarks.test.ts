import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  expectFineWhenZoomed,
  openBrowserPage,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const INPUT = { csv: 'id,name\n1,Ada\n2\n' }

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`the remarks of an answer in a browser ${reason}`, () => {
  let open: BrowserPage
  beforeAll(async () => {
    const input = encodeURIComponent(JSON.stringify(INPUT))
    open = await openBrowserPage(launch ?? {}, `/tools/text-csv-to-json?input=${input}`)
  })
  afterAll(() => open?.close())

  // Catches: rows that are copied and sent on by somebody who never saw that one of them was short.
  it('stand beside the value that is shown, copied and sent alone', async () => {
    const { page } = open
    await page.getByText('Input is valid').waitFor()
    await page.keyboard.press('Control+Enter')
    const remarks = page.getByRole('region', { name: 'Remarks' })
    await remarks.getByText(/^warnings: /).waitFor()
    expect(await page.getByTestId('output').first().innerText()).not.toContain('warnings')
    await page.getByTestId('tool-list').focus()
    await page.keyboard.press('Control+.')
    await page.getByText('Output copied without its 1 remark').waitFor()
    await expectFineInBothThemes(page, 'tool-remarks')
    await expectFineWhenNarrow(page, 'tool-remarks')
    await expectFineWhenZoomed(page, 'tool-remarks')
  })

  // Catches: a green 200 above an answer that was changed on the way.
  it('say before all else that the answer does not match its hash', async () => {
    const { page } = open
    await page.route('**/v1/text-csv-to-json', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replace('"Ada"', '"Eve"') })
    })
    await page.keyboard.press('Control+Enter')
    await page.getByRole('alert').getByText('This answer is not what its hash was made of').waitFor()
    const head = page.getByTestId('result-header')
    expect(await head.innerText()).toContain('Hash differs')
    expect(await head.innerText()).not.toContain('200 OK')
    await expectFineInBothThemes(page, 'tool-hash-differs')
  })
})
