import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

const SHA = 'crypto-hash-sha256'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterAll(async () => await gateway.close())

const cacheOf = async (slug: string, input: object, key = gateway.key) =>
  (await gateway.call(slug, input, { key })).headers.get('x-cache')

describe('X-Cache', () => {
  it('is MISS for the first call of a cacheable tool and HIT for the same call after it', async () => {
    expect(await cacheOf(SHA, { text: 'first' })).toBe('MISS')
    expect(await cacheOf(SHA, { text: 'first' })).toBe('HIT')
    expect(await cacheOf(SHA, { text: 'other' })).toBe('MISS')
  })

  it('is HIT however the same input is written', async () => {
    await gateway.call(SHA, { text: 'written', encoding: 'hex' })
    const ways = [
      { encoding: 'hex', text: 'written' },
      { input: 'written' },
      { text: 'written', mode: 'agent' },
      { text: 'written', trace: true, session_id: 's' },
    ]
    for (const way of ways) expect(await cacheOf(SHA, way)).toBe('HIT')
  })

  it('is HIT in batches and streams too, with the same data', async () => {
    const { json } = await gateway.call(SHA, { text: 'shared' })
    const traced = await gateway.call(SHA, { text: 'shared', trace: true })
    const batch = await gateway.send('/v1/batch', {
      body: { calls: [{ slug: SHA, input: { text: 'shared' } }] },
    })
    expect(batch.json.results[0].data).toEqual(json.data)
    expect(traced.json.data).toEqual(json.data)
    expect(traced.json.trace.map(({ name }: { name: string }) => name)).not.toContain('execute')
  })

  it('reveals to nobody what another key has called', async () => {
    expect(await cacheOf(SHA, { text: 'secret' })).toBe('MISS')
    expect(await cacheOf(SHA, { text: 'secret' }, gateway.instance.demoKey)).toBe('MISS')
    expect(await cacheOf(SHA, { text: 'secret' }, gateway.instance.demoKey)).toBe('HIT')
  })

  it('is MISS again after a failure', async () => {
    const broken = { csv: '"never closed' }
    expect((await gateway.call('text-csv-to-json', broken)).status).toBe(400)
    const again = await gateway.call('text-csv-to-json', broken)
    expect([again.status, again.headers.get('x-cache')]).toEqual([400, 'MISS'])
  })
})

describe('a HIT', () => {
  it('costs the tool’s fixed credits and answers the same data under a new request', async () => {
    const before = gateway.balance()
    const miss = await gateway.call('text-csv-to-json', { csv: 'n\n1' })
    const hit = await gateway.call('text-csv-to-json', { csv: 'n\n1' })
    expect(hit.headers.get('x-cache')).toBe('HIT')
    expect(hit.json.data).toEqual(miss.json.data)
    expect(hit.json.meta).toMatchObject({
      credits_used: 3,
      balance: before - 6,
      engine: 'real',
      output_hash: miss.json.meta.output_hash,
    })
    expect(hit.headers.get('x-request-id')).not.toBe(miss.headers.get('x-request-id'))
    expect(gateway.balance()).toBe(before - 6)
  })

  it('tells a caller what keeping its own copy by fingerprint would save', async () => {
    const { json } = await gateway.call('text-csv-to-json', { csv: 'n\n1', mode: 'agent' })
    expect(json.agent.cost_breakdown).toEqual({
      this_call: 3,
      memory_cost: 0,
      potential_cache_savings: 3,
    })
  })

  it('needs the credits like any other call', async () => {
    const { key } = await gateway.instance.services.keys.create({
      kind: 'personal',
      name: 'One call',
      grant: 3,
    })
    const call = () => gateway.call('text-csv-to-json', { csv: 'n\n1' }, { key })
    expect((await call()).status).toBe(200)
    const { status, json } = await call()
    expect([status, json.error.need, json.error.have]).toEqual([402, 3, 0])
  })
})
