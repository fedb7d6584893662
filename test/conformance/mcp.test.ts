import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HeadlessProcess } from '../support/gateway/headless-process.ts'
import { startKeyAddingProxy } from '../support/network/key-adding-proxy.ts'
import { startTestGateway, type StartedTestGateway } from '../support/gateway/start-test-gateway.ts'
import { OWNER_KEY } from '../support/gateway/test-gateway.ts'
import { openServerAt } from '../support/tools/sources-over-http.ts'
import { MCP_FIXTURES } from './mcp-fixtures.ts'

// Some of its scenarios wait for what must not come.
const SUITE_MS = 85_000

const SUITE = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
)

/** Runs what the protocol's own suite asks for in a revision; its exit code is 0 when everything was found. */
function runSuite(url: string, revision: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const suite = [SUITE, 'server', '--url', `${url}/mcp`, '--requirements', revision]
    execFile(process.execPath, suite, { timeout: SUITE_MS }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, output: stripVTControlCharacters(`${stdout}${stderr}`) })
    })
  })
}

describe(
  'the conformance suite of MCP, with its fixtures and four sources',
  { timeout: SUITE_MS + 5_000 },
  () => {
    let gateway: StartedTestGateway
    beforeAll(async () => {
      gateway = await startTestGateway({ mcpTest: { extension: MCP_FIXTURES } })
      // Their tools stand beside all others.
      for (const id of ['one', 'two', 'three', 'four']) await openServerAt(gateway.url, { id })
    })
    afterAll(() => gateway.close())

    it.each(['2026-07-28', '2025-11-25'])('finds everything that %s requires', async (revision) => {
      const { code, output } = await runSuite(gateway.url, revision)
      expect([code, code === 0 ? '' : output.slice(-4_000)]).toEqual([0, ''])
    })
  },
)

// What needs no fixtures, so that the gateway as it ships has to pass it too.
const AS_IT_SHIPS = {
  '2026-07-28': [
    'tools-list',
    'dns-rebinding-protection',
    'http-header-validation',
    'sep-2164-resource-not-found',
    'input-required-result-unsupported-methods',
    'input-required-result-missing-input-response',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ],
}

describe(
  'the conformance suite of MCP, on the built gateway as it ships',
  { timeout: SUITE_MS + 5_000 },
  () => {
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

    it.each(Object.entries(AS_IT_SHIPS))(
      'passes everything in %s that needs no fixtures',
      async (revision, names) => {
        const { output } = await runSuite(proxy.url, revision)
        const passed = [...output.matchAll(/^✓ (\S+): [1-9]\d* passed, 0 failed$/gm)].map(
          ([, name]) => name,
        )
        expect(passed, output.slice(-4_000)).toEqual(expect.arrayContaining(names))
      },
    )
  },
)
