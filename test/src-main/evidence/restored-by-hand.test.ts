import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { HEAD_FILE } from '../../../src-main/evidence/head-file.ts'
import { writeBackup } from '../../../src-main/ledger/backup.ts'
import { DATABASE_FILE, openDatabase } from '../../../src-main/storage/open-database.ts'
import { copyOf, headVerdictOf, putDatabase, tamper } from '../../support/gateway/stopped-instance.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const SHA = 'crypto-hash-sha256'
const KEYS = '/v1/enterprise/keys'

const makeKey = async (gateway: TestGateway, body: object = { name: 'Team' }): Promise<Json> =>
  (await gateway.asOwner(KEYS, { body })).json
const revoke = (gateway: TestGateway, id: string) => gateway.asOwner(`${KEYS}/${id}`, { method: 'DELETE' })
const statusOf = async (gateway: TestGateway, key: string): Promise<number> =>
  (await gateway.call(SHA, { text: 'x' }, { key })).status

/** An instance whose database from before a revocation was put back by hand. */
async function putBack() {
  const dataDir = makeTempDir()
  const first = await TestGateway.create({ dataDir })
  const [leaked, kept] = [await makeKey(first), await makeKey(first, { name: 'Kept' })]
  await first.close()
  const old = copyOf(dataDir)
  const second = await TestGateway.create({ dataDir })
  await revoke(second, leaked.key_id)
  await second.close()
  putDatabase(old, dataDir)
  return { dataDir, leaked, kept }
}

describe('a database that was put back by hand', () => {
  it('begins an epoch, and no key but the owner’s works before the owner confirms it', async () => {
    const { dataDir, leaked, kept } = await putBack()
    expect(headVerdictOf(dataDir).problems.join()).toContain('the database is older than the head')
    const gateway = await TestGateway.create({ dataDir })
    expect(gateway.instance.restored?.detail).toBe('The database is older than its signed head.')

    const refused = await gateway.call(SHA, { text: 'x' }, { key: leaked.key })
    expect(refused).toMatchObject({ status: 403, json: { error: { code: 'forbidden' } } })
    expect(refused.json.error.message).toContain(`toolgate keys confirm ${leaked.key_id}`)
    expect(await statusOf(gateway, kept.key)).toBe(403)
    expect(await statusOf(gateway, OWNER_KEY)).toBe(200)

    const { entries } = (await gateway.asOwner('/v1/enterprise/audit?action=instance.restored')).json
    expect(entries).toMatchObject([{ actor: null, detail: { by: 'start', epoch: 2 } }])
    const confirmed = await gateway.asOwner('/app/keys/confirm', { body: { key_id: kept.key_id } })
    expect(confirmed.json.keys).toMatchObject([{ key_id: kept.key_id, status: 'active' }])
    await revoke(gateway, leaked.key_id)
    expect([await statusOf(gateway, kept.key), await statusOf(gateway, leaked.key)]).toEqual([200, 401])
    const { receipt } = (await gateway.call(SHA, { text: 'x', receipt: true })).json
    expect(receipt.statement.epoch).toBe(2)
    await gateway.close()

    // Once told it is settled, and what the old head said stays beside the new one.
    expect(headVerdictOf(dataDir)).toMatchObject({ ok: true, restores: [{ epoch: 2 }] })
    expect(readFileSync(join(dataDir, 'ledger-head.before-epoch-2.json'), 'utf8')).toContain('"epoch":1')
    const again = await TestGateway.create({ dataDir })
    expect([again.bugs, again.instance.restored]).toEqual([[], null])
    await again.close()
  })

  it('lets only the owner confirm keys, one or all at once', async () => {
    const { dataDir, kept } = await putBack()
    const gateway = await TestGateway.create({ dataDir })
    const admin = await makeKey(gateway, { name: 'Admin', permissions: ['admin'] })
    const asked = { key: admin.key, body: { all: true } }
    expect((await gateway.send('/app/keys/confirm', asked)).status).toBe(403)
    const listed = (await gateway.asOwner(KEYS)).json.keys
    const suspended = listed.filter(({ status }: Json) => status === 'suspended').length
    const all = await gateway.asOwner('/app/keys/confirm', { body: { all: true } })
    expect(all.json.keys).toHaveLength(suspended)
    expect(await statusOf(gateway, kept.key)).toBe(200)
    const unknown = await gateway.asOwner('/app/keys/confirm', { body: { key_id: 'key_0' } })
    expect(unknown.status).toBe(404)
    await gateway.close()
  })

  it('begins another epoch each time, even from the same copy', async () => {
    const dataDir = makeTempDir()
    await (await TestGateway.create({ dataDir })).close()
    const old = copyOf(dataDir)
    const epochs: number[] = []
    for (let times = 0; times < 3; times++) {
      const gateway = await TestGateway.create({ dataDir })
      const { receipt } = (await gateway.call(SHA, { text: 'x', receipt: true })).json
      epochs.push(receipt.statement.epoch)
      await gateway.close()
      putDatabase(old, dataDir)
    }
    expect(epochs).toEqual([1, 2, 3])
  })

  it('is noticed without the head that belongs to it, and when it is a backup', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    const { key } = await makeKey(first)
    await first.close()
    const alone = copyOf(dataDir)
    rmSync(join(alone, HEAD_FILE))
    const elsewhere = await TestGateway.create({ dataDir: alone })
    expect(await statusOf(elsewhere, key)).toBe(403)
    await elsewhere.close()

    const db = openDatabase(dataDir)
    const backup = join(dataDir, 'backup.db')
    await writeBackup(db, backup, Date.UTC(2026, 0, 2))
    db.close()
    const folder = makeTempDir()
    cpSync(backup, join(folder, DATABASE_FILE))
    const restored = await TestGateway.create({ dataDir: folder })
    expect(restored.instance.restored?.detail).toContain('replaced by hand with a backup of 2026-01-02')
    expect(await statusOf(restored, key)).toBe(403)
    await restored.close()
  })

  it('is not believed with a head that another key signed', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    const { key } = await makeKey(first)
    await first.close()
    rmSync(join(dataDir, 'instance-key.pem'))
    const gateway = await TestGateway.create({ dataDir })
    expect(gateway.instance.restored?.detail).toContain('not the given key')
    expect([await statusOf(gateway, key), await statusOf(gateway, OWNER_KEY)]).toEqual([403, 200])
    await gateway.close()
    expect(headVerdictOf(dataDir)).toMatchObject({ ok: true, restores: [{ epoch: 2 }] })
  })

  it('makes nobody the owner whom the head does not know as the owner', async () => {
    const dataDir = makeTempDir()
    const gateway = await TestGateway.create({ dataDir })
    const { key } = await makeKey(gateway)
    await gateway.close()
    tamper(dataDir, `UPDATE api_key SET permissions = '["admin"]', created_at = 1 WHERE name = 'Team'`)
    const started = await TestGateway.create({ dataDir })
    expect(started.instance.restored?.cause).toBe('mismatch')
    const { entries } = (await started.asOwner('/v1/enterprise/audit?action=instance.restored')).json
    expect(entries[0].detail.problems.join()).toContain('has ["admin"] now')
    expect(await statusOf(started, key)).toBe(403)
    expect(await statusOf(started, OWNER_KEY)).toBe(200)
    await started.close()
  })
})

describe('a gateway that was killed', () => {
  it('continues its history, since its database is newer than its head', async () => {
    const dataDir = makeTempDir()
    const running = await TestGateway.create({ dataDir })
    // A revocation is answered once a head knows of it.
    const ended = await makeKey(running)
    await revoke(running, ended.key_id)
    const { key, key_id } = await makeKey(running)
    const limit = { key_id, limit: 7, window_seconds: 60 }
    await running.asOwner('/v1/enterprise/rate-limits', { body: limit })
    await running.call(SHA, { text: 'after the head', receipt: true })
    await running.send('/v1/auth/signup', { key: null, body: { email: 'a@example.com', name: 'A' } })
    const killed = copyOf(dataDir)
    await running.close()

    const head = JSON.parse(readFileSync(join(killed, HEAD_FILE), 'utf8')).statement
    expect(head.final).toBe(false)
    expect(Object.keys(head.keys)).not.toContain(key_id)
    expect(head.keys[ended.key_id].state).toBe('revoked')
    expect(headVerdictOf(killed)).toMatchObject({ ok: true, problems: [] })
    const restarted = await TestGateway.create({ dataDir: killed })
    expect([restarted.bugs, restarted.instance.restored]).toEqual([[], null])
    expect(await statusOf(restarted, key)).toBe(200)
    await restarted.close()
  })
})
