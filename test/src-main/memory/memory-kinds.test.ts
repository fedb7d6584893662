import { describe, expect, it } from 'vitest'
import { SessionMemoryStore } from '../../../src-main/memory/session-memory.ts'
import { FakeClock, openStores } from '../../support/gateway/open-stores.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

function open() {
  const { db, clock, engine, stored } = openStores()
  const store = new SessionMemoryStore(engine, clock.now, stored)
  const space = (kind: string) =>
    db
      .prepare('SELECT entries, bytes FROM memory_space WHERE key_id = ? AND kind = ?')
      .get('key_a', kind) as { readonly entries: number; readonly bytes: number }
  return { db, clock, engine, store, space, memory: store.forKey('key_a') }
}

const push = (memory: ReturnType<SessionMemoryStore['forKey']>, value: unknown, ttlSeconds?: number) =>
  memory.queues.push({ queue: 'q', value, delaySeconds: 0, ttlSeconds })

describe('what a key may hold', () => {
  it('is 16 MiB of earlier values: the oldest go, the values themselves stay', async () => {
    const { memory, space } = open()
    for (let i = 0; i < 30; i++)
      await memory.set({ namespace: 'n', key: `k${i % 4}`, value: `${i}${'x'.repeat(1024 * 1024 - 20)}` })
    expect(space('version').bytes).toBeLessThanOrEqual(16 * 1024 * 1024)
    expect((await memory.get('n', 'k1'))?.value).toMatch(/^29x/)
    expect((await memory.history('n', 'k1'))[0]?.value).toMatch(/^25x/)
  })

  it('gives a message that was pushed by a clock that was fast', async () => {
    const { memory, clock } = open()
    clock.time += 365 * 24 * 60 * 60 * 1_000
    await push(memory, 'a')
    clock.time -= 365 * 24 * 60 * 60 * 1_000
    expect(await memory.queues.size('q')).toEqual({ ready: 1, hidden: 0 })
    expect((await memory.queues.pop({ queue: 'q', lease: 'x', leaseSeconds: 0 }))?.value).toBe('a')
  })

  it('is 10,000 messages; expired and taken ones make room', async () => {
    const { memory, clock } = open()
    for (let i = 0; i < 10_000; i++) await push(memory, i, i < 1 ? 5 : undefined)
    await expect(push(memory, 'more')).rejects.toThrow(/queues of this key are full/)
    clock.time += 5_000
    await push(memory, 'fits')
    await expect(push(memory, 'more')).rejects.toThrow(
      expect.objectContaining({ code: 'validation_error' }),
    )
    await memory.queues.pop({ queue: 'q', lease: 'x', leaseSeconds: 0 })
    await push(memory, 'fits again')
  })

  it('is 16 MiB of messages', async () => {
    const { memory } = open()
    const value = 'x'.repeat(1024 * 1024)
    for (let i = 0; i < 15; i++) await push(memory, value)
    await expect(push(memory, value)).rejects.toThrow(/full/)
  })

  it('is 10,000 counters; those whose time has passed make room', async () => {
    const { memory, clock } = open()
    await memory.counters.add({ name: 'short', by: 1, ttlSeconds: 5 })
    for (let i = 1; i < 10_000; i++) await memory.counters.add({ name: `c${i}`, by: 1 })
    await expect(memory.counters.add({ name: 'more', by: 1 })).rejects.toThrow(/10000 counters/)
    expect((await memory.counters.add({ name: 'c1', by: 1 })).value).toBe(2)
    clock.time += 5_000
    expect((await memory.counters.add({ name: 'more', by: 1 })).value).toBe(1)
  })

  it('is counted exactly, whatever is written and forgotten', async () => {
    const { memory, store, engine, space, clock, db } = open()
    await memory.set({ namespace: 'n', key: 'a', value: 1, ttlSeconds: 5 })
    await memory.set({ namespace: 'n', key: 'a', value: 2, ttlSeconds: 5 })
    await push(memory, 'x', 5)
    await memory.counters.add({ name: 'c', by: 1, ttlSeconds: 5 })
    for (const kind of ['version', 'message', 'counter']) expect(space(kind).entries).toBe(1)
    clock.time += 5_000
    await engine.commit('', () => store.prune())
    for (const kind of ['version', 'message', 'counter'])
      expect(space(kind)).toEqual({ entries: 0, bytes: 0 })
    const rows = db.prepare('SELECT count(*) FROM memory_version').pluck().get()
    expect(rows).toBe(0)
  })
})

describe('a restore', () => {
  it('writes nothing if it does not fit', async () => {
    const { memory } = open()
    await memory.set({ namespace: 'n', key: 'a', value: 'old' })
    const value = 'x'.repeat(1024 * 1024 - 100)
    const entries = Array.from({ length: 70 }, (_, i) => ({
      namespace: 'n',
      key: i === 0 ? 'a' : `k${i}`,
      value,
      tags: [],
      createdAt: 0,
      expiresAt: null,
    }))
    await expect(memory.restore(entries, true)).rejects.toThrow(/memory of this key is full/)
    expect((await memory.get('n', 'a'))?.value).toBe('old')
    expect(await memory.get('n', 'k1')).toBeNull()
  })
})

describe('a restart', () => {
  it('loses no message, lease, count or earlier value', async () => {
    const [folder, clock] = [makeTempDir(), new FakeClock()]
    const first = openStores(folder, clock)
    const before = new SessionMemoryStore(first.engine, clock.now, first.stored).forKey('key_a')
    await push(before, 'a')
    await push(before, 'b')
    await before.queues.pop({ queue: 'q', lease: 'lease', leaseSeconds: 60 })
    await before.counters.add({ name: 'c', by: 7 })
    for (const value of [1, 2]) await before.set({ namespace: 'n', key: 'k', value })
    first.close()

    const second = openStores(folder, clock)
    const after = new SessionMemoryStore(second.engine, clock.now, second.stored).forKey('key_a')
    expect(await after.queues.size('q')).toEqual({ ready: 1, hidden: 1 })
    expect(await after.queues.acknowledge('q', 'lease')).toBe(true)
    expect((await after.queues.pop({ queue: 'q', lease: 'x', leaseSeconds: 1 }))?.value).toBe('b')
    expect((await after.counters.get('c'))?.value).toBe(7)
    expect(await after.history('n', 'k')).toMatchObject([{ value: 1 }])
  })
})
