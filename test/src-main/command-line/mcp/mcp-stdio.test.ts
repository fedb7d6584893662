import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DEFAULT_PORT } from '../../../../src-shared/default-port.ts'
import { readRuntimeFile } from '../../../../src-main/data-folder/runtime-file.ts'
import { HeadlessProcess, runToolgate } from '../../../support/gateway/headless-process.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { textsOf } from '../../../support/gateway/mcp-client.ts'
import { OWNER_KEY } from '../../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const CLI = fileURLToPath(new URL('../../../../out/main/cli.js', import.meta.url))
const INSPECTOR = fileURLToPath(
  new URL(
    '../../../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
    import.meta.url,
  ),
)

// One for all tests that find a gateway running: each brings a client of its own, and none changes what others see.
let dataDir: string
let url: string
let gateway: HeadlessProcess
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'toolgate-test-'))
  const started = await HeadlessProcess.start(dataDir)
  gateway = started
  url = started.url
})
afterAll(async () => {
  await gateway.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
})

async function connect(
  folder: string,
  mode: 'auto' | 'legacy',
  env: Record<string, string> = {},
  flags: readonly string[] = [],
): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode } })
  const server = {
    command: process.execPath,
    args: [CLI, 'mcp', '--data-dir', folder, ...flags],
    env: { TOOLGATE_KEY: OWNER_KEY, ...env },
    stderr: 'ignore' as const,
  }
  await client.connect(new StdioClientTransport(server))
  onTestFinished(() => client.close())
  return client
}

describe('MCP on stdin and stdout', () => {
  it.each(['auto', 'legacy'] as const)(
    'lists, calls, refuses and reads over the running gateway: %s',
    async (mode) => {
      const client = await connect(dataDir, mode)
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('call_tool')
      const seen: number[] = []
      const call = { name: 'crypto-hash-sha256', arguments: { text: 'abc' } }
      const result = await client.callTool(call, { onprogress: ({ progress }) => seen.push(progress) })
      expect(result.structuredContent).toMatchObject({ _engine: 'real' })
      expect((await client.callTool({ ...call, arguments: {} })).isError).toBe(true)
      await expect(client.callTool({ name: 'no-such-tool' })).rejects.toMatchObject({ code: -32602 })
      expect((await client.listResources()).resources).toHaveLength(1)
      // The same ledger: the gateway itself knows of the call.
      const headers = { authorization: `Bearer ${OWNER_KEY}` }
      const history = await fetch(`${url}/v1/credits/history`, { headers })
      expect(JSON.stringify(await history.json())).toContain('crypto-hash-sha256')
    },
  )

  it('lists what its flags choose, and has results in pages of their size', async () => {
    const flags = ['--toolset', 'finder', '--schemas', 'all', '--result-chars', '1000']
    const client = await connect(dataDir, 'auto', {}, flags)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['search_tools', 'describe_tool', 'call_tool'])
    expect(tools.every(({ outputSchema }) => outputSchema !== undefined)).toBe(true)
    const query = { query: 'text', limit: 50 }
    const { content } = await client.callTool({ name: 'search_tools', arguments: query })
    expect(textsOf({ content }).join('').length).toBeLessThanOrEqual(1_000)
  })

  // Catches: a second process on the same data folder, and so a second ledger.
  it('starts a gateway where none runs, and finds it the next time', async () => {
    const empty = makeTempDir()
    const env = { TOOLGATE_OWNER_KEY: OWNER_KEY }
    const first = await connect(empty, 'auto', env)
    const runtime = readRuntimeFile(empty)
    onTestFinished(() => void process.kill(runtime!.pid, 'SIGTERM'))
    const second = await connect(empty, 'auto', env)
    const [one, two] = await Promise.all([first.listTools(), second.listTools()])
    expect(one.tools).toEqual(two.tools)
    expect(readRuntimeFile(empty)).toEqual(runtime)
  })

  // Catches: a word about the busy port on standard output, which is read as the address of the gateway.
  it('starts a gateway at another port where the usual one is taken', async () => {
    const other = createServer().listen(DEFAULT_PORT, '127.0.0.1')
    // Another program of this machine may have taken it already.
    await Promise.race([once(other, 'listening'), once(other, 'error')]).catch(() => undefined)
    onTestFinished(() => void other.close())
    const empty = makeTempDir()
    const client = await connect(empty, 'auto', { TOOLGATE_OWNER_KEY: OWNER_KEY })
    const runtime = readRuntimeFile(empty)
    onTestFinished(() => void process.kill(runtime!.pid, 'SIGTERM'))
    expect(new URL(runtime!.url).port).not.toBe(String(DEFAULT_PORT))
    expect((await client.listTools()).tools.length).toBeGreaterThan(0)
  })

  it('says what it needs when it has no key, and exits with 3', () => {
    const { code, stderr } = runToolgate(['mcp', '--data-dir', makeTempDir()], { TOOLGATE_KEY: undefined })
    expect(code).toBe(3)
    expect(stderr).toContain('TOOLGATE_KEY')
  })

  it('ends when the client disconnects', async () => {
    const env = { ...process.env, TOOLGATE_KEY: OWNER_KEY }
    const child = execFile(process.execPath, [CLI, 'mcp', '--data-dir', dataDir], { env })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.stdin?.end()
    expect(await ended).toBe(0)
  })
})

function inspect(args: readonly string[]): Promise<{ code: number; stdout: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [INSPECTOR, '--cli', ...args], { timeout: 120_000 }, (error, stdout) => {
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, stdout })
    })
  })
}

describe("the Inspector's command line", () => {
  it('lists portable schemas, calls, and tells an error result and a missing key apart', async () => {
    const http = [`${url}/mcp`, '--transport', 'http', '--protocol-era', 'modern']
    const keyed = [...http, '--header', `Authorization: Bearer ${OWNER_KEY}`]
    const sha = ['--method', 'tools/call', '--tool-name', 'crypto-hash-sha256']
    const [list, call, wrong, closed] = await Promise.all([
      inspect([...keyed, '--method', 'tools/list', '--strict']),
      inspect([...keyed, ...sha, '--tool-arg', 'text=abc']),
      inspect([...keyed, ...sha]),
      inspect([...http, '--method', 'tools/list']),
    ])
    expect(list.code).toBe(0)
    expect(call.code).toBe(0)
    expect(call.stdout).toContain('ba7816bf8f01cfea')
    expect(wrong.code).toBe(5)
    expect(closed.code).toBe(3)
  })

  it('speaks both revisions with the command on stdin and stdout', async () => {
    for (const era of ['modern', 'legacy']) {
      const command = [process.execPath, CLI, 'mcp', '--data-dir', dataDir]
      const options = ['-e', `TOOLGATE_KEY=${OWNER_KEY}`, '--protocol-era', era, '--method', 'tools/list']
      const { code, stdout } = await inspect([...options, '--', ...command])
      expect([era, code]).toEqual([era, 0])
      expect(stdout).toContain('search_tools')
    }
  })
})

describe('toolgate mcp config', () => {
  it('makes a key for the client and prints what its settings need', async () => {
    const env = { TOOLGATE_KEY: undefined, TOOLGATE_OWNER_KEY: OWNER_KEY, SLOP_KEY: OWNER_KEY }
    const { code, stdout } = runToolgate(['mcp', 'config', 'cursor', '--data-dir', dataDir], env)
    expect(code).toBe(0)
    const entry = JSON.parse(stdout).mcpServers.toolgate
    expect(entry.url).toBe(`${url}/mcp`)
    const answer = await fetch(entry.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...entry.headers,
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    })
    expect(answer.status).toBe(200)
  })

  it('refuses an unknown client, and names the known ones', () => {
    const { code, stderr } = runToolgate([
      'mcp',
      'config',
      'nothing',
      '--key',
      'k',
      '--data-dir',
      makeTempDir(),
    ])
    expect(code).toBe(2)
    expect(stderr).toContain('claude-desktop')
  })

  it('is what a client starts', async () => {
    const file = join(makeTempDir(), 'settings.json')
    const args = ['mcp', 'config', 'generic', '--write', '--file', file, '--data-dir', dataDir]
    expect(runToolgate(args, { TOOLGATE_KEY: OWNER_KEY }).code).toBe(0)
    const { command, args: start, env } = JSON.parse(readFileSync(file, 'utf8')).mcpServers.toolgate
    const client = new Client({ name: 'a test', version: '1' })
    await client.connect(new StdioClientTransport({ command, args: start, env, stderr: 'ignore' }))
    onTestFinished(() => client.close())
    await waitUntil(async () => (await client.listTools()).tools.length > 3, 'tools')
  })
})
