import Sqlite from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../../src-main/storage/migrate.ts'
import { MIGRATIONS } from '../../../src-main/storage/migrations.ts'
import { memorySearch } from '../../../src-main/storage/migrations/008-memory-search.ts'
import { SessionMemoryStore } from '../../../src-main/memory/session-memory.ts'
import { atOnce } from '../../support/gateway/at-once.ts'
import { FakeClock, openStores } from '../../support/gateway/open-stores.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

function open() {
  const stores = openStores()
  const store = atOnce(stores.db, new SessionMemoryStore(stores.engine, stores.clock.now, stores.stored))
  return { ...stores, store, memory: store.forKey('key_a') }
}

describe('SessionMemoryStore', () => {
  it('gives back what was set, even what a careless JSON or SQL text would lose', async () => {
    const { memory } = open()
    const values = [
      null,
      0,
      '',
      [],
      {},
      'tab\u0000nul',
      { list: [1, { deep: null }], text: 'Grüße 🎉' },
      JSON.parse('{"__proto__": 1}'),
    ]
    for (const [i, value] of values.entries()) {
      await memory.set({ namespace: 'n', key: `k${i}`, value })
      expect(JSON.stringify((await memory.get('n', `k${i}`))?.value)).toBe(JSON.stringify(value))
    }
    await expect(memory.set({ namespace: 'n', key: 'k', value: undefined })).rejects.toThrow(TypeError)
  })

  it('never shows one key what another key, or another namespace, holds', async () => {
    const { store, memory } = open()
    await memory.set({ namespace: 'n', key: 'k', value: 'mine' })
    expect(await store.forKey('key_b').get('n', 'k')).toBeNull()
    expect(await memory.get('m', 'k')).toBeNull()
    await store.forKey('key_b').set({ namespace: 'n', key: 'k', value: 'theirs' })
    expect((await memory.get('n', 'k'))?.value).toBe('mine')
  })

  it('keeps the time of creation when an entry is overwritten, but not that of an expired one', async () => {
    const { memory, clock } = open()
    await memory.set({ namespace: 'n', key: 'k', value: 1, tags: ['a'], ttlSeconds: 10 })
    clock.time += 1_000
    expect(await memory.set({ namespace: 'n', key: 'k', value: 2, ttlSeconds: 10 })).toEqual({
      namespace: 'n',
      key: 'k',
      value: 2,
      tags: [],
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:01.000Z',
      expires_at: '2026-01-01T00:00:11.000Z',
    })
    clock.time += 10_000
    expect((await memory.set({ namespace: 'n', key: 'k', value: 3 })).created_at).toBe(
      '2026-01-01T00:00:11.000Z',
    )
  })

  it('forgets an entry at the very end of its time to live, and not before', async () => {
    const { memory, clock } = open()
    await memory.set({ namespace: 'n', key: 'k', value: 1, ttlSeconds: 10 })
    clock.time += 9_999
    expect((await memory.get('n', 'k'))?.value).toBe(1)
    clock.time += 1
    expect(await memory.get('n', 'k')).toBeNull()
  })

  it('removes expired rows from the disk unasked', async () => {
    const { memory, clock, db } = open()
    const rows = (): unknown => db.prepare('SELECT count(*) FROM memory').pluck().get()
    for (let i = 0; i < 20; i++) await memory.set({ namespace: 'n', key: `k${i}`, value: i, ttlSeconds: 1 })
    clock.time += 3_600_000
    await memory.set({ namespace: 'n', key: 'new', value: 1 })
    expect(rows()).toBe(1)
  })

  it('refuses the 10,001st entry of a key, lets it overwrite, and leaves other keys alone', async () => {
    const { memory, store } = open()
    for (let i = 0; i < 10_000; i++)
      await memory.set({ namespace: 'n', key: `k${i}`, value: i, ttlSeconds: i + 1 })
    await expect(memory.set({ namespace: 'n', key: 'more', value: 1 })).rejects.toThrow(/full/)
    await memory.set({ namespace: 'n', key: 'k1', value: 'again' })
    await store.forKey('key_b').set({ namespace: 'n', key: 'k', value: 1 })
  })

  it('makes room from expired entries before it refuses a new one', async () => {
    const { memory, clock } = open()
    const big = 'x'.repeat(40 * 1024 * 1024)
    await memory.set({ namespace: 'n', key: 'old', value: big, ttlSeconds: 30 })
    clock.time += 30_000
    await memory.set({ namespace: 'n', key: 'new', value: big })
    expect((await memory.get('n', 'new'))?.value).toHaveLength(big.length)
    await expect(memory.set({ namespace: 'n', key: 'third', value: big })).rejects.toThrow(
      expect.objectContaining({ code: 'validation_error' }),
    )
    expect(await memory.get('n', 'third')).toBeNull()
  })

  it('rolls back with the transaction it was written in', async () => {
    const { store, memory, commits } = open()
    const failing = commits.enqueue(() => {
      store.write('key_a', { namespace: 'n', key: 'k', value: 1 })
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await memory.get('n', 'k')).toBeNull()
  })

  it('answers storage_full on a full disk and keeps the old value', async () => {
    const { memory, db } = open()
    await memory.set({ namespace: 'n', key: 'k', value: 'old' })
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
    await expect(memory.set({ namespace: 'n', key: 'k', value: 'x'.repeat(100_000) })).rejects.toThrow(
      expect.objectContaining({ code: 'storage_full' }),
    )
    expect((await memory.get('n', 'k'))?.value).toBe('old')
  })

  it('survives a restart', async () => {
    const folder = makeTempDir()
    const clock = new FakeClock()
    const first = openStores(folder, clock)
    await new SessionMemoryStore(first.engine, clock.now, first.stored).forKey('key_a').set({
      namespace: 'n',
      key: 'k',
      value: [1],
    })
    first.close()
    const second = openStores(folder, clock)
    const store = new SessionMemoryStore(second.engine, clock.now, second.stored)
    expect((await store.forKey('key_a').get('n', 'k'))?.value).toEqual([1])
  })

  it('finds by search what was stored before there was one', async () => {
    const folder = makeTempDir()
    const old = new Sqlite(join(folder, 'toolgate.db'))
    migrate(old, MIGRATIONS.slice(0, MIGRATIONS.indexOf(memorySearch)))
    old.exec(`INSERT INTO memory (key_id, namespace, key, value, tags, bytes, created_at, updated_at)
      VALUES ('key_a', 'n', 'k', '"an old word"', '["t"]', 20, 1, 2)`)
    old.close()
    const { db, engine, clock, stored } = openStores(folder)
    const memory = new SessionMemoryStore(engine, clock.now, stored).forKey('key_a')
    expect((await memory.search({ query: 'word', limit: 5, offset: 0 })).entries).toMatchObject([
      { key: 'k', bytes: 20 },
    ])
    expect(await memory.delete('n', 'k')).toBe(true)
    expect(db.prepare('SELECT entries, bytes FROM memory_usage').all()).toEqual([{ entries: 0, bytes: 0 }])
  })

  it('keeps its search index in step through overwriting, deletion, expiry and rollback', async () => {
    const { memory, store, clock, db } = open()
    for (let i = 0; i < 300; i++) {
      const entry = {
        namespace: 'n',
        key: `k${(i * 7) % 40}`,
        value: `word${i} \n\\n ${'x'.repeat(i * 300)}`,
      }
      if (i % 5 === 0) await memory.delete('n', entry.key)
      else await memory.set({ ...entry, tags: [`t${i % 3}`], ...(i % 4 ? {} : { ttlSeconds: i + 1 }) })
      if (i % 50 === 0) {
        db.exec('BEGIN')
        store.write('key_b', entry)
        db.exec('ROLLBACK')
      }
      clock.time += 1_000
    }
    clock.time += 3_600_000
    store.prune()
    // FTS5's own check of the index against the text it was made from.
    db.exec(`INSERT INTO memory_search (memory_search, rank) VALUES ('integrity-check', 1)`)
    const { entries } = await memory.list({ limit: 100 })
    expect(entries.length).toBeGreaterThan(10)
    const held = entries.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(db.prepare('SELECT entries, bytes FROM memory_usage').all()).toEqual([
      { entries: entries.length, bytes: held },
    ])
  })

  it('ranks by what the key itself has stored, whatever others store', async () => {
    const { memory, store } = open()
    const order = async () =>
      (await memory.search({ query: 'red green', limit: 50, offset: 0 })).entries.map(({ key }) => key)
    await memory.set({ namespace: 'n', key: 'r', value: 'red' })
    await memory.set({ namespace: 'n', key: 'g', value: 'green' })
    for (let i = 0; i < 9; i++) await memory.set({ namespace: 'n', key: `g${i}`, value: 'green' })
    const before = await order()
    expect(before[0]).toBe('r')
    for (let i = 0; i < 100; i++)
      store.write('key_b', { namespace: 'n', key: `r${i}`, value: 'red '.repeat(i) })
    expect(await order()).toEqual(before)
  })

  it('lists and searches 10,000 entries of a key to the last one', async () => {
    const { memory, store } = open()
    for (let i = 0; i < 10_000; i++) {
      const entry = {
        namespace: `n${i % 10}`,
        key: `k${i}`,
        value: { text: `word number${i}` },
        tags: [`t${i % 100}`],
      }
      await memory.set(entry)
      if (i % 10 === 0) store.write('key_b', entry)
    }
    expect((await memory.search({ query: 'number9999', limit: 5, offset: 0 })).entries).toMatchObject([
      { key: 'k9999' },
    ])
    expect((await memory.search({ query: 'word', limit: 100, offset: 9_950 })).entries).toHaveLength(50)
    const last = await memory.list({ limit: 100, after: { namespace: 'n9', key: 'k9989' } })
    expect(last.entries.map(({ key }) => key)).toEqual(['k999', 'k9999'])
    expect((await memory.list({ limit: 1_000, tags: ['t7'] })).entries).toHaveLength(100)
  })
})
