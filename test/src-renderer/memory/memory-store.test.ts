import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { useSession } from '../../../src-renderer/gateway/session.ts'
import { useMemory } from '../../../src-renderer/memory/memory.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const HOUR_S = 3_600

async function opened(keys: readonly string[] = []) {
  const stores = await openPageStores()
  const memory = useMemory()
  const set = (namespace: string, key: string, value: unknown) =>
    stores.visitor.send('/v1/memory-set', { body: { namespace, key, value } })
  for (const key of keys) await set('notes', key, `value of ${key}`)
  const calls = (start: string) => stores.sent.filter(({ path }) => path.startsWith(start)).length
  return { ...stores, memory, set, calls }
}

const draft = (key: string, value: unknown, ttlSeconds: number | null = null) => ({
  namespace: 'notes',
  key,
  value,
  tags: ['todo'],
  ttlSeconds,
})

describe('the list of entries', () => {
  it('groups entries by namespace, with their number and newest time', async () => {
    const { memory, set, gateway } = await opened(['a', 'b'])
    gateway.advance(60_000)
    await set('plans', 'c', 1)
    await memory.load()
    expect(memory.state).toBe('ready')
    expect(memory.namespaces.map(({ name, count }) => [name, count])).toEqual(
      expect.arrayContaining([
        ['notes', 2],
        ['plans', 1],
      ]),
    )
    const updated = Object.fromEntries(memory.namespaces.map(({ name, updated }) => [name, updated]))
    expect(Date.parse(updated['plans']!) - Date.parse(updated['notes']!)).toBe(60_000)
  })

  it('is read page by page to its end', async () => {
    const keys = Array.from({ length: 230 }, (_, i) => `key-${i}`)
    const { memory, calls } = await opened(keys)
    await memory.load()
    expect(new Set(memory.entries.map(({ key }) => key))).toEqual(new Set(keys))
    expect([memory.cursor, calls('/app/memory')]).toEqual([null, 3])
  })

  // Catches: a place that fills history and record with calls by being looked at.
  it('is read, searched, opened and exported without a call', async () => {
    const { memory, set, gateway, visitor, calls } = await opened()
    await set('notes', 'harbour', 'The fee rises in spring')
    const recorded = async () => (await visitor.send('/app/activity')).json.entries.length
    const charged = async () =>
      (await visitor.send('/v1/credits/history')).json.entries.length + gateway.bugs.length
    const before = [await recorded(), await charged()]
    await memory.load()
    await memory.search('spring')
    await memory.show('notes', 'harbour')
    await memory.readValues(memory.entries)
    expect(memory.open).toMatchObject({ value: 'The fee rises in spring' })
    expect([await recorded(), await charged()]).toEqual(before)
    expect([calls('/v1/memory'), calls('/v1/batch')]).toEqual([0, 0])
  })

  it('is open to the page and the shared demo key, and to no other key', async () => {
    const { gateway, set, memory } = await opened()
    await set('notes', 'secret', 1)
    for (const [path, body] of [
      ['/app/memory'],
      ['/app/memory/search?q=secret'],
      ['/app/memory/values', { entries: [{ namespace: 'notes', key: 'secret' }] }],
    ] as const) {
      const refused = await gateway.send(path, body === undefined ? {} : { body })
      expect([refused.status, refused.json.error.code]).toEqual([403, 'forbidden'])
      const { demoKey: key } = gateway.instance
      const demo = await gateway.send(path, { key, ...(body === undefined ? {} : { body }) })
      expect([demo.status, demo.json.entries]).toEqual([200, []])
    }
    useSession().useDemoKey()
    await memory.load()
    expect([memory.state, memory.entries]).toEqual(['ready', []])
  })

  it('says why it could not be read, and is read on the next attempt', async () => {
    const { memory, net } = await opened(['a'])
    net.meddle = () => Promise.reject(new TypeError('Failed to fetch'))
    await memory.load()
    expect(memory.state).toBe('failed')
    expect(memory.problem).not.toBe('')
    net.meddle = () => null
    await memory.load()
    expect([memory.state, memory.problem, memory.entries.length]).toEqual(['ready', '', 1])
  })

  it('signs the page out when the gateway no longer knows it', async () => {
    const { memory, net } = await opened()
    net.meddle = () =>
      new Response('{"ok":false,"error":{"code":"auth_required","message":"Sign in."}}', { status: 401 })
    await memory.load()
    expect(useSession().state).toBe('signed_out')
  })
})

describe('a search', () => {
  it('finds entries by their words, and ends with an empty text', async () => {
    const { memory, set } = await opened()
    await set('notes', 'harbour', 'The fee rises in spring')
    await set('plans', 'other', 'Nothing of it')
    await memory.search('spring')
    expect(memory.found?.map(({ key }) => key)).toEqual(['harbour'])
    await memory.search('  ')
    expect(memory.found).toBeNull()
  })

  it('keeps the older answer from replacing the newer', async () => {
    const { memory, set, net, visitor } = await opened()
    await set('notes', 'one', 'first words')
    await set('notes', 'two', 'second words')
    const held = Promise.withResolvers<void>()
    net.meddle = (path, init) =>
      path.includes('first') ? held.promise.then(() => visitor.fetch(path, init)) : null
    const older = memory.search('first')
    await memory.search('second')
    held.resolve()
    await older
    expect(memory.found?.map(({ key }) => key)).toEqual(['two'])
  })

  it('keeps its end from being undone by a late answer', async () => {
    const { memory, set, net, visitor } = await opened()
    await set('notes', 'one', 'first words')
    const held = Promise.withResolvers<void>()
    net.meddle = (path, init) => held.promise.then(() => visitor.fetch(path, init))
    const older = memory.search('first')
    await memory.search('')
    held.resolve()
    await older
    expect(memory.found).toBeNull()
  })
})

describe('an entry', () => {
  it('is stored, listed and opened with its value', async () => {
    const { memory } = await opened()
    expect(await memory.save(draft('berths', { free: [2027] }))).toBe(true)
    expect(memory.entries).toMatchObject([{ key: 'berths', tags: ['todo'], expires_at: null }])
    expect(memory.open).toMatchObject({ key: 'berths', value: { free: [2027] } })
  })

  it('that cannot be stored leaves the list as it was, and a reason', async () => {
    const { memory } = await opened(['a'])
    await memory.load()
    expect(await memory.save(draft('', 1))).toBe(false)
    expect(memory.problem).not.toBe('')
    expect(memory.entries).toHaveLength(1)
  })

  it('that has gone is shown as missing', async () => {
    const { memory } = await opened(['a'])
    await memory.show('notes', 'a')
    expect(memory.open).toMatchObject({ key: 'a', value: 'value of a' })
    await memory.show('notes', 'b')
    expect(memory.open).toBe('missing')
  })

  it('comes back after a deletion, for the time that it still had', async () => {
    const { memory, gateway } = await opened()
    const minutesLater = (minutes: number) => Date.UTC(2026, 0, 1) + minutes * 60_000
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: minutesLater(0) })
    await memory.save(draft('berths', 'free', HOUR_S))
    gateway.advance(50 * 60_000)
    vi.setSystemTime(minutesLater(50))
    const bringBack = await memory.remove(memory.entries[0]!)
    expect([memory.entries, memory.open]).toEqual([[], null])
    expect(await bringBack?.()).toBe(true)
    expect(memory.open).toMatchObject({ key: 'berths', value: 'free', tags: ['todo'] })
    expect(Date.parse(memory.entries[0]!.expires_at!)).toBe(minutesLater(60))
  })

  it('that is gone already cannot be brought back', async () => {
    const { memory, visitor } = await opened(['a'])
    await memory.load()
    const entry = memory.entries[0]!
    await visitor.send('/v1/memory-delete', { body: { namespace: 'notes', key: 'a' } })
    expect(await memory.remove(entry)).toBeNull()
    expect(memory.entries).toEqual([])
  })

  it('leaves the results of a search when it is deleted', async () => {
    const { memory, set } = await opened()
    await set('notes', 'one', 'same words')
    await set('notes', 'two', 'same words')
    await memory.search('same')
    await memory.remove(memory.found!.find(({ key }) => key === 'one')!)
    expect(memory.found?.map(({ key }) => key)).toEqual(['two'])
  })
})

describe('an export', () => {
  it('reads every value that still exists, in requests of fifty', async () => {
    const keys = Array.from({ length: 60 }, (_, i) => `key-${i}`)
    const { memory, visitor, calls } = await opened(keys)
    await memory.load()
    await visitor.send('/v1/memory-delete', { body: { namespace: 'notes', key: 'key-7' } })
    const values = await memory.readValues(memory.entries)
    expect(values).toHaveLength(59)
    expect(values.find(({ key }) => key === 'key-8')).toMatchObject({ value: 'value of key-8' })
    expect(values.every((value) => !('found' in value) && !('_engine' in value))).toBe(true)
    expect(calls('/app/memory/values')).toBe(2)
  })
})
