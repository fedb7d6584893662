import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hashApiKey } from '../../../../src-main/accounts/api-key.ts'
import { HeadlessProcess, runToolgate } from '../../../support/gateway/headless-process.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { OWNER_KEY } from '../../../support/gateway/test-gateway.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'

const AS_OWNER = { TOOLGATE_KEY: OWNER_KEY }

async function start(dataDir: string) {
  const gateway = await HeadlessProcess.start(dataDir)
  onTestFinished(async () => void (await gateway.end('SIGKILL')))
  const ask = (slug: string, body: object, key: string) =>
    fetch(`${gateway.url}/v1/${slug}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const call = async (slug: string, body: object) =>
    JSON.parse(await (await ask(slug, body, OWNER_KEY)).text())
  return { url: gateway.url, ask, call, stop: () => gateway.end('SIGTERM') }
}

/** A running instance with a charge and an entry in its memory. */
async function used() {
  const folder = join(makeTempDir(), 'data')
  const gateway = await start(folder)
  await gateway.call('crypto-hash-sha256', { text: 'abc' })
  await gateway.call('memory-set', { key: 'note', value: { text: 'remember this' }, tags: ['t'] })
  return { folder, ...gateway, file: join(folder, '..', 'backup.db') }
}

const run = (...args: string[]) => toolgateHere(args, AS_OWNER)

describe('toolgate backup and restore', () => {
  it('carry a running instance over to another folder, charges and memory included', async () => {
    const { folder, call, file } = await used()
    const made = await run('backup', file, '--data-dir', folder)
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(folder, 'backups'))).toEqual([])
    // What comes after the backup is not in it.
    expect((await call('crypto-hash-sha256', { text: 'later' })).meta.balance).toBe(498)

    const other = join(folder, '..', 'other')
    const put = await run('restore', file, '--data-dir', other)
    expect(put).toMatchObject({ code: 0, stderr: '' })
    expect(put.stdout).toMatch(
      /begins epoch 2[\s\S]*Suspended: 1 key,[\s\S]*Owner \(…\w{4}\) is the owner's/,
    )
    expect((await run('ledger', 'verify', '--data-dir', other)).code).toBe(0)
    const restored = await start(other)
    expect((await restored.call('memory-search', { query: 'remember' })).data.entries).toHaveLength(1)
    expect((await restored.call('crypto-hash-sha256', { text: 'x' })).meta.balance).toBe(498)
  })

  it('let no key but the owner’s work before the owner confirms it', async () => {
    const { folder, file, url, stop } = await used()
    const made = async (name: string) => JSON.parse((await run('keys', 'create', name, '--json')).stdout)
    process.env.TOOLGATE_HOME = folder
    onTestFinished(() => void delete process.env.TOOLGATE_HOME)
    const [leaked, kept, third] = [await made('leaked'), await made('kept'), await made('third')]
    expect((await run('backup', file)).code).toBe(0)
    expect((await run('keys', 'revoke', leaked.key_id)).code).toBe(0)
    await stop()

    const other = join(folder, '..', 'other')
    expect((await run('restore', file, '--data-dir', other)).code).toBe(0)
    process.env.TOOLGATE_HOME = other
    const restored = await start(other)
    const statusOf = async ({ key }: { readonly key: string }): Promise<number> =>
      (await restored.ask('crypto-hash-sha256', { text: 'a' }, key)).status
    expect([await statusOf(leaked), await statusOf(kept)]).toEqual([403, 403])
    expect((await run('keys', 'revoke', leaked.key_id)).code).toBe(0)
    expect((await run('keys', 'confirm', kept.key_id)).stdout).toBe('1 key works again.\n')
    expect([await statusOf(leaked), await statusOf(kept), await statusOf(third)]).toEqual([401, 200, 403])
    expect((await run('keys', 'confirm')).code).toBe(2)
    // The demo key of the backup was replaced with one that the new folder knows.
    expect((await run('keys', 'confirm', '--all')).stdout).toBe('1 key works again.\n')
    expect(await statusOf(third)).toBe(200)
    expect((await run('keys', 'adopt', third.key_id)).stdout).toContain("is the owner's own now")
    expect(url).not.toBe(restored.url)
  })

  it('overwrite neither a file nor an instance', async () => {
    const { folder, file } = await used()
    writeFileSync(file, 'mine')
    expect(await run('backup', file, '--data-dir', folder)).toMatchObject({ code: 1, stdout: '' })
    expect(readFileSync(file, 'utf8')).toBe('mine')
    const good = `${file}.2`
    expect((await run('backup', good, '--data-dir', folder)).code).toBe(0)
    const before = readFileSync(join(folder, 'instance.json'), 'utf8')
    const refused = await run('restore', good, '--data-dir', folder)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('already contains an instance')
    expect(readFileSync(join(folder, 'instance.json'), 'utf8')).toBe(before)
  })

  it('refuse a damaged backup and leave nothing behind', async () => {
    const { folder, file, stop } = await used()
    await stop()
    expect((await run('backup', file, '--data-dir', folder)).code).toBe(0)
    truncateSync(file, Math.floor(statSync(file).size / 2) + 100)
    const other = join(folder, '..', 'other')
    const refused = await run('restore', file, '--data-dir', other)
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr.trim().split('\n')).toHaveLength(1)
    expect(existsSync(other)).toBe(false)
  })

  it('need the owner while a gateway runs, and an instance to work on', async () => {
    const { folder, file } = await used()
    const refused = await toolgateHere(['backup', file, '--data-dir', folder], {
      TOOLGATE_KEY: `${OWNER_KEY}0`,
    })
    expect(refused).toMatchObject({ code: 3, stdout: '' })
    expect((await run('backup', file, '--data-dir', makeTempDir())).stderr).toContain(
      'There is no instance',
    )
    expect(existsSync(file)).toBe(false)
  })
})

describe('toolgate export', () => {
  it('writes every row as a line of JSON, without a key or its hash', async () => {
    const { folder, stop } = await used()
    const running = runToolgate(['export', '-', '--data-dir', folder], AS_OWNER)
    expect(running).toMatchObject({ code: 0, stderr: '' })
    await stop()
    const file = join(folder, '..', 'export.ndjson')
    expect((await run('export', file, '--data-dir', folder)).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(running.stdout)
    expect(readdirSync(folder).filter((name) => name.startsWith('export'))).toEqual([])

    const lines = running.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines[0]).toMatchObject({ type: 'export', format: 1 })
    const of = (type: string) => lines.filter((line) => line.type === type)
    expect(of('api_key').map(({ name }) => name)).toEqual(expect.arrayContaining(['Owner', 'Demo']))
    expect(of('entry')).toContainEqual(expect.objectContaining({ slug: 'crypto-hash-sha256', credits: -1 }))
    expect(of('memory')).toMatchObject([{ key: 'note', value: { text: 'remember this' }, tags: ['t'] }])
    expect(running.stdout).not.toContain(hashApiKey(OWNER_KEY))
    expect(running.stdout).not.toContain(OWNER_KEY)
    expect(await run('export', file, '--data-dir', folder)).toMatchObject({ code: 1, stdout: '' })
  })
})
