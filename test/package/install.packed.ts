import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { manFiles } from '../../build/package/manifest.ts'
import { PACKAGED } from '../../build/package/places.ts'
import { migrate } from '../../src-main/storage/migrate.ts'
import { MIGRATIONS } from '../../src-main/storage/migrations.ts'
import { HeadlessProcess } from '../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../support/gateway/test-gateway.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { gatewayOf, installPackage, MANIFEST, npm, post, TARBALL } from './installed.ts'

const MB = 1_000_000
const installed = inject('installed')

function toolgate(args: readonly string[], { input = '', env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(installed.toolgate, args, {
    encoding: 'utf8',
    input,
    env: { ...installed.env, ...env },
  })
  return { status, stdout, stderr }
}

/** All files below a folder, by their paths. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('the installed package', () => {
  it('holds no more than it needs', () => {
    const files = filesBelow(installed.prefix)
    const manifests = files.filter((file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    const bytes = files.reduce((sum, file) => sum + statSync(file, { throwIfNoEntry: false })!.size, 0)
    expect(manifests.length).toBeLessThanOrEqual(15)
    expect(bytes / MB).toBeLessThanOrEqual(110)
    expect(manifests.filter((file) => file.includes('node-addon-api'))).toEqual([])
    expect(files.filter((file) => /\.(map|ts)$/.test(file) && file.includes('toolgate/out'))).toEqual([])
  })

  it('is a download of at most 40 MB, with all that npm fetches for it', () => {
    const lock = JSON.parse(readFileSync(join(PACKAGED, 'npm-shrinkwrap.json'), 'utf8')) as {
      packages: Record<string, { integrity?: string }>
    }
    const cache = join(npm(['config', 'get', 'cache'], installed).trim(), '_cacache/content-v2/sha512')
    const own = join(installed.prefix, 'lib/node_modules/toolgate')
    const fetched = Object.entries(lock.packages)
      .filter(([folder, { integrity }]) => integrity !== undefined && existsSync(join(own, folder)))
      .map(([, { integrity }]) => Buffer.from(integrity!.slice('sha512-'.length), 'base64').toString('hex'))
      .map((hash) => join(cache, hash.slice(0, 2), hash.slice(2, 4), hash.slice(4)))
    const bytes = [TARBALL, ...fetched].reduce((sum, file) => sum + statSync(file).size, 0)
    expect(fetched.length).toBeGreaterThan(5)
    expect(bytes / MB).toBeLessThanOrEqual(40)
  })

  it('says its version, and needs no compiler', () => {
    expect(toolgate(['--version'])).toMatchObject({ status: 0, stdout: `${MANIFEST.version}\n` })
    expect(readdirSync(installed.env['PATH']!).toSorted()).toEqual(['node', 'sh'])
  })

  it('brings a man page of toolgate and of each command, where man looks for them', () => {
    const found = readdirSync(join(installed.prefix, 'share/man/man1')).toSorted()
    expect(found).toEqual(
      manFiles()
        .map((file) => file.slice('man/'.length))
        .toSorted(),
    )
    const page = readFileSync(join(installed.prefix, 'share/man/man1/toolgate-keys.1.gz'))
    expect(gunzipSync(page).toString()).toContain('toolgate keys create')
  })

  it('runs without being installed', () => {
    const words = ['exec', '--yes', '--package', TARBALL, '--', 'toolgate', '--version']
    expect(npm(words, installed)).toBe(`${MANIFEST.version}\n`)
  })

  it('brings its licence and those of others', () => {
    const own = join(installed.prefix, 'lib/node_modules/toolgate')
    const notices = readFileSync(join(own, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    for (const name of ['h3 ', 'vue ', 'sharp ', 'Lisa Wischofsky', 'libvips'])
      expect(notices).toContain(name)
    expect(existsSync(join(own, 'LICENSE'))).toBe(true)
  })
})

describe('a gateway of the package', () => {
  const dataDir = mkdtempSync(join(installed.root, 'data-'))
  let gateway: HeadlessProcess & { readonly url: string }
  beforeAll(async () => {
    gateway = await HeadlessProcess.start(dataDir, [], gatewayOf(installed))
  })
  afterAll(async () => void (await gateway.end('SIGTERM')))

  it('gives an answer that the command line can check', async () => {
    const answer = await post(`${gateway.url}/v1/crypto-hash-sha256`, { text: 'abc', receipt: true })
    const file = join(dataDir, 'answer.json')
    writeFileSync(file, answer.text)
    expect(answer.status).toBe(200)
    expect(toolgate(['verify', file])).toMatchObject({ status: 0 })
  })

  it('takes calls from the command line', () => {
    const env = { TOOLGATE_HOME: dataDir, TOOLGATE_KEY: OWNER_KEY }
    const { status, stdout } = toolgate(['call', 'crypto-hash-sha256', '-', '--json'], {
      input: 'abc',
      env,
    })
    expect(status).toBe(0)
    expect(stdout).toContain('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('speaks MCP on stdin and stdout', async () => {
    const client = new Client({ name: 'a test', version: '1' })
    const transport = new StdioClientTransport({
      command: installed.toolgate,
      args: ['mcp', '--data-dir', dataDir],
      env: { ...installed.env, TOOLGATE_KEY: OWNER_KEY },
    })
    await client.connect(transport)
    const call = { name: 'crypto-hash-sha256', arguments: { text: 'abc' } }
    expect((await client.callTool(call)).structuredContent).toMatchObject({ _engine: 'real' })
    await client.close()
  })

  it('serves the manual, compressed and with its search', async () => {
    for (const [path, text] of [
      ['/docs', 'Toolgate'],
      ['/docs/tools/crypto-uuid', 'crypto-uuid'],
      ['/docs/api/calls.md', '## POST /v1/batch'],
      ['/docs/errors/rate_limited', 'Retry-After'],
      ['/llms.txt', '/docs/cli/keys.md'],
      ['/docs/search?q=make+a+guid', 'tools/crypto-uuid'],
    ] as const) {
      const answer = await fetch(`${gateway.url}${path}`)
      expect({ path, status: answer.status, text: await answer.text() }).toEqual({
        path,
        status: 200,
        text: expect.stringContaining(text),
      })
    }
    const page = await fetch(`${gateway.url}/docs/api/calls`, { headers: { 'accept-encoding': 'br' } })
    expect(page.headers.get('content-encoding')).toBe('br')
  })

  it('serves the page', async () => {
    const page = await fetch(gateway.url)
    expect(await page.text()).toContain('<title>Toolgate')
  })
})

describe('a data folder', () => {
  it('of an older version is taken over as it is', async () => {
    const dataDir = makeTempDir()
    const db = new Sqlite(join(dataDir, 'toolgate.db'))
    // The layout of the first version that had settings.
    migrate(db, MIGRATIONS.slice(0, 15))
    db.close()
    const gateway = await HeadlessProcess.start(dataDir, [], gatewayOf(installed))
    expect((await post(`${gateway.url}/v1/crypto-hash-sha256`, { text: 'abc' })).status).toBe(200)
    await gateway.end('SIGTERM')
    const { status, stderr } = toolgate(['ledger', 'verify', '--data-dir', dataDir])
    expect({ status, stderr }).toMatchObject({ status: 0 })
  })

  it('is all that is left when the package is removed', async () => {
    const another = installPackage()
    onTestFinished(() => rmSync(another.root, { recursive: true, force: true }))
    const dataDir = join(another.root, 'data')
    mkdirSync(dataDir)
    const gateway = await HeadlessProcess.start(dataDir, [], gatewayOf(another))
    await gateway.end('SIGTERM')
    const before = filesBelow(dataDir)
    // As commands start one, which nobody could stop by a command.
    const onDemand = await HeadlessProcess.start(dataDir, ['--stop-when-idle', '30'], gatewayOf(another))
    npm(['uninstall', '--global', 'toolgate'], another)
    expect(filesBelow(another.prefix).filter((file) => !file.endsWith('.package-lock.json'))).toEqual([])
    // npm keeps its own records there.
    expect(filesBelow(another.env['HOME']!).filter((file) => !file.includes('/.npm/'))).toEqual([])
    expect(await onDemand.ended).toMatchObject({ code: 0 })
    expect(filesBelow(dataDir)).toEqual(before)
    expect(before).toContain(join(dataDir, 'toolgate.db'))
  })
})
