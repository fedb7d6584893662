import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type BrowserPage,
  expectFineInBothThemes,
  expectFineWhenNarrow,
  expectFineWhenZoomed,
  openBrowserPage,
} from '../support/browser/browser-page.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { httpUpstream } from '../support/network/http-upstream.ts'
import { signInServer } from '../support/network/sign-in-server.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { TestApi } from '../support/tools/api-desk.ts'
import { PETS } from '../support/tools/pets-api.ts'
import { serverBody } from '../support/tools/source-desk.ts'

const { launch, reason } = await findChromium()

describe.skipIf(launch === null)(`sources in a browser ${reason}`, () => {
  let browser: BrowserPage
  let api: TestApi
  let home: string

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'toolgate-test-'))
    api = await TestApi.start()
    browser = await openBrowserPage(launch ?? {}, '/sources', {
      allowedOrigins: [api.origin],
      here: { platform: 'linux', home, env: {} },
    })
  })
  afterAll(async () => {
    expect(browser.errors).toEqual([])
    await browser.close()
    await api.close()
    rmSync(home, { recursive: true })
  })

  it('are added after what would run was shown, reviewed when they change, and removed', async () => {
    const { page } = browser
    const list = join(makeTempDir(), 'list')
    writeFileSync(list, 'honey')
    const { command, args } = serverBody({ vice: 'rug', args: [list] })
    await fetch(`${browser.gateway.url}/v1/enterprise/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${browser.gateway.ownerKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'agent' }),
    })
    await page.getByText('No source yet').waitFor()
    await page.getByRole('button', { name: 'Add a source' }).click()
    const settings = { mcpServers: { Notes: { command, args, env: { NOTES_TOKEN: 'canary' } } } }
    await page
      .getByLabel('A command, an address, or the settings of another client')
      .fill(JSON.stringify(settings))
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('notes')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('NOTES_TOKEN').waitFor()
    await expectFineInBothThemes(page, 'sources-consent')
    await expectFineWhenNarrow(page, 'sources-consent')
    await page.getByRole('button', { name: 'Run it and look' }).click()
    await page.getByRole('switch', { name: 'read: open' }).click()
    await expectFineInBothThemes(page, 'sources-which-tools')
    await page.getByRole('button', { name: 'Open 1 tool' }).click()
    await page
      .getByText(/running, \d+ MiB/)
      .first()
      .waitFor()
    await expectFineInBothThemes(page, 'sources')
    await expectFineWhenNarrow(page, 'sources')
    await expectFineWhenZoomed(page, 'sources')

    writeFileSync(list, 'poison')
    await page.getByRole('button', { name: 'Read its list' }).click()
    await page.getByRole('button', { name: 'Review: notes' }).waitFor()
    await page.getByRole('button', { name: 'Changes 1' }).click()
    await page.getByText('evil.example').first().waitFor()
    await expectFineInBothThemes(page, 'sources-changes')
    await expectFineWhenNarrow(page, 'sources-changes')
    await page.getByRole('button', { name: 'Keep out' }).click()
    await page.getByRole('button', { name: 'Tools 1', exact: true }).click()
    await page.getByRole('button', { name: 'What you know of read' }).click()
    await page.getByRole('switch', { name: 'It may be called again' }).click()
    await page.getByRole('switch', { name: 'It may be called again', checked: true }).waitFor()
    await expectFineInBothThemes(page, 'sources-tool-known')
    await expectFineWhenNarrow(page, 'sources-tool-known')
    await page.getByLabel('read: credits of a call').fill('7')
    await page.getByLabel('read: credits of a call').press('Enter')
    await page.getByLabel('read: credits of a call').fill('much')
    await page.getByLabel('read: credits of a call').press('Enter')
    await expect.poll(() => page.getByLabel('read: credits of a call').inputValue()).toBe('7')
    await expect
      .poll(() => page.getByRole('switch', { name: 'read: open' }).getAttribute('aria-checked'))
      .toBe('false')

    await page.getByRole('button', { name: 'Health' }).click()
    await page.getByText('NOTES_TOKEN (').waitFor()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByLabel('Title').fill('My notes')
    await page.getByLabel('Price of a call').fill('3')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'My notes' }).waitFor()
    const callers = page.getByRole('region', { name: 'Who may call' })
    await callers.getByText('May call none of its tools.').waitFor()
    await callers.getByRole('switch', { name: 'agent, key ending in' }).click()
    await callers.getByText('May call its tools once they are open.').waitFor()
    await callers.getByRole('switch', { name: 'agent, key ending in' }).click()
    await callers.getByText('May call none of its tools.').waitFor()
    const secrets = page.getByRole('region', { name: 'Secrets' })
    await secrets.getByRole('button', { name: 'Replace NOTES_TOKEN' }).click()
    await secrets.getByLabel('New value of NOTES_TOKEN').fill('canary-2')
    await expectFineInBothThemes(page, 'sources-settings')
    await expectFineWhenNarrow(page, 'sources-settings')
    await secrets.getByRole('button', { name: 'Save the secret' }).click()
    await secrets.getByRole('button', { name: 'Add a secret' }).click()
    await secrets.getByLabel('Name of the secret').fill('LD_PRELOAD')
    await secrets.getByLabel('Value').fill('canary-3')
    await secrets.getByRole('button', { name: 'Save the secret' }).click()
    await secrets.getByText('LD_PRELOAD may not be set').waitFor()
    await secrets.getByRole('button', { name: 'Cancel' }).click()
    await secrets.getByRole('button', { name: 'Take away NOTES_TOKEN' }).click()
    await page.getByRole('button', { name: 'Take it away' }).click()
    await secrets.getByText('It has no secret.').waitFor()
    expect(await page.getByText('canary').count()).toBe(0)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('No source yet').waitFor()
    await page.getByText('My notes is removed').waitFor()
    await expectFineInBothThemes(page, 'sources-removed')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'My notes' }).waitFor()
    await page
      .getByText(/running, \d+ MiB/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByRole('button', { name: 'Start: My notes' }).click()
    await page
      .getByText(/running, \d+ MiB/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('No source yet').waitFor()
    // Whoever closes the page has no way back.
    await page.reload()
    const { url, ownerKey } = browser.gateway
    const left = async () => {
      const answer = await fetch(`${url}/app/sources`, { headers: { authorization: `Bearer ${ownerKey}` } })
      return (await answer.json()).sources
    }
    await expect.poll(left).toEqual([])
  })

  it('at an address are shown before they are reached, with their secret headers, and then reviewed', async () => {
    const { page } = browser
    const upstream = await httpUpstream()
    await page.getByRole('button', { name: 'Add a source' }).click()
    const asked = page.getByLabel('A command, an address, or the settings of another client')
    await asked.fill(upstream.url)
    await page.getByText('A server of MCP over HTTP.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('web')
    await page.getByLabel('Authorization').fill('Bearer canary')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('No other address: redirects are not followed').waitFor()
    await page.getByText('It is in your own network or on this machine.').waitFor()
    expect(await page.getByText('canary').count()).toBe(0)
    expect(upstream.seen('host')).toEqual([])
    await expectFineInBothThemes(page, 'sources-address')
    await expectFineWhenNarrow(page, 'sources-address')
    await page.getByRole('button', { name: 'Reach it and look' }).click()
    await page.getByRole('switch', { name: 'echo: open' }).click()
    await page.getByRole('button', { name: 'Open 1 tool' }).click()
    await page.getByText('MCP over HTTP').first().waitFor()
    await page.getByText('by-hand').waitFor()
    expect(new Set(upstream.seen('authorization'))).toEqual(new Set(['Bearer canary']))
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('No source yet').waitFor()
  })

  it('are APIs whose document is chosen or at an address, with the operations that only read', async () => {
    const { page } = browser
    const add = async (read: () => Promise<void>): Promise<void> => {
      await page.getByRole('button', { name: 'Add a source' }).click()
      await read()
      await page.getByText('An API: Pets, 4 operations.').waitFor()
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('pets')
      await page.getByLabel('Server').fill(api.origin)
      await page.getByLabel('key', { exact: true }).fill('canary-3')
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByText('4 operations, of which 3 do more than read').waitFor()
      expect(await page.getByText('canary').count()).toBe(0)
    }
    const remove = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Health' }).click()
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByText('No source yet').waitFor()
    }
    const file = {
      name: 'pets.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(PETS)),
    }
    await add(() => page.getByLabel('OpenAPI document', { exact: true }).setInputFiles(file))
    await expectFineInBothThemes(page, 'sources-api')
    await expectFineWhenNarrow(page, 'sources-api')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByRole('button', { name: 'Open 1 tool' }).click()
    await page.getByText('OpenAPI').first().waitFor()
    expect(api.seen).toEqual([])
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const secrets = page.getByRole('region', { name: 'Secrets' })
    await secrets.getByText('not given, basic in the header authorization').waitFor()
    await secrets.getByRole('button', { name: 'Give login' }).click()
    await secrets.getByLabel('New value of login').fill('ann:canary-4')
    await secrets.getByRole('button', { name: 'Save the secret' }).click()
    await secrets.getByRole('button', { name: 'Replace login' }).waitFor()
    await secrets.getByRole('button', { name: 'Add a secret' }).click()
    await secrets.getByLabel('Name of the secret').fill('team')
    await secrets.getByLabel('How it is sent').selectOption('query')
    await secrets.getByLabel('Value').fill('canary-5')
    await expectFineInBothThemes(page, 'sources-api-secrets')
    await expectFineWhenNarrow(page, 'sources-api-secrets')
    await secrets.getByRole('button', { name: 'Save the secret' }).click()
    await secrets.getByText('the query parameter team, with every call').waitFor()
    expect(await page.getByText('canary').count()).toBe(0)
    await remove()
    api.answer = () => ({ body: JSON.stringify(PETS) })
    const address = `${api.origin}/pets.json`
    await add(async () => {
      await page.getByLabel('A command, an address, or the settings of another client').fill(address)
      await page.getByRole('button', { name: 'It is an OpenAPI document' }).click()
    })
    await page.getByText(address).waitFor()
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByRole('button', { name: 'Open 1 tool' }).click()
    await remove()
  })

  it('are brought in from the settings of other programs, which keep Toolgate alone', async () => {
    const { page } = browser
    const { command, args } = serverBody({ vice: 'good' })
    mkdirSync(join(home, '.cursor'))
    writeFileSync(
      join(home, '.cursor', 'mcp.json'),
      JSON.stringify({
        mcpServers: { Notes: { command, args, env: { A_KEY: 'canary' } }, gone: { command: '/nowhere/x' } },
      }),
    )
    await page.reload()
    await page.getByRole('button', { name: 'Bring in 2 servers of other programs' }).click()
    await page.getByRole('button', { name: 'Look at Notes' }).click()
    await page.getByText('A_KEY').waitFor()
    expect(await page.getByText('canary').count()).toBe(0)
    await expectFineInBothThemes(page, 'sources-bring-in')
    await expectFineWhenNarrow(page, 'sources-bring-in')
    await page.getByRole('button', { name: 'Run it and look' }).click()
    await page.getByText('is here as notes').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Changes' }).click()
    await page.getByRole('button', { name: 'Approve' }).first().click()
    await page.getByRole('button', { name: 'Bring in (1)' }).click()
    await page.getByRole('button', { name: 'Leave only Toolgate in Cursor' }).click()
    await page.getByText('Restart Cursor.').waitFor()
    await expectFineInBothThemes(page, 'sources-left')
    await page.getByRole('button', { name: 'Close' }).click()
  })

  it('that want a sign-in say so, lead there, and go on when the browser came back', async () => {
    const { page } = browser
    const server = await signInServer()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('A command, an address, or the settings of another client').fill(server.url)
    await page.getByLabel('Name', { exact: true }).fill('guarded')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('button', { name: 'Reach it and look' }).click()
    await page.getByText('needs sign-in').first().waitFor()
    await expectFineInBothThemes(page, 'sources-needs-sign-in')
    await expectFineWhenNarrow(page, 'sources-needs-sign-in')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const link = page.getByRole('link', { name: `Go on to ${server.origin}` })
    const opened = page.context().waitForEvent('page')
    await link.click()
    const other = await opened
    await other.getByText('guarded is signed in').waitFor()
    await other.close()
    await page.getByText('waits for you').first().waitFor()
    await expect.poll(() => page.getByText('needs sign-in').count()).toBe(0)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(() => server.revoked.length).toBe(2)
  })
})
