import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openKeys } from '../../support/gateway/open-keys.ts'
import { FakeClock } from '../../support/gateway/open-stores.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const ANN = { kind: 'personal', name: 'Ann', email: 'ann@example.com', grant: 500 } as const

describe('KeyStore', () => {
  it('finds a key by its text alone, also after a restart', async () => {
    const folder = makeTempDir()
    const clock = new FakeClock()
    const first = await openKeys(folder, clock)
    const scopes = { slugs: ['math-percentile'], tiers: ['compute'] }
    const { account, key } = await first.keys.create({
      ...{ kind: 'team', name: 'CI', permissions: ['admin'], rateLimit: 7, windowSeconds: 5 },
      ...{ scopes, payer: 'key_payer', creditLimit: 50, expiresAt: clock.time + 1_000 },
    })
    expect(account.id).toMatch(/^key_[0-9a-f]{16}$/)
    expect(first.keys.find(key)).toEqual(account)
    first.close()
    const second = await openKeys(folder, clock)
    expect(second.keys.find(key)).toEqual(account)
    expect(second.keys.findById(account.id)).toEqual(account)
    expect(await second.ledger.subAccountOf(account.id)).toMatchObject({
      payer: 'key_payer',
      creditLimit: 50,
    })
    for (const wrong of [`${key}0`, key.toUpperCase(), account.id, '', '__proto__'])
      expect(second.keys.find(wrong)).toBeNull()
  })

  it('writes no key in clear to any file', async () => {
    const folder = makeTempDir()
    const { keys, close } = await openKeys(folder)
    const { key } = await keys.create(ANN)
    const contains = (): string[] =>
      readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(key.slice(12)))
    expect(contains()).toEqual([])
    close()
    expect(contains()).toEqual([])
  })

  it('makes a key and its grant together, or neither', async () => {
    const { keys, ledger, db } = await openKeys()
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
    const created = await Promise.allSettled(
      Array.from({ length: 50 }, (_, i) =>
        keys.create({ ...ANN, name: 'n'.repeat(200), email: `${i}@example.com` }),
      ),
    )
    expect(created.map(({ status }) => status)).toContain('rejected')
    const rows = db.prepare<[], string>('SELECT id FROM api_key').pluck().all()
    expect(keys.list().map(({ id }) => id)).toEqual(expect.arrayContaining(rows))
    expect(keys.list()).toHaveLength(rows.length)
    expect(db.prepare('SELECT count(*) FROM entry').pluck().get()).toBe(rows.length)
    for (const id of rows) expect(ledger.lastKnown(id).balance).toBe(500)
  })

  it('gives one e-mail address one key, in any spelling and at the same moment', async () => {
    const { keys, ledger } = await openKeys()
    const spellings = ['ann@example.com', 'ANN@example.com', 'Ann@Example.COM']
    const results = await Promise.allSettled(spellings.map((email) => keys.create({ ...ANN, email })))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(results[1]).toMatchObject({ reason: { code: 'email_exists', status: 409 } })
    await keys.revoke(keys.list()[0]!.id)
    await expect(keys.create(ANN)).rejects.toMatchObject({ code: 'email_exists' })
    expect(ledger.lastKnown(keys.list()[0]!.id).balance).toBe(500)
  })

  it('refuses a revoked key at once and after a restart', async () => {
    const folder = makeTempDir()
    const first = await openKeys(folder)
    const { account, key } = await first.keys.create(ANN)
    first.clock.time += 5
    expect(await first.keys.revoke(account.id)).toMatchObject({ revokedAt: first.clock.time })
    expect(first.keys.find(key)).toBeNull()
    first.close()
    const second = await openKeys(folder)
    expect(second.keys.find(key)).toBeNull()
    expect(second.keys.findById(account.id)).toBeNull()
    await expect(second.keys.revoke('key_none')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('keeps one key that can administer the gateway, even when two are revoked at once', async () => {
    const { keys, clock } = await openKeys()
    const admin = { ...ANN, email: undefined, permissions: ['admin'] } as const
    const made = [await keys.create(admin), await keys.create(admin)]
    await keys.create({ ...admin, expiresAt: clock.time + 1_000 })
    const results = await Promise.allSettled(made.map(({ account }) => keys.revoke(account.id)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(results[1]).toMatchObject({ reason: { code: 'forbidden' } })
    expect(keys.owner()).toEqual(made[1]!.account)
    expect(keys.find(made[1]!.key)).not.toBeNull()
  })

  it('refuses a key from the moment it expires', async () => {
    const { keys, clock } = await openKeys()
    const { account, key } = await keys.create({ ...ANN, expiresAt: clock.time + 10 })
    clock.time += 9
    expect([keys.find(key), keys.findById(account.id)]).toEqual([account, account])
    clock.time += 1
    expect([keys.find(key), keys.findById(account.id)]).toEqual([null, null])
  })

  it('still knows whose a key was that no longer works, and knows no other', async () => {
    const { keys, clock } = await openKeys()
    const expired = await keys.create({ ...ANN, expiresAt: clock.time })
    const revoked = await keys.create({ ...ANN, email: undefined })
    await keys.revoke(revoked.account.id)
    for (const { account, key } of [expired, revoked]) {
      expect(keys.findAny(key)?.id).toBe(account.id)
      expect(keys.findAnyById(account.id)?.id).toBe(account.id)
    }
    expect([keys.findAny(`${revoked.key}0`), keys.findAnyById('key_none')]).toEqual([null, null])
  })

  it('changes a rate limit at once and for good, and only to one that can be kept', async () => {
    const folder = makeTempDir()
    const first = await openKeys(folder)
    const { account, key } = await first.keys.create(ANN)
    expect(first.keys.find(key)).toMatchObject({ rateLimit: 120, windowSeconds: 60 })
    await first.keys.setRateLimit(account.id, 5, 10)
    expect(first.keys.find(key)).toMatchObject({ rateLimit: 5, windowSeconds: 10 })
    for (const limit of [0, -1, 1.5, NaN, 1e10])
      await expect(first.keys.setRateLimit(account.id, limit, 10)).rejects.toMatchObject({
        code: 'validation_error',
      })
    await expect(first.keys.setRateLimit(account.id, 5, 1e6)).rejects.toThrow('window_seconds')
    await expect(first.keys.setRateLimit('key_none', 5, 10)).rejects.toMatchObject({ code: 'not_found' })
    first.close()
    expect((await openKeys(folder)).keys.find(key)).toMatchObject({ rateLimit: 5, windowSeconds: 10 })
  })

  it('drops a permission it does not know instead of granting it', async () => {
    const folder = makeTempDir()
    const first = await openKeys(folder)
    const { key } = await first.keys.create({ ...ANN, permissions: ['admin'] })
    first.db.exec(`UPDATE api_key SET permissions = '["root"]'`)
    first.close()
    expect((await openKeys(folder)).keys.find(key)?.permissions).toEqual(new Set())
  })
})
