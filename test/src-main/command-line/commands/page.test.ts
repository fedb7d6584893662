import { existsSync, readFileSync, statSync } from 'node:fs'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestGateway, type StartedTestGateway } from '../../../support/gateway/start-test-gateway.ts'
import { stubOpener } from '../../../support/gateway/stub-opener.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'

let gateway: StartedTestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const page = (args: readonly string[], bin = '') =>
  toolgateHere(['page', ...args], {
    TOOLGATE_HOME: gateway.dataDir,
    TOOLGATE_KEY: gateway.ownerKey,
    PATH: [bin, process.env.PATH].filter(Boolean).join(delimiter),
  })

it.skipIf(process.platform === 'win32')(
  'toolgate page --open gives the browser a private file and no code',
  async () => {
    const { bin, noted } = stubOpener(0)
    expect(await page(['--open'], bin)).toMatchObject({ code: 0, stdout: '' })
    const args = readFileSync(noted, 'utf8').trim()
    expect(args).toMatch(/^file:\/\/\S+\.html$/)
    const file = fileURLToPath(args)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const code = /#t=([\w-]+)/.exec(readFileSync(file, 'utf8'))![1]!
    expect(args).not.toContain(code)
    const signedIn = await fetch(`${gateway.url}/app/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: gateway.url },
      body: JSON.stringify({ code }),
    })
    expect([signedIn.status, existsSync(file)]).toEqual([200, false])
  },
)

it.skipIf(process.platform === 'win32')(
  'toolgate page --open prints the address where nothing opens files',
  async () => {
    const { stdout, stderr } = await page(['--open'], stubOpener(3).bin)
    expect(stderr).toContain('No browser could be opened here')
    expect(stdout).toMatch(new RegExp(`^${gateway.url}/#t=[\\w-]+\\n$`))
    expect((await page([])).stdout).toMatch(/#t=/)
  },
)
