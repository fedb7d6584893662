import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { testMemory } from '../../../support/tools/test-memory.ts'
import { TEST_NOW, toolContext } from '../../../support/tools/tool-context.ts'

function memory() {
  let now = TEST_NOW.getTime()
  const clock = () => new Date(now)
  const ctx = toolContext({ memory: testMemory(() => now), now: clock })
  return {
    // Each tool's output has been checked against its own schema; tests look into it freely.
    call: async (slug: string, input: object = {}) => (await runTool(slug, input, ctx)) as Json,
    wait: (seconds: number) => (now += seconds * 1_000),
  }
}

describe('memory-history', () => {
  it('lists what was replaced, the last first, and no more than ten', async () => {
    const { call, wait } = memory()
    for (let i = 1; i <= 13; i++) {
      await call('memory-set', { key: 'a', value: { i }, tags: [`t${i}`] })
      wait(1)
    }
    const { versions, truncated } = await call('memory-history', { key: 'a' })
    expect(versions).toEqual(
      Array.from({ length: 10 }, (_, at) => ({
        value: { i: 12 - at },
        tags: [`t${12 - at}`],
        set_at: new Date(TEST_NOW.getTime() + (11 - at) * 1_000).toISOString(),
      })),
    )
    expect(truncated).toBe(false)
    const last = await call('memory-history', { key: 'a', limit: 1 })
    expect(last).toMatchObject({ versions: [{ value: { i: 12 } }], truncated: true })
  })

  it('records nothing when nothing changes, and still records a change of tags', async () => {
    const { call } = memory()
    for (let i = 0; i < 3; i++) await call('memory-set', { key: 'a', value: 1 })
    expect(await call('memory-history', { key: 'a' })).toMatchObject({ found: true, versions: [] })
    await call('memory-set', { key: 'a', value: 1, tags: ['x'] })
    expect(await call('memory-history', { key: 'a' })).toMatchObject({ versions: [{ value: 1, tags: [] }] })
  })

  it('is gone with its entry, even when the same key is set again', async () => {
    const { call, wait } = memory()
    await call('memory-set', { key: 'a', value: 1 })
    await call('memory-set', { key: 'a', value: 2, ttl_seconds: 10 })
    expect(await call('memory-history', { key: 'a' })).toMatchObject({
      found: true,
      versions: [{ value: 1 }],
    })
    wait(10)
    expect(await call('memory-history', { key: 'a' })).toMatchObject({ found: false, versions: [] })
    await call('memory-set', { key: 'a', value: 3 })
    expect(await call('memory-history', { key: 'a' })).toMatchObject({ found: true, versions: [] })
    await call('memory-set', { key: 'a', value: 4 })
    await call('memory-delete', { key: 'a' })
    await call('memory-set', { key: 'a', value: 5 })
    expect(await call('memory-history', { key: 'a' })).toMatchObject({ versions: [] })
  })

  it('keeps namespaces apart', async () => {
    const { call } = memory()
    for (const value of [1, 2]) await call('memory-set', { key: 'a', value, namespace: 'one' })
    expect(await call('memory-history', { key: 'a' })).toMatchObject({ found: false, versions: [] })
  })
})

describe('memory-increment', () => {
  it('adds, begins where it is told to, and keeps tags and time to live', async () => {
    const { call, wait } = memory()
    expect(await call('memory-increment', { key: 'n' })).toMatchObject({ value: 1, created: true })
    expect(await call('memory-increment', { key: 'n', by: -2.5 })).toMatchObject({
      value: -1.5,
      created: false,
    })
    expect(await call('memory-increment', { key: 'm', by: 5, initial: 100 })).toMatchObject({ value: 105 })
    await call('memory-set', { key: 't', value: 1, tags: ['x'], ttl_seconds: 10 })
    wait(5.5)
    const kept = await call('memory-increment', { key: 't' })
    expect(kept).toMatchObject({ expires_at: '2026-03-01T12:00:10.000Z' })
    expect(await call('memory-get', { key: 't' })).toMatchObject({ value: 2, tags: ['x'] })
    expect(await call('memory-increment', { key: 't', ttl_seconds: 100 })).toMatchObject({
      expires_at: '2026-03-01T12:01:45.500Z',
    })
    wait(100)
    expect(await call('memory-increment', { key: 't' })).toMatchObject({ value: 1, created: true })
  })

  it.each([
    ['text', 'key'],
    [null, 'key'],
    [[1], 'key'],
    [2 ** 53 - 1, 'by'],
  ])('refuses to add to %j, and leaves it as it is', async (value, path) => {
    const { call } = memory()
    await call('memory-set', { key: 'n', value })
    await expect(call('memory-increment', { key: 'n' })).rejects.toMatchObject({
      name: 'InvalidInput',
      path,
    })
    expect(await call('memory-get', { key: 'n' })).toMatchObject({ value })
  })
})

describe('memory-export and memory-import', () => {
  const anyEntry = fc.record({
    key: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    value: fc.jsonValue({ maxDepth: 2 }),
    tags: fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }), { maxLength: 3 }),
  })

  it('carry everything over to another key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anyEntry, { selector: ({ key }) => key, minLength: 1 }),
        async (entries) => {
          const [from, to] = [memory(), memory()]
          for (const entry of entries) await from.call('memory-set', { ...entry, namespace: 'n' })
          const written = await from.call('memory-export', { namespace: 'n' })
          expect(written.count).toBe(entries.length)
          await to.call('memory-import', { namespace: 'm', entries: written.entries })
          const again = await to.call('memory-export', { namespace: 'm' })
          expect(again.entries).toEqual(written.entries)
        },
      ),
      { seed: 7, numRuns: 10 },
    )
  })

  it('keep times of creation and of expiry', async () => {
    const [from, to] = [memory(), memory()]
    await from.call('memory-set', { key: 'a', value: 1, ttl_seconds: 10_000 })
    const { entries } = await from.call('memory-export')
    to.wait(3_600)
    expect(await to.call('memory-import', { entries })).toMatchObject({ written: 1 })
    expect(await to.call('memory-get', { key: 'a' })).toMatchObject({
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T13:00:00.000Z',
      expires_at: '2026-03-01T14:46:40.000Z',
    })
  })

  it('page through more than an answer holds, each entry once', async () => {
    const { call } = memory()
    const value = 'x'.repeat(900_000)
    for (let i = 0; i < 5; i++) await call('memory-set', { key: `k${i}`, value })
    const seen: string[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page: Json = await call('memory-export', cursor === undefined ? {} : { cursor })
      expect(JSON.stringify(page).length).toBeLessThan(4_000_000)
      seen.push(...page.entries.map(({ key }: { key: string }) => key))
      cursor = page.next_cursor
    }
    expect(seen).toEqual(['k0', 'k1', 'k2', 'k3', 'k4'])
    const entries = ['a', 'b'].map((key) => ({ key, value: value.slice(0, 200_000) }))
    await expect(call('memory-import', { entries })).rejects.toMatchObject({
      name: 'InvalidInput',
      path: 'entries',
    })
  })

  it('replace or keep what is there, and write all or nothing', async () => {
    const { call } = memory()
    await call('memory-set', { key: 'a', value: 'old' })
    const entries = [
      { key: 'a', value: 'new' },
      { key: 'b', value: 1 },
    ]
    expect(await call('memory-import', { entries, existing: 'keep' })).toMatchObject({
      written: 1,
      skipped: 1,
    })
    expect(await call('memory-get', { key: 'a' })).toMatchObject({ value: 'old' })
    expect(await call('memory-import', { entries })).toMatchObject({ written: 2, skipped: 0 })
    expect(await call('memory-history', { key: 'a' })).toMatchObject({ versions: [{ value: 'old' }] })
    await expect(
      call('memory-import', {
        entries: [
          { key: 'c', value: 1 },
          { key: 'c', value: 2 },
        ],
      }),
    ).rejects.toMatchObject({ name: 'InvalidInput', path: 'entries.1.key' })
    await expect(
      call('memory-import', {
        entries: [
          { key: 'c', value: 1 },
          { key: 'd', value: ['\ud800'] },
        ],
      }),
    ).rejects.toMatchObject({ path: 'entries.1.value' })
    expect(await call('memory-get', { key: 'c' })).toMatchObject({ found: false })
  })
})

describe('memory-namespace-list', () => {
  it('counts what is alive, in pages', async () => {
    const { call, wait } = memory()
    await call('memory-set', { key: 'a', value: 1, namespace: 'ä' })
    await call('memory-set', { key: 'b', value: 1, namespace: 'z', ttl_seconds: 5 })
    await call('memory-set', { key: 'c', value: 12, namespace: 'z' })
    const all = await call('memory-namespace-list')
    expect(all).toMatchObject({
      namespaces: [
        { namespace: 'z', entries: 2, bytes: 11 },
        { namespace: 'ä', entries: 1, bytes: 6 },
      ],
      next_cursor: null,
    })
    const first = await call('memory-namespace-list', { limit: 1 })
    const second = await call('memory-namespace-list', { limit: 1, cursor: first.next_cursor })
    expect([...first.namespaces, ...second.namespaces]).toEqual(all.namespaces)
    expect(second.next_cursor).toBeNull()
    wait(5)
    expect(await call('memory-namespace-list')).toMatchObject({
      namespaces: [{ entries: 1 }, { entries: 1 }],
    })
  })
})

describe('kv-set, kv-get and kv-list', () => {
  it('are a view on the namespace kv of session memory', async () => {
    const { call, wait } = memory()
    await call('kv-set', { key: 'user:1', value: { a: 1 }, ttl_seconds: 60 })
    await call('kv-set', { key: 'other', value: null })
    expect(await call('kv-get', { key: 'user:1' })).toMatchObject({ found: true, value: { a: 1 } })
    expect(await call('kv-get', { key: 'other' })).toMatchObject({ found: true, value: null })
    expect(await call('memory-get', { key: 'user:1', namespace: 'kv' })).toMatchObject({ value: { a: 1 } })
    expect(await call('memory-get', { key: 'user:1' })).toMatchObject({ found: false })
    expect(await call('kv-list', { prefix: 'user:' })).toMatchObject({ keys: [{ key: 'user:1' }] })
    const first = await call('kv-list', { limit: 1 })
    expect(first).toMatchObject({ keys: [{ key: 'other' }] })
    expect(await call('kv-list', { limit: 1, cursor: first.next_cursor })).toMatchObject({
      keys: [{ key: 'user:1' }],
      next_cursor: null,
    })
    wait(60)
    expect(await call('kv-get', { key: 'user:1' })).toMatchObject({ found: false, value: null })
    await expect(call('kv-set', { key: 'x', value: '€'.repeat(400_000) })).rejects.toMatchObject({
      path: 'value',
    })
  })
})
