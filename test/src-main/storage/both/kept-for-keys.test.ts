import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileStore } from '../../../../src-main/files/file-store.ts'
import { SessionMemoryStore } from '../../../../src-main/memory/session-memory.ts'
import { BatchStore } from '../../../../src-main/storage/batch-store.ts'
import type { Engine } from '../../../../src-main/storage/engine/engine.ts'
import { one, statement } from '../../../../src-main/storage/engine/work.ts'
import { IdempotencyStore } from '../../../../src-main/storage/idempotency-store.ts'
import { JobStore } from '../../../../src-main/storage/jobs/job-store.ts'
import { PageStore } from '../../../../src-main/storage/page-store.ts'
import { ampleStorage, FakeClock } from '../../../support/gateway/open-stores.ts'
import { LAID_OUT, type LaidOut } from '../../../support/postgres/laid-out.ts'

const MIB = 1024 * 1024
const DAY_MS = 86_400_000
const TOTAL = statement<Record<never, never>, { bytes: number }>('SELECT bytes FROM stored_total')

describe.each(LAID_OUT)('what keys store on %s', (_name, open) => {
  let laidOut: LaidOut
  let engine: Engine
  const clock = new FakeClock()
  const stored = ampleStorage()
  beforeAll(async () => {
    laidOut = await open()
    engine = laidOut.engines[0]
  })
  afterAll(() => laidOut.close())

  it('is one run of 20 equal requests, whose answer all repetitions get for a day', async () => {
    const store = new IdempotencyStore(engine, stored)
    const id = { keyId: randomUUID(), path: '/v1/x', idemKey: 'once' }
    const begin = (idemKey = 'once') =>
      store.begin({ ...id, idemKey, fingerprint: 'f', chargeId: randomUUID(), now: clock.time })
    const states = (await Promise.all(Array.from({ length: 20 }, () => begin()))).map(({ state }) => state)
    expect(states.filter((state) => state === 'new')).toHaveLength(1)
    const answer = { status: 200, headers: { a: 'b' }, body: '{"ok":"Grüße"}' }
    await engine.write(id.keyId, () => store.finish({ ...id, ...answer }))
    expect(await begin()).toEqual({ state: 'replay', ...answer })
    await begin('failed')
    await store.abandon({ ...id, idemKey: 'failed' })
    expect(await begin('failed')).toMatchObject({ state: 'new' })
    clock.time += DAY_MS
    expect(await begin()).toMatchObject({ state: 'new' })
  })

  it('is jobs: each is claimed once, ends once, and is listed by what it came to', async () => {
    const store = new JobStore(clock.now, stored)
    const keyId = randomUUID()
    const insert = (id: string, call = '{}') =>
      engine.write(keyId, () =>
        store.insert({ id, keyId, slug: 's', chargeId: `chg_${id}`, requestId: 'r', call }),
      )
    for (const id of ['a', 'b', 'c']) expect(await insert(keyId + id)).toBe(true)
    const claims = await Promise.all(
      Array.from({ length: 3 }, () => engine.write(keyId, () => store.claim(`${keyId}a`))),
    )
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
    const outcome = { status: 'completed', envelope: '{"n":1}', credits: 2 } as const
    expect(await engine.write(keyId, () => store.finish(`${keyId}a`, outcome))).toBe(true)
    expect(await engine.write(keyId, () => store.cancel(`${keyId}a`))).toBe(false)
    expect(await engine.write(keyId, () => store.cancel(`${keyId}b`))).toBe(true)
    const list = (status?: 'completed' | 'queued') =>
      engine.read(() => store.list(keyId, { limit: 10, ...(status ? { status } : {}) }))
    expect((await list()).map(({ id, credits }) => [id.slice(-1), credits])).toEqual([
      ['c', null],
      ['b', 0],
      ['a', 2],
    ])
    expect(await list('completed')).toHaveLength(1)
    expect((await engine.read(() => store.find(keyId, `${keyId}a`)))?.envelope).toBe('{"n":1}')
    expect((await engine.read(() => store.open())).map(({ id }) => id)).toEqual([`${keyId}c`])
    expect(await engine.write(keyId, () => store.remove(keyId, `${keyId}c`))).toBe(false)
    expect(await engine.write(keyId, () => store.remove(keyId, `${keyId}a`))).toBe(true)
    // Its input is in the way of no other key's job, but of this key's next ones.
    expect(await insert(`${keyId}d`, 'x'.repeat(64 * MIB))).toBe(false)
  })

  it('is session memory: by namespace, tag and prefix, with the last ten values of each entry', async () => {
    const store = new SessionMemoryStore(engine, clock.now, stored)
    const memory = store.forKey(randomUUID())
    const values = ['tab\u0000nul', { __proto__: 1 }, null, [1, { deep: 'Grüße 🎉' }]]
    for (const [at, value] of values.entries()) {
      await memory.set({ namespace: 'n', key: `k${at}`, value, tags: at % 2 ? ['odd', 'all'] : ['all'] })
      expect((await memory.get('n', `k${at}`))?.value).toEqual(value)
    }
    await memory.set({ namespace: 'Z', key: 'k', value: 0, ttlSeconds: 1 })
    const keys = async (page: Partial<Parameters<typeof memory.list>[0]>) =>
      (await memory.list({ limit: 10, ...page })).entries.map(({ namespace, key }) => `${namespace}/${key}`)
    expect(await keys({})).toEqual(['Z/k', 'n/k0', 'n/k1', 'n/k2', 'n/k3'])
    expect(await keys({ namespace: 'n', tags: ['odd', 'all'] })).toEqual(['n/k1', 'n/k3'])
    expect(await keys({ prefix: 'k1' })).toEqual(['n/k1'])
    for (let i = 0; i < 12; i++) await memory.update({ namespace: 'n', key: 'k0' }, () => i)
    expect((await memory.history('n', 'k0')).map(({ value }) => value)).toEqual([
      10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ])
    clock.time += 1_000
    await memory.set({ namespace: 'Z', key: 'k', value: 1 })
    expect(await memory.history('Z', 'k')).toEqual([])
    expect((await memory.namespaces({ limit: 5 })).namespaces.map(({ entries }) => entries)).toEqual([1, 4])
    expect([await memory.delete('n', 'k1'), await memory.delete('n', 'k1')]).toEqual([true, false])
  })

  it('is found by words in its names, tags and values, for its own key alone', async () => {
    const store = new SessionMemoryStore(engine, clock.now, stored)
    const memory = store.forKey('key_one')
    const set = (key: string, value: unknown, tags?: readonly string[]) =>
      memory.set({ namespace: 'n', key, value, ...(tags ? { tags } : {}) })
    await set('invoice-42', 'paid by anna@example.com')
    await set('b', 'The runners were running late\nto the café', ['sport'])
    await set('c', { deep: ['an invoice, unpaid'] })
    await store.forKey('key_two').set({ namespace: 'n', key: 'invoice', value: 'invoice' })
    const search = async (query: string) =>
      (await memory.search({ query, limit: 10, offset: 0 })).entries.map(({ key }) => key)
    expect(await search('invoice')).toEqual(['invoice-42', 'c'])
    expect(await search('42')).toEqual(['invoice-42'])
    expect(await search('example')).toEqual(['invoice-42'])
    expect(await search('run')).toEqual(['b'])
    expect(await search('cafe')).toEqual(['b'])
    expect(await search('Café')).toEqual(['b'])
    expect(await search('sport')).toEqual(['b'])
    expect(await search('the')).toEqual(['b'])
    expect(await search('=key_two & ! "')).toEqual([])
    // Of a private use, so no engine has a word for it.
    expect(await search('\u{f0000}')).toEqual([])
    const { entries } = await memory.search({ query: 'late', limit: 1, offset: 0 })
    expect(entries[0]?.excerpt).toContain('running **late** to the')
    await memory.delete('n', 'b')
    expect(await search('sport')).toEqual([])
  })

  it('is counters that lose no step, and queues that give each message once', async () => {
    const store = new SessionMemoryStore(engine, clock.now, stored)
    const { counters, queues } = store.forKey(randomUUID())
    await Promise.all(Array.from({ length: 20 }, () => counters.add({ name: 'n', by: 2 })))
    expect(await counters.get('n')).toMatchObject({ value: 40 })
    for (const value of ['a', 'b', 'c']) await queues.push({ queue: 'q', value, delaySeconds: 0 })
    const pop = (leaseSeconds: number) => queues.pop({ queue: 'q', lease: 'l', leaseSeconds })
    const popped = await Promise.all([pop(0), pop(0), pop(60)])
    expect(popped.map((message) => message?.value).toSorted()).toEqual(['a', 'b', 'c'])
    expect(await queues.size('q')).toEqual({ ready: 0, hidden: 1 })
    expect([await queues.acknowledge('q', 'l'), await queues.acknowledge('q', 'l')]).toEqual([true, false])
  })

  it('is files, saved runs and documents of the page', async () => {
    const keyId = randomUUID()
    const files = new FileStore(engine, clock.now, stored)
    const content = Buffer.from([0, 255, 1, 128])
    const { id } = await files.add(keyId, { name: 'a', mediaType: 'b/c', content, ttlSeconds: 60 })
    expect(await files.read(keyId, id)).toEqual(content)
    expect(await files.read('another', id)).toBeNull()

    const batches = new BatchStore(engine, clock.now, stored)
    const options = { retry_once: true, floor: null }
    await batches.create(keyId, { id: `${keyId}b`, name: 'Run', source: 'a.csv', options })
    const rows = ['{"x":1}', '{"x":2}'].map((input, position) => ({
      ...{ position, input, slug: 's', label: 'l', cells: null },
    }))
    await batches.putRows(keyId, `${keyId}b`, rows)
    const outcome = { chunk: null, sent_at: 1, request_id: 'r', latency_ms: 3, error: null, result: '"ä"' }
    await batches.putOutcomes(keyId, `${keyId}b`, [{ position: 1, state: 'done', credits: 5, ...outcome }])
    expect(await batches.find(keyId, `${keyId}b`)).toMatchObject({
      rows: 2,
      done: 1,
      failed: 0,
      credits: 5,
    })

    const page = new PageStore(engine, clock.now)
    await page.put(keyId, 'favourites', ['x'])
    for (let at = 0; at < 3; at++) await page.putDraft(keyId, `slug-${at}`, { at })
    expect(await page.get(keyId, 'favourites')).toEqual(['x'])
    expect((await page.drafts(keyId)).size).toBe(3)
    const state = await engine.read(() => stored.state())
    expect(state.bytes).toBe((await engine.read(() => one(TOTAL, {})))?.bytes)
    await files.remove(keyId, id)
    expect((await engine.read(() => stored.state())).bytes).toBeLessThan(state.bytes)
  })
})
