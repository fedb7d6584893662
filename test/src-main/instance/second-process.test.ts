import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { HeadlessProcess, runToolgate } from '../../support/gateway/headless-process.ts'
import { grant, openStores } from '../../support/gateway/open-stores.ts'
import { receiver } from '../../support/network/receiver.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY } from '../../support/gateway/test-gateway.ts'

type Started = Awaited<ReturnType<typeof HeadlessProcess.start>>

async function start(dataDir: string, args: readonly string[] = []): Promise<Started> {
  const gateway = await HeadlessProcess.start(dataDir, args)
  onTestFinished(async () => void (await gateway.end('SIGKILL')))
  return gateway
}

async function post(gateway: Started, slug: string, body: object): Promise<Response> {
  return await fetch(`${gateway.url}/v1/${slug}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function read(gateway: Started, path: string): Promise<Response> {
  return await fetch(gateway.url + path, { headers: { authorization: `Bearer ${OWNER_KEY}` } })
}

async function balanceOf(gateway: Started): Promise<unknown> {
  return await (await read(gateway, '/v1/credits/balance')).json()
}

const verify = (dataDir: string): number => runToolgate(['ledger', 'verify', '--data-dir', dataDir]).code

describe('a second process on the same folder', () => {
  it('ends with the address of the first, which goes on undisturbed', async () => {
    const folder = makeTempDir()
    const first = await start(folder)
    const second = await new HeadlessProcess(folder).ended
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toContain(`Toolgate at ${first.url} (process ${first.pid}) is already using`)
    expect(second.stderr.trim().split('\n')).toHaveLength(1)
    expect((await post(first, 'crypto-hash-sha256', { text: 'abc' })).status).toBe(200)
  })

  it('is let in after the first was killed and could not tidy up', async () => {
    const folder = makeTempDir()
    const first = await start(folder)
    await post(first, 'crypto-hash-sha256', { text: 'abc' })
    await first.end('SIGKILL')
    expect(existsSync(join(folder, 'runtime.json'))).toBe(true)
    expect(await balanceOf(await start(folder))).toMatchObject({ balance: 499, reserved: 0 })
  })
})

describe('a gateway that is asked to stop', () => {
  it('finishes the running call, removes its runtime file and exits with 0', async () => {
    const reached = Promise.withResolvers<ServerResponse>()
    const { origin } = await receiver((_, response) => reached.resolve(response))
    const folder = makeTempDir()
    const gateway = await start(folder, ['--allow-webhook', origin])
    const call = post(gateway, 'webhook-send', { url: origin, payload: {} })
    const response = await reached.promise
    const ended = gateway.end('SIGTERM')
    // It takes no new caller from the moment when it begins to stop.
    await waitUntil(
      async () =>
        await read(gateway, '/v1/health').then(
          () => false,
          () => true,
        ),
      'the gateway stops',
    )
    response.end('late')
    expect((await call).status).toBe(200)
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
    expect(existsSync(join(folder, 'runtime.json'))).toBe(false)
    expect(await balanceOf(await start(folder))).toMatchObject({ balance: 495, reserved: 0 })
  })
})

describe('a start on a damaged database', () => {
  const damages: Record<string, (file: string) => void> = {
    'without its header': (file) => overwrite(file, 0, 100),
    'with noise in every page': (file) => {
      for (let at = 4096; at < statSync(file).size; at += 4096) overwrite(file, at, 64)
    },
    'cut short': (file) => truncateSync(file, Math.floor(statSync(file).size / 2) + 100),
  }

  for (const [name, damage] of Object.entries(damages)) {
    it(`${name} ends the start with exit code 1 and one plain sentence, and leaves the file as it is`, async () => {
      const folder = makeTempDir()
      const file = join(folder, 'toolgate.db')
      const stores = openStores(folder)
      for (let i = 0; i < 200; i++) await grant(stores, `key_${i}`, 500)
      stores.close()
      damage(file)
      const before = hashOf(file)
      const end = await new HeadlessProcess(folder).ended
      expect(end).toMatchObject({ code: 1, stdout: '' })
      expect(end.stderr).toContain(`The database ${file} is damaged`)
      expect(end.stderr).not.toMatch(/^\s+at /m)
      expect(hashOf(file)).toBe(before)
    })
  }
})

const hasLimits = spawnSync('prlimit', ['--version']).status === 0

describe('a full disk under a running gateway', () => {
  it.skipIf(!hasLimits)('refuses calls with 507 uncharged, still reads, and recovers', async () => {
    const folder = makeTempDir()
    const gateway = await start(folder)
    limitFiles(gateway, String(largest(folder) + 256 * 1024))
    const charged = await chargeUntilFull(gateway)
    expect(await balanceOf(gateway)).toMatchObject({ balance: 500 - charged, reserved: 0 })
    expect((await read(gateway, '/v1/credits/history')).status).toBe(200)
    expect((await read(gateway, '/v1/tools')).status).toBe(200)

    limitFiles(gateway, 'unlimited')
    expect((await post(gateway, 'crypto-hash-sha256', { text: 'room' })).status).toBe(200)
    expect(await balanceOf(gateway)).toMatchObject({ balance: 499 - charged, reserved: 0 })
    expect((await gateway.end('SIGTERM')).code).toBe(0)
    expect(verify(folder)).toBe(0)
  })

  async function chargeUntilFull(gateway: Started): Promise<number> {
    for (let page = 0; page < 20; page++) {
      await (await post(gateway, 'memory-set', { key: `page-${page}`, value: 'x'.repeat(50_000) })).text()
    }
    for (let charged = 0; charged < 400; charged++) {
      const answer = await post(gateway, 'crypto-hash-sha256', { text: String(charged) })
      if (answer.status === 200) continue
      expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'storage_full' } })
      expect(answer.status).toBe(507)
      expect(answer.headers.get('x-credits-used')).toBe('0')
      return charged
    }
    throw new Error('The disk never filled up')
  }
})

function limitFiles(gateway: Started, bytes: string): void {
  const { status } = spawnSync('prlimit', ['--pid', String(gateway.pid), `--fsize=${bytes}:unlimited`])
  if (status !== 0) throw new Error('prlimit failed')
}

function largest(folder: string): number {
  return Math.max(...['toolgate.db', 'toolgate.db-wal'].map((name) => statSync(join(folder, name)).size))
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

// Bytes that follow no pattern of SQLite's, the same in every run.
function overwrite(file: string, at: number, length: number): void {
  const bytes = readFileSync(file)
  for (let i = at; i < at + length; i++) bytes[i] = (i * 197 + 89) % 251
  writeFileSync(file, bytes)
}
