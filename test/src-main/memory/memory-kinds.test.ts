import { describe, expect, it } from 'vitest'
import { SessionMemoryStore } from '../../../src-main/memory/session-memory.ts'
import { FakeClock, openStores } from '../../support/gateway/open-stores.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

function open() {
  const { db, clock, stored } = openStores()
  const store = new SessionMemoryStore(db, clock.now, stored)
  const space = (kind: string) =>
    db
      .prepare('SELECT entries, bytes FROM memory_space WHERE key_id = ? AND kind = ?')
      .get('key_a', kind) as { readonly entries: number; readonly bytes: number }
  return { db, clock, store, space, memory: store.forKey('key_a') }
}

const push = (memory: ReturnType<SessionMemoryStore['forKey']>, value: unknown, ttlSeconds?: number) =>
  memory.queues.push({ queue: 'q', value, delaySeconds: 0, ttlSeconds })

describe('what a key may hold', () => {
  it('is 16 MiB of earlier values: the oldest go, the values themselves stay', () => {
    const { memory, space } = open()
    for (let i = 0; i < 30; i++)
      memory.set({ namespace: 'n', key: `k${i % 4}`, value: `${i}${'x'.repeat(1024 * 1024 - 20)}` })
    expect(space('version').bytes).toBeLessThanOrEqual(16 * 1024 * 1024)
    expect(memory.get('n', 'k1')?.value).toMatch(/^29x/)
    expect(memory.history('n', 'k1')[0]?.value).toMatch(/^25x/)
  })

  it('is 10,000 messages; expired and taken ones make room', () => {
    const { memory, clock } = open()
    for (let i = 0; i < 10_000; i++) push(memory, i, i < 1 ? 5 : undefined)
    expect(() => push(memory, 'more')).toThrow(/queues of this key are full/)
    clock.time += 5_000
    push(memory, 'fits')
    expect(() => push(memory, 'more')).toThrow(expect.objectContaining({ code: 'validation_error' }))
    memory.queues.pop({ queue: 'q', lease: 'x', leaseSeconds: 0 })
    push(memory, 'fits again')
  })

  it('is 16 MiB of messages', () => {
    const { memory } = open()
    const value = 'x'.repeat(1024 * 1024)
    for (let i = 0; i < 15; i++) push(memory, value)
    expect(() => push(memory, value)).toThrow(/full/)
  })

  it('is 10,000 counters; those whose time has passed make room', () => {
    const { memory, clock } = open()
    memory.counters.add({ name: 'short', by: 1, ttlSeconds: 5 })
    for (let i = 1; i < 10_000; i++) memory.counters.add({ name: `c${i}`, by: 1 })
    expect(() => memory.counters.add({ name: 'more', by: 1 })).toThrow(/10000 counters/)
    expect(memory.counters.add({ name: 'c1', by: 1 }).value).toBe(2)
    clock.time += 5_000
    expect(memory.counters.add({ name: 'more', by: 1 }).value).toBe(1)
  })

  it('is counted exactly, whatever is written and forgotten', () => {
    const { memory, store, space, clock, db } = open()
    memory.set({ namespace: 'n', key: 'a', value: 1, ttlSeconds: 5 })
    memory.set({ namespace: 'n', key: 'a', value: 2, ttlSeconds: 5 })
    push(memory, 'x', 5)
    memory.counters.add({ name: 'c', by: 1, ttlSeconds: 5 })
    for (const kind of ['version', 'message', 'counter']) expect(space(kind).entries).toBe(1)
    clock.time += 5_000
    store.prune()
    for (const kind of ['version', 'message', 'counter'])
      expect(space(kind)).toEqual({ entries: 0, bytes: 0 })
    const rows = db.prepare('SELECT count(*) FROM memory_version').pluck().get()
    expect(rows).toBe(0)
  })
})

describe('a restore', () => {
  it('writes nothing if it does not fit', () => {
    const { memory } = open()
    memory.set({ namespace: 'n', key: 'a', value: 'old' })
    const value = 'x'.repeat(1024 * 1024 - 100)
    const entries = Array.from({ length: 70 }, (_, i) => ({
      namespace: 'n',
      key: i === 0 ? 'a' : `k${i}`,
      value,
      tags: [],
      createdAt: 0,
      expiresAt: null,
    }))
    expect(() => memory.restore(entries, true)).toThrow(/memory of this key is full/)
    expect(memory.get('n', 'a')?.value).toBe('old')
    expect(memory.get('n', 'k1')).toBeNull()
  })
})

describe('a restart', () => {
  it('loses no message, lease, count or earlier value', () => {
    const [folder, clock] = [makeTempDir(), new FakeClock()]
    const first = openStores(folder, clock)
    const before = new SessionMemoryStore(first.db, clock.now, first.stored).forKey('key_a')
    push(before, 'a')
    push(before, 'b')
    before.queues.pop({ queue: 'q', lease: 'lease', leaseSeconds: 60 })
    before.counters.add({ name: 'c', by: 7 })
    for (const value of [1, 2]) before.set({ namespace: 'n', key: 'k', value })
    first.db.close()

    const second = openStores(folder, clock)
    const after = new SessionMemoryStore(second.db, clock.now, second.stored).forKey('key_a')
    expect(after.queues.size('q')).toEqual({ ready: 1, hidden: 1 })
    expect(after.queues.acknowledge('q', 'lease')).toBe(true)
    expect(after.queues.pop({ queue: 'q', lease: 'x', leaseSeconds: 1 })?.value).toBe('b')
    expect(after.counters.get('c')?.value).toBe(7)
    expect(after.history('n', 'k')).toMatchObject([{ value: 1 }])
  })
})
