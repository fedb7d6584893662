import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestGateway, type StartedTestGateway } from '../../../support/gateway/start-test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

let gateway: StartedTestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const OPENER = process.platform === 'darwin' ? 'open' : 'xdg-open'

/** A program in the place of the system's opener, which only notes its arguments. */
function stubOpener(exitCode: number): { readonly bin: string; readonly noted: string } {
  const bin = makeTempDir()
  const noted = join(bin, 'arguments')
  const program = join(bin, OPENER)
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${noted}'\nexit ${exitCode}\n`)
  chmodSync(program, 0o700)
  return { bin, noted }
}

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
