import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUTES } from '../../src-main/gateway/routes/index.ts'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  openBrowserPage,
  policyViolations,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'

const KEY = 'sk-planted-0123456789abcdefQx4A'
const { launch, reason } = await findChromium()
const isServed = ROUTES.some(({ path }) => path === '/app/providers')

describe.skipIf(launch === null || !isServed)(`the providers in a browser ${reason}`, () => {
  let browser: BrowserPage
  let page: Page
  const rows = () => page.getByRole('list', { name: 'Providers' }).getByRole('listitem')

  beforeAll(async () => {
    // Hours before midnight, when the budgets of a day begin again.
    const noon = Date.UTC(2026, 0, 1, 12)
    browser = await openBrowserPage(launch ?? {}, '/settings/providers', {
      now: () => noon + Math.round(performance.now()),
    })
    page = browser.page
    await page.getByText('No providers yet.').waitFor()
  })

  afterAll(() => browser?.close())

  it('are accessible before the first one', async () => {
    await expectFineInBothThemes(page, 'settings-no-provider')
  })

  it('take one in and test it', async () => {
    await page.getByRole('button', { name: 'Add a provider' }).click()
    await page.getByLabel('Kind').selectOption('demo')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await rows().first().waitFor()
    await rows().first().getByRole('button', { name: 'Test' }).click()
    await rows()
      .first()
      .getByText(/\d models?, \d+ ms/)
      .waitFor()
  })

  it('are opened to keys that the owner did not make by two switches, with the keyboard too', async () => {
    const ask = async (): Promise<number> => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${browser.gateway.demoKey}`,
      }
      const { url } = browser.gateway
      return (await fetch(`${url}/v1/dry-run/llm-summarize`, { method: 'POST', headers, body: '{}' }))
        .status
    }
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${browser.gateway.ownerKey}`,
    }
    const provider = JSON.stringify({ kind: 'ollama', model: 'm' })
    await fetch(`${browser.gateway.url}/app/providers`, { method: 'POST', headers, body: provider })
    const demo = await fetch(`${browser.gateway.url}/app/providers`, { headers })
    const { providers } = (await demo.json()) as { providers: { id: string; kind: string }[] } // Its shape.
    for (const { id, kind } of providers)
      if (kind === 'demo')
        await fetch(`${browser.gateway.url}/app/providers/${id}`, {
          method: 'PATCH',
          headers,
          body: JSON.stringify({ enabled: false }),
        })
    expect(await ask()).toBe(403)
    const local = page.getByRole('switch', { name: 'They may use local models' })
    expect(await local.getAttribute('aria-checked')).toBe('false')
    await local.focus()
    await page.keyboard.press('Space')
    await expect.poll(() => local.getAttribute('aria-checked')).toBe('true')
    expect(await ask()).toBe(200)
    await local.click()
    await expect.poll(() => local.getAttribute('aria-checked')).toBe('false')
    expect(await ask()).toBe(403)
    await page.getByText('Ollama, LM Studio. Their questions use this computer.').waitFor()
    for (const { id, kind } of providers)
      await fetch(`${browser.gateway.url}/app/providers/${id}`, {
        headers,
        ...(kind === 'demo'
          ? { method: 'PATCH', body: JSON.stringify({ enabled: true }) }
          : { method: 'DELETE' }),
      })
    await page.reload()
    await rows().first().waitFor()
  })

  it('are asked no more than the budget of a key, and the page says when it runs again', async () => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${browser.gateway.ownerKey}`,
    }
    const post = (path: string, body: object): Promise<Response> =>
      fetch(browser.gateway.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    await post('/v1/enterprise/model-budgets', { key: browser.gateway.ownerKey, questions: 1 })
    expect((await post('/v1/llm-summarize', { text: 'A text.' })).status).toBe(200)
    await page.goto(`${browser.gateway.url}/#/tools/llm-summarize`)
    await page.getByRole('tab', { name: 'JSON' }).click()
    await page.getByLabel('Input as JSON').fill('{"text": "Another text."}')
    await page.keyboard.press('Control+Enter')
    await page.getByText('has used 1 of its 1 questions to language models').waitFor()
    await page.getByRole('button', { name: 'Run again at' }).waitFor()
    await expectFineInBothThemes(page, 'tool-over-budget')
    await post('/v1/enterprise/model-budgets', { key: browser.gateway.ownerKey, questions: null })
    await page.goto(`${browser.gateway.url}/#/settings/providers`)
    await rows().first().waitFor()
  })

  it('show the end of a saved key and never the whole', async () => {
    await page.getByRole('button', { name: 'Add a provider' }).click()
    await page.getByLabel('Kind').selectOption('anthropic')
    await page.getByLabel('API key').fill(KEY)
    await expectFineInBothThemes(page, 'settings-provider')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await rows().nth(1).getByText('Qx4A').waitFor()
    expect(await page.content()).not.toContain(KEY)
    await expectFineInBothThemes(page, 'settings-providers')
  })

  it('keep the order that the owner gave them', async () => {
    await rows().nth(1).getByRole('button', { name: /up$/ }).click()
    await expect.poll(() => rows().first().innerText()).toContain('Qx4A')
    await page.reload()
    await expect.poll(() => rows().first().innerText()).toContain('Qx4A')
  })

  it('leave out one that was removed', async () => {
    await rows().first().getByRole('button', { name: 'Manage' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => rows().count()).toBe(1)
    await expectFineWhenNarrow(page, 'settings-providers')
  })

  it('talk to their own gateway only, keep the security policy and log no error', async () => {
    expect(browser.requests.filter((url) => !url.startsWith(`${browser.gateway.url}/`))).toEqual([])
    expect(await policyViolations(page)).toEqual([])
    expect(browser.errors).toEqual([])
  })
})
