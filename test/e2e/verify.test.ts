import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  openBrowserPage,
  policyViolations,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { postJson } from '../support/network/post-json.ts'

const { launch, reason } = await findChromium()

interface Saved {
  readonly request: object
  readonly response: { data: Record<string, unknown>; meta: { output_hash: string } }
}

describe.skipIf(launch === null)(`the Verify place in a browser ${reason}`, () => {
  let browser: BrowserPage
  let page: Page
  const saved: Saved[] = []

  beforeAll(async () => {
    browser = await openBrowserPage(launch ?? {}, '/verify')
    page = browser.page
    await page.getByRole('heading', { name: 'Paste a response, or drop a file' }).waitFor()
    for (let i = 0; i < 7; i++) await call('crypto-hash-sha256', { text: `release-4.${i}` })
    await call('memory-get', { key: 'nothing' })
  })

  afterAll(() => browser?.close())

  async function post(path: string, body: object): Promise<Record<string, unknown>> {
    const response = await postJson(browser.gateway.url + path, browser.gateway.ownerKey, body)
    return (await response.json()) as Record<string, unknown>
  }

  async function call(slug: string, input: object): Promise<void> {
    const request = { ...input, receipt: true }
    // The shape of an envelope, which the page is to look into.
    const response = (await post(`/v1/${slug}`, request)) as unknown as Saved['response']
    saved.push({ request, response })
  }

  async function balance(): Promise<unknown> {
    const headers = { authorization: `Bearer ${browser.gateway.ownerKey}` }
    const response = await fetch(`${browser.gateway.url}/v1/credits/balance`, { headers })
    return ((await response.json()) as { balance: unknown }).balance
  }

  const open = (answers: readonly unknown[], name = 'nightly-2026-11-19.ndjson') =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name,
        mimeType: 'application/x-ndjson',
        buffer: Buffer.from(answers.map((answer) => JSON.stringify(answer)).join('\n')),
      })
  const root = () => page.getByTestId('merkle-root').innerText()
  const hashesOf = (answers: readonly Saved[]) => answers.map(({ response }) => response.meta.output_hash)

  it('is accessible before the first answer', async () => {
    await expectFineInBothThemes(page, 'verify-empty')
  })

  it('verifies good answers, builds the same tree as the gateway, and charges nothing', async () => {
    const before = await balance()
    await open(saved)
    await page.getByText('8 of 8 hashes match').waitFor()
    await page.getByText('7 were run again here and gave the same bytes.').waitFor()
    await page.getByText('8 have a valid signature.').waitFor()
    await page.getByText('7 of them refer to the one before.').first().waitFor()
    await page.getByTestId('merkle-root').waitFor()
    expect(await root()).toBe((await post('/v1/proof/merkle', { hashes: hashesOf(saved) }))['root'])
    expect(await page.getByRole('button', { name: /, hash [0-9a-f]{64}$/ }).count()).toBe(15)
    await expectFineInBothThemes(page, 'verify-tree')
    expect(await balance()).toBe(before)
  })

  // Catches: a tree that is drawn wider than its pane, though it has room to be narrower, and loses its leaves there.
  it('draws a tree as wide as its pane', async () => {
    const tree = page.getByRole('region', { name: 'Merkle tree' })
    for (const [width, height] of [
      [1280, 800],
      [1024, 768],
      [500, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect
        .poll(() => tree.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), {
          message: `${width} x ${height}`,
        })
        .toBe(0)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('can be browsed with the keyboard, and copies a proof that the gateway accepts', async () => {
    await page.getByRole('listbox', { name: 'Results' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('heading', { name: 'Proof for leaf 3' }).waitFor()
    await page.getByRole('button', { name: /^Root/ }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Proof for leaf 2' }).waitFor()
    await page.getByText('Reaches the root').waitFor()
    await page.getByRole('button', { name: 'Copy the proof' }).press('Enter')
    const proof = await page.evaluate(() => navigator.clipboard.readText())
    expect(await post('/v1/proof/verify', JSON.parse(proof) as object)).toMatchObject({
      valid: true,
      position_checked: true,
    })

    await page.getByRole('button', { name: 'Check a proof' }).press('Enter')
    await page.getByRole('dialog').getByLabel('Proof').fill(proof)
    await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click()
    await page.getByText('The hash is leaf 2 of 8 in the tree').waitFor()
    await expectFineInBothThemes(page, 'verify-proof')
    await page.getByRole('dialog').getByLabel('Proof').fill(proof.replace('"index": 1', '"index": 2'))
    await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click()
    await page.getByText('but from another position').waitFor()
    await page.keyboard.press('Escape')
  })

  it('finds an answer that was changed, and says what a check proves', async () => {
    const forged = structuredClone(saved.slice(0, 3))
    forged[1]!.response.data['hash'] = 'f'.repeat(64)
    await open(forged, 'forged.ndjson')
    await page.getByText('1 of 3 failed a check').waitFor()
    await page.getByRole('option').nth(1).click()
    await page.getByText('the answer was changed').waitFor()
    await page.getByText('Output hash', { exact: true }).click()
    await page.getByText('It does not show which code ran.').waitFor()
    await expectFineInBothThemes(page, 'verify-forged')
  })

  it('checks hashes and signatures without a network, and says what it could not check', async () => {
    await page.context().setOffline(true)
    await open(saved.slice(0, 2), 'offline.ndjson')
    await page.getByText('2 of 2 hashes match').waitFor()
    await page.getByText('2 have a valid signature.').waitFor()
    await page.getByText('It could not be run again: Toolgate is not responding.').first().waitFor()
    await expectFineInBothThemes(page, 'verify-offline')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('Computed again: the same.').waitFor()
  })

  it('takes the input from Activity, and computes the answer again for 0 credits', async () => {
    const before = await balance()
    await page.getByRole('button', { name: 'Paste a response' }).click()
    const { receipt: _receipt, ...bare } = saved[0]!.response as Saved['response'] & { receipt: unknown }
    await page.getByRole('dialog').getByLabel('Response').fill(JSON.stringify(bare))
    await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click()
    await page.getByText('The hash matches').waitFor()
    await page.getByText('Input from Activity').waitFor()
    await page.getByText('Computed again: the same.').waitFor()
    await expectFineInBothThemes(page, 'verify-single')
    expect(await balance()).toBe(before)
  })

  it('runs an answer again once its input is given, and shows what differs', async () => {
    await page.getByRole('button', { name: 'Paste a response' }).click()
    // Nothing in Activity has this output.
    const data = { ...saved[0]!.response.data, hash: 'e'.repeat(64) }
    const response = { data, meta: { api: 'crypto-hash-sha256' } }
    await page.getByRole('dialog').getByLabel('Response').fill(JSON.stringify(response))
    await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click()
    await page.getByLabel('Enter the input').fill('{"text": "release-4.0"}')
    await page.getByRole('button', { name: 'Check again' }).click()
    await page.getByText('Computed again: not the same.').waitFor()
    await page.getByRole('button', { name: 'Show what differs' }).click()
    await page.getByRole('region', { name: 'Differences' }).getByText('eeeeeeee').first().waitFor()
    await expectFineInBothThemes(page, 'verify-differs')
    await expectFineWhenNarrow(page, 'verify-differs')
  })

  it('draws few nodes and the right root for many hashes', async () => {
    const hashes = Array.from({ length: 1_000 }, (_, i) =>
      createHash('sha256').update(String(i)).digest('hex'),
    )
    await page.getByRole('button', { name: 'Paste a response' }).click()
    await page.getByRole('dialog').getByLabel('Response').fill(hashes.join('\n'))
    await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click()
    await page.getByText('1,000 leaves, 11 levels').waitFor()
    expect(await root()).toBe((await post('/v1/proof/merkle', { hashes }))['root'])
    expect(await page.getByRole('button', { name: /, hash [0-9a-f]{64}$/ }).count()).toBeLessThan(24)
    await expectFineInBothThemes(page, 'verify-large')
  })

  it('says why a text holds no answer', async () => {
    await page.getByRole('button', { name: 'Paste a response' }).click()
    await page.getByRole('dialog').getByLabel('Response').fill('{"a": 1,\n"b": }')
    await page.getByRole('dialog').getByRole('button', { name: 'Check' }).click()
    await page.getByText('Neither the file nor its line 1 is JSON').waitFor()
    await page.keyboard.press('Escape')
  })

  it('offers the results that the page itself has received', async () => {
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('link', { name: 'Batch' }).click()
    await page.getByRole('button', { name: 'Hash five texts' }).click()
    await page.getByRole('button', { name: /^Tool for every row/ }).click()
    await page.getByRole('combobox', { name: 'Tool for every row' }).fill('sha-256')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add 5 rows' }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByText('5 of 5').waitFor()
    await page.getByRole('link', { name: 'Tools' }).click()
    await page.getByLabel('Filter tools').fill('code-json-to-typescript')
    await page.getByRole('option').filter({ hasText: 'code-json-to-typescript' }).click()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Hash verified').waitFor()

    await page.getByRole('link', { name: 'Verify' }).click()
    await page.getByRole('button', { name: 'Check the last result' }).click()
    await page.getByText('The hash matches').waitFor()
    await page.getByText('Computed again: the same. code-json-to-typescript').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('button', { name: 'Check the 5 results of the batch' }).click()
    await page.getByText('5 of 5 gave the same result again').waitFor()
  })

  it('fits a narrow window', async () => {
    await open(saved)
    await page.getByText('8 of 8 hashes match').waitFor()
    await expectFineWhenNarrow(page, 'verify')
  })

  it('talks to its own gateway only, keeps its security policy and logs no error', async () => {
    expect(browser.requests.filter((url) => !/^(blob:)?http:\/\/127\.0\.0\.1:/.test(url))).toEqual([])
    expect(await policyViolations(page)).toEqual([])
    expect(browser.errors).toEqual([])
  })
})
