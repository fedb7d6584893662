import { describe, expect, it } from 'vitest'
import { SessionMemoryStore } from '../../../src-main/storage/session-memory.ts'
import { FakeClock, openStores } from '../../support/open-stores.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

function open() {
  const stores = openStores()
  const store = new SessionMemoryStore(stores.db, stores.clock.now)
  return { ...stores, store, memory: store.forKey('key_a') }
}

describe('SessionMemoryStore', () => {
  it('gives back what was set, also what a careless JSON or SQL text would lose', () => {
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
      memory.set({ namespace: 'n', key: `k${i}`, value })
      expect(JSON.stringify(memory.get('n', `k${i}`)?.value)).toBe(JSON.stringify(value))
    }
    expect(() => memory.set({ namespace: 'n', key: 'k', value: undefined })).toThrow(TypeError)
  })

  it('never shows one key what another key, or another namespace, holds', () => {
    const { store, memory } = open()
    memory.set({ namespace: 'n', key: 'k', value: 'mine' })
    expect(store.forKey('key_b').get('n', 'k')).toBeNull()
    expect(memory.get('m', 'k')).toBeNull()
    store.forKey('key_b').set({ namespace: 'n', key: 'k', value: 'theirs' })
    expect(memory.get('n', 'k')?.value).toBe('mine')
  })

  it('keeps the time of creation when an entry is overwritten, but not that of an expired one', () => {
    const { memory, clock } = open()
    memory.set({ namespace: 'n', key: 'k', value: 1, tags: ['a'], ttlSeconds: 10 })
    clock.time += 1_000
    expect(memory.set({ namespace: 'n', key: 'k', value: 2, ttlSeconds: 10 })).toEqual({
      namespace: 'n',
      key: 'k',
      value: 2,
      tags: [],
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:01.000Z',
      expires_at: '2026-01-01T00:00:11.000Z',
    })
    clock.time += 10_000
    expect(memory.set({ namespace: 'n', key: 'k', value: 3 }).created_at).toBe('2026-01-01T00:00:11.000Z')
  })

  it('forgets an entry at the very end of its time to live and not before', () => {
    const { memory, clock } = open()
    memory.set({ namespace: 'n', key: 'k', value: 1, ttlSeconds: 10 })
    clock.time += 9_999
    expect(memory.get('n', 'k')?.value).toBe(1)
    clock.time += 1
    expect(memory.get('n', 'k')).toBeNull()
  })

  it('removes expired rows from the disk without being asked to', () => {
    const { memory, clock, db } = open()
    const rows = (): unknown => db.prepare('SELECT count(*) FROM memory').pluck().get()
    for (let i = 0; i < 20; i++) memory.set({ namespace: 'n', key: `k${i}`, value: i, ttlSeconds: 1 })
    clock.time += 3_600_000
    memory.set({ namespace: 'n', key: 'new', value: 1 })
    expect(rows()).toBe(1)
  })

  it('refuses the 10,001st entry of a key, lets it overwrite, and leaves other keys alone', () => {
    const { memory, store, db } = open()
    db.exec('BEGIN')
    for (let i = 0; i < 10_000; i++)
      memory.set({ namespace: 'n', key: `k${i}`, value: i, ttlSeconds: i + 1 })
    db.exec('COMMIT')
    expect(() => memory.set({ namespace: 'n', key: 'more', value: 1 })).toThrow(/full/)
    expect(() => memory.set({ namespace: 'n', key: 'k1', value: 'again' })).not.toThrow()
    expect(() => store.forKey('key_b').set({ namespace: 'n', key: 'k', value: 1 })).not.toThrow()
  })

  it('makes room from expired entries before it refuses a new one', () => {
    const { memory, clock } = open()
    const big = 'x'.repeat(40 * 1024 * 1024)
    memory.set({ namespace: 'n', key: 'old', value: big, ttlSeconds: 30 })
    clock.time += 30_000
    memory.set({ namespace: 'n', key: 'new', value: big })
    expect(memory.get('n', 'new')?.value).toHaveLength(big.length)
    expect(() => memory.set({ namespace: 'n', key: 'third', value: big })).toThrow(
      expect.objectContaining({ code: 'validation_error' }),
    )
    expect(memory.get('n', 'third')).toBeNull()
  })

  it('rolls back with the transaction it was written in', async () => {
    const { store, memory, commits } = open()
    const failing = commits.enqueue(() => {
      store.put('key_a', { namespace: 'n', key: 'k', value: 1 })
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(memory.get('n', 'k')).toBeNull()
  })

  it('answers storage_full on a full disk and keeps the old value', () => {
    const { memory, db } = open()
    memory.set({ namespace: 'n', key: 'k', value: 'old' })
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
    expect(() => memory.set({ namespace: 'n', key: 'k', value: 'x'.repeat(100_000) })).toThrow(
      expect.objectContaining({ code: 'storage_full' }),
    )
    expect(memory.get('n', 'k')?.value).toBe('old')
  })

  it('survives a restart', () => {
    const folder = makeTempDir()
    const clock = new FakeClock()
    const first = openStores(folder, clock)
    new SessionMemoryStore(first.db, clock.now).put('key_a', { namespace: 'n', key: 'k', value: [1] })
    first.close()
    const store = new SessionMemoryStore(openStores(folder, clock).db, clock.now)
    expect(store.forKey('key_a').get('n', 'k')?.value).toEqual([1])
  })
})
