import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GatewayError } from '../../../src-shared/errors.ts'
import { Readiness } from '../../../src-main/ledger/readiness.ts'
import { grant, openStores } from '../../support/gateway/open-stores.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

describe('GET /v1/health', () => {
  it('says live without a key, and ready once calls can be charged', async () => {
    const live = await gateway.send('/v1/health', { key: null })
    expect(live.json).toEqual({ ok: true, status: 'live', version: '0.0.0-test' })
    await gateway.call('crypto-hash-sha256', { text: 'abc' })
    const ready = await gateway.send('/v1/health?check=ready', { key: null })
    expect(ready.json).toMatchObject({ ok: true, status: 'ready' })
    expect((await gateway.send('/v1/health?check=maybe')).status).toBe(400)
  })

  it('stays live but is not ready when the database takes no writes', async () => {
    await gateway.instance.services.engine.close()
    expect((await gateway.send('/v1/health')).status).toBe(200)
    const ready = await gateway.send('/v1/health?check=ready')
    expect(ready.status).toBe(500)
    expect(ready.json.ok).toBe(false)
  })
})

describe('Readiness', () => {
  it('notices a balance that differs from its newest entry', async () => {
    const stores = openStores()
    const { db, engine, clock } = stores
    for (let i = 0; i < 20; i++) await grant(stores, `key_${i}`, 10 + i)
    const readiness = new Readiness(engine, async () => {}, clock.now)
    await readiness.check()
    db.exec(`UPDATE account SET balance = balance + 1 WHERE id = 'key_7'`)
    clock.time += 5_000
    await expect(readiness.check()).rejects.toThrow('does not add up')
    db.exec(`UPDATE account SET balance = balance - 1 WHERE id = 'key_7'`)
    clock.time += 5_000
    await readiness.check()
  })

  it('writes at most once in five seconds, however often it is asked', async () => {
    const stores = openStores()
    let commits = 0
    const { engine, clock } = stores
    const readiness = new Readiness(engine, async () => void commits++, clock.now)
    for (let i = 0; i < 100; i++) {
      await readiness.check()
      clock.time += 100
    }
    expect(commits).toBe(2)
  })

  it('is back with its database, also right after it was not', async () => {
    const { engine, clock } = openStores()
    let isAway = true
    const touch = async (): Promise<void> => {
      if (isAway) throw new GatewayError('storage_unavailable', 'The database is away.')
    }
    const readiness = new Readiness(engine, touch, clock.now)
    await expect(readiness.check()).rejects.toThrow('away')
    isAway = false
    await readiness.check()
  })
})
