import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HeadlessProcess } from '../support/headless-process.ts'
import { startKeyAddingProxy } from '../support/key-adding-proxy.ts'
import { startTestGateway, type StartedTestGateway } from '../support/start-test-gateway.ts'
import { OWNER_KEY } from '../support/test-gateway.ts'
import { MCP_FIXTURES } from './mcp-fixtures.ts'

const SUITE = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)

/** Runs the protocol's own suite; its exit code is 0 when everything that it asks for was found. */
function runSuite(url: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const suite = [SUITE, 'server', '--url', `${url}/mcp`, ...args]
    execFile(process.execPath, suite, { timeout: 85_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, output: code === 0 ? '' : `${stdout}${stderr}`.slice(-4_000) })
    })
  })
}

// Some of its scenarios wait for what must not come.
describe('the suite of the protocol, with its fixtures', { timeout: 90_000 }, () => {
  let gateway: StartedTestGateway
  beforeAll(async () => {
    gateway = await startTestGateway({ mcpTest: { extension: MCP_FIXTURES } })
  })
  afterAll(() => gateway.close())

  it.each(['2026-07-28', '2025-11-25'])('finds everything that %s requires', async (revision) => {
    expect(await runSuite(gateway.url, ['--requirements', revision])).toEqual({ code: 0, output: '' })
  })
})

describe('the suite of the protocol, on the built gateway as it ships', () => {
  let gateway: HeadlessProcess
  let folder: string
  let proxy: Awaited<ReturnType<typeof startKeyAddingProxy>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolgate-test-'))
    const started = await HeadlessProcess.start(folder)
    gateway = started
    proxy = await startKeyAddingProxy(started.url, OWNER_KEY)
  })
  afterAll(async () => {
    proxy.server.close()
    await gateway.end('SIGTERM')
    await rm(folder, { recursive: true })
  })

  it.each([
    ['2026-07-28', 'tools-list'],
    ['2026-07-28', 'dns-rebinding-protection'],
    ['2026-07-28', 'http-header-validation'],
    ['2026-07-28', 'sep-2164-resource-not-found'],
    ['2026-07-28', 'input-required-result-unsupported-methods'],
    ['2026-07-28', 'input-required-result-missing-input-response'],
    ['2026-07-28', 'input-required-result-ignore-extra-params'],
    ['2026-07-28', 'input-required-result-validate-input'],
    ['2025-11-25', 'server-initialize'],
    ['2025-11-25', 'ping'],
    ['2025-11-25', 'tools-list'],
    ['2025-11-25', 'resources-list'],
    ['2025-11-25', 'server-sse-multiple-streams'],
    ['2025-11-25', 'dns-rebinding-protection'],
  ])('passes in %s: %s', async (revision, scenario) => {
    const args = ['--scenario', scenario, '--spec-version', revision, '--force']
    expect(await runSuite(proxy.url, args)).toEqual({ code: 0, output: '' })
  })
})
