import { describe, expect, it } from 'vitest'
import { useKeys } from '../../src-renderer/balance/keys.ts'
import { useLedger } from '../../src-renderer/balance/ledger.ts'
import { usePurchases } from '../../src-renderer/balance/purchases.ts'
import { createRemote } from '../../src-renderer/gateway/remote.ts'
import { useSettings } from '../../src-renderer/settings/settings.ts'
import { creditsOf, useUsageDays } from '../../src-renderer/balance/usage-days.ts'
import { openPageStores } from '../support/browser/page-stores.ts'
import { tamper } from '../support/gateway/stopped-instance.ts'
import { OWNER_KEY, TestGateway } from '../support/gateway/test-gateway.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const HASH = 'crypto-hash-sha256'
const DAY_MS = 24 * 60 * 60 * 1_000

describe('data of the gateway', () => {
  it('are those of the newest question, even when an older one is answered later', async () => {
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let asked = 0
    const remote = createRemote(() => answers[asked++]!.promise, '')
    const [older, newer] = [remote.load(), remote.load()]
    answers[1]!.resolve('new')
    await newer
    answers[0]!.resolve('old')
    await older
    expect([remote.value.value, remote.state.value]).toEqual(['new', 'ready'])
  })
})

describe('the ledger', () => {
  it('has every entry once, even when new ones come while older ones are shown', async () => {
    const { gateway } = await openPageStores()
    const call = (n: number) => gateway.call(HASH, { text: String(n) }, { key: OWNER_KEY })
    for (let n = 0; n < 60; n++) await call(n)
    const ledger = useLedger()
    await ledger.load()
    expect(ledger.entries.length).toBe(50)
    await ledger.more()
    const all = ledger.entries.length
    await call(60)
    await ledger.load()
    const seqs = ledger.entries.map(({ seq }) => seq)
    expect(seqs.length).toBe(all + 1)
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => b - a))
    expect(ledger.cursor).toBeNull()
  })

  it('is called sound only after a check', async () => {
    await openPageStores()
    const ledger = useLedger()
    expect(ledger.check).toBeNull()
    await ledger.verify()
    expect(ledger.check).toMatchObject({ sound: true, ledger: { problems: [] } })
  })
})

describe('the days', () => {
  it('are compared with days on which something was called', async () => {
    const { gateway } = await openPageStores()
    const call = (text: string) => gateway.call(HASH, { text }, { key: OWNER_KEY })
    for (const text of ['a', 'b', 'c', 'd']) await call(text)
    gateway.advance(3 * DAY_MS)
    for (const text of ['e', 'f']) await call(text)
    gateway.advance(DAY_MS)
    await call('g')
    const usage = useUsageDays()
    await usage.show(7)
    expect(usage.days.map(creditsOf).slice(-5)).toEqual([4, 0, 0, 2, 1])
    expect(usage.usual).toBe(3)
    expect(usage.tiers).toEqual(['compute'])
    await usage.show('24h')
    expect([usage.bars.length, usage.bars.at(-1)?.calls]).toEqual([24, 1])
    // Today's figures stay those of a day.
    expect([usage.today?.calls, usage.usual]).toEqual([1, 3])
  })
})

describe('keys and purchases', () => {
  it('put the owner’s own key first, and list a revoked one as ended', async () => {
    const { gateway } = await openPageStores()
    const keys = useKeys()
    const made = await keys.create({ name: 'agent', rate_limit: 5, slugs: [HASH] })
    expect((await gateway.call(HASH, { text: 'a' }, { key: made })).status).toBe(200)
    await keys.load()
    expect(keys.active.map(({ name }) => name).slice(0, 2)).toEqual(['Owner', 'agent'])
    const { key_id } = keys.active[1]!
    await keys.setRate(key_id, 7, 30)
    expect(keys.byId.get(key_id)?.rate_limit).toEqual({ limit: 7, window_seconds: 30 })
    await keys.revoke(key_id)
    expect(keys.ended.map(({ name }) => name)).toEqual(['agent'])
  })

  it('show an ended key until the owner adopts it', async () => {
    const { gateway } = await openPageStores()
    const keys = useKeys()
    const admin = { name: 'admin', permissions: ['admin'] }
    const maker = (await gateway.asOwner('/v1/enterprise/keys', { body: admin })).json
    const child = await gateway.send('/v1/enterprise/keys', { key: maker.key, body: { name: 'child' } })
    // By another way than the page, whose session would end with an admin key.
    await gateway.instance.services.keys.revoke(maker.key_id)
    await keys.load()
    expect(keys.ended.map(({ name, status }) => [name, status])).toEqual([
      ['admin', 'revoked'],
      ['child', 'ended'],
    ])
    await keys.adopt(child.json.key_id)
    expect(keys.active.map(({ name }) => name)).toContain('child')
  })

  it('show the keys that a restore suspended until the owner confirms or revokes them', async () => {
    const dataDir = makeTempDir()
    const before = await TestGateway.create({ dataDir })
    for (const name of ['one', 'two', 'three'])
      await before.asOwner('/v1/enterprise/keys', { body: { name } })
    await before.close()
    // As in the file of a backup.
    tamper(dataDir, 'INSERT INTO backup_mark (made_at) VALUES (0)')
    await openPageStores({ dataDir })
    const keys = useKeys()
    await keys.load()
    const idOf = (wanted: string) => keys.suspended.find(({ name }) => name === wanted)!.key_id
    await keys.confirm(idOf('one'))
    await keys.revoke(idOf('two'))
    expect(keys.active.map(({ name }) => name)).toEqual(expect.arrayContaining(['Owner', 'one']))
    expect(keys.ended.map(({ name }) => name)).toEqual(['two'])
    expect(keys.suspended.map(({ name }) => name)).toContain('three')
    await keys.confirm(null)
    expect(keys.suspended).toEqual([])
    const ledger = useLedger()
    await ledger.verify()
    expect(ledger.check).toMatchObject({ sound: true, head: { ok: true, restores: [{ epoch: 2 }] } })
  })

  it('show a purchase as long as it waits for a decision', async () => {
    const { gateway } = await openPageStores()
    await gateway.send('/v1/credits/buy', { body: { credits: 30_000 } })
    const purchases = usePurchases()
    await purchases.load()
    expect(purchases.waiting).toMatchObject([{ credits: 30_000, amount_usd: '30', name: 'Test' }])
    await purchases.decide(purchases.waiting[0]!.purchase_id, 'decline')
    expect(purchases.waiting).toEqual([])
    expect(gateway.balance()).toBe(500)
    await purchases.setReload({ threshold: 10, credits: 1_000, enabled: true })
    expect(purchases.reload).toEqual({ threshold: 10, credits: 1_000, enabled: true })
  })
})

describe('the settings', () => {
  it('show what the gateway accepted', async () => {
    const { gateway } = await openPageStores()
    const settings = useSettings()
    await settings.load()
    await settings.change({ activity: 'off' })
    expect(settings.settings?.activity).toBe('off')
    expect(gateway.instance.services.settings.get().activity).toBe('off')
    await settings.allow('http://127.0.0.1:3000/')
    expect(settings.origins).toMatchObject([{ origin: 'http://127.0.0.1:3000', from: 'settings' }])
    await expect(settings.allow('no address')).rejects.toMatchObject({ code: 'validation_error' })
    expect(settings.origins.length).toBe(1)
  })
})
