import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { HASH, change, exported, keptGateway, recorded } from '../../support/gateway/call-record.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
  onTestFinished(() => gateway.close())
})

const allow = (calls: number, to = gateway) => change(to, { activity_max_calls: calls })
const list = (query: string, from = gateway) => recorded(from, `?limit=200${query}`)
const textsOf = (entries: readonly Json[]) => entries.map(({ gist }) => JSON.parse(gist).text)
/** Calls that cost nothing: a batch of fifty slugs that do not exist. */
const floodFree = async (key: string, batches: number, from = gateway) => {
  const calls = Array.from({ length: 50 }, (_, n) => ({ slug: `none-${n}` }))
  for (let i = 0; i < batches; i++) await from.send('/v1/batch', { key, body: { calls } })
}

describe('what the record keeps while a key fills it with calls that cost nothing', () => {
  // Catches: the oldest rows of all keys make room, so that ten batches push out everybody's.
  it('is every call of the owner and of a quiet key', async () => {
    await allow(100)
    for (const text of ['a', 'b', 'c'])
      await gateway.call(HASH, { text: `owner ${text}` }, { key: OWNER_KEY })
    for (const text of ['d', 'e']) await gateway.call(HASH, { text: `quiet ${text}` })
    const { keys } = gateway.instance.services
    const hostile = await keys.create({ kind: 'personal', name: 'Hostile' })
    await floodFree(hostile.key, 20)
    expect(textsOf(await list(`&key_id=${gateway.ownerId}`))).toEqual(['owner c', 'owner b', 'owner a'])
    expect(textsOf(await list(`&key_id=${gateway.keyId}`))).toEqual(['quiet e', 'quiet d'])
    const kept = await list('')
    expect(kept).toHaveLength(100)
    expect(kept.filter(({ key_id }) => key_id === hostile.account.id)).toHaveLength(95)
    expect(gateway.instance.activity.read().count).toBe(100)
  })

  it('includes a quarter for the owner, however many keys take part', async () => {
    await allow(100)
    for (let n = 0; n < 40; n++) await gateway.call(HASH, { text: `owner ${n}` }, { key: OWNER_KEY })
    const { keys } = gateway.instance.services
    for (let n = 0; n < 12; n++)
      await floodFree((await keys.create({ kind: 'personal', name: `Hostile ${n}` })).key, 2)
    const own = textsOf(await list(`&key_id=${gateway.ownerId}`))
    expect(own.length).toBeGreaterThanOrEqual(25)
    expect(own).toEqual(Array.from({ length: own.length }, (_, n) => `owner ${39 - n}`))
  })

  it('is found by a search past all that was deleted, and exported in order', async () => {
    await allow(100)
    await gateway.call(HASH, { text: 'zebra first' }, { key: OWNER_KEY })
    await floodFree(gateway.key, 20)
    await gateway.call(HASH, { text: 'zebra last' }, { key: OWNER_KEY })
    expect(textsOf(await list('&q=zebra'))).toEqual(['zebra last', 'zebra first'])
    expect(await list('&q=api_not_found')).toHaveLength(98)
    const ids = (await exported(gateway)).map(({ id }) => id)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, 1, 1_002])
    expect(ids).toEqual(ids.toSorted((one: number, other: number) => one - other))
  })

  it('is the same after a restart', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    await allow(100, first)
    await first.call(HASH, { text: 'owner' }, { key: OWNER_KEY })
    await floodFree(first.key, 3, first)
    const { key } = first
    await first.close()
    const second = await keptGateway(dataDir)
    await floodFree(key, 3, second)
    expect(textsOf(await list(`&key_id=${second.ownerId}`, second))).toEqual(['owner'])
    expect(await list('', second)).toHaveLength(100)
  })

  it('are its newest bodies: large ones push out large ones', async () => {
    await gateway.call(HASH, { text: 'owner' }, { key: OWNER_KEY })
    await gateway.instance.services.keys.setRateLimit(gateway.keyId, 1_000, 60)
    const text = 'x'.repeat(250_000)
    const calls = Array.from({ length: 14 }, (_, n) => ({ slug: HASH, input: { text: `${n}${text}` } }))
    for (let i = 0; i < 20; i++) await gateway.send('/v1/batch', { body: { calls } })
    expect(textsOf(await list(`&key_id=${gateway.ownerId}`))).toEqual(['owner'])
    const { count } = gateway.instance.activity.read()
    expect(count).toBeGreaterThan(200)
    expect(count).toBeLessThan(270)
  })
})
