import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import { testMemory } from '../../../support/tools/test-memory.ts'
import { TEST_NOW, toolContext } from '../../../support/tools/tool-context.ts'

function memory() {
  let now = TEST_NOW.getTime()
  const ctx = toolContext({ memory: testMemory(() => now) })
  return {
    set: (input: object) => runTool('memory-set', input, ctx),
    get: (input: object) => runTool('memory-get', input, ctx),
    wait: (seconds: number) => (now += seconds * 1000),
  }
}

const at = TEST_NOW.toISOString()
const AN_HOUR_LATER = new Date(TEST_NOW.getTime() + 3_600_000).toISOString()

describe('memory-set and memory-get', () => {
  it('give back the value, its tags and its times', async () => {
    const { set, get } = memory()
    const stored = {
      namespace: 'default',
      key: 'a',
      tags: ['x'],
      created_at: at,
      updated_at: at,
      expires_at: null,
    }
    expect(await set({ key: 'a', value: { n: [1, 'zwei', null] }, tags: ['x', 'x'] })).toEqual(stored)
    expect(await get({ key: 'a' })).toEqual({ ...stored, found: true, value: { n: [1, 'zwei', null] } })
  })

  it.each([null, false, 0, '', [], {}])('tell a stored %j from a missing entry', async (value) => {
    const { set, get } = memory()
    await set({ key: 'a', value })
    expect(await get({ key: 'a' })).toMatchObject({ found: true, value })
    expect(await get({ key: 'b' })).toEqual({
      found: false,
      namespace: 'default',
      key: 'b',
      value: null,
      tags: [],
      created_at: null,
      updated_at: null,
      expires_at: null,
    })
  })

  it('keep namespaces apart', async () => {
    const { set, get } = memory()
    await set({ key: 'a', value: 1, namespace: 'one' })
    expect(await get({ key: 'a', namespace: 'two' })).toMatchObject({ found: false })
    expect(await get({ key: 'a' })).toMatchObject({ found: false })
    expect(await get({ key: 'a', namespace: 'one' })).toMatchObject({ found: true })
  })

  it('forget a value when its time is over, and not before', async () => {
    const { set, get, wait } = memory()
    expect(await set({ key: 'a', value: 1, ttl_seconds: 3600 })).toMatchObject({
      expires_at: AN_HOUR_LATER,
    })
    wait(3599)
    expect(await get({ key: 'a' })).toMatchObject({ found: true, expires_at: AN_HOUR_LATER })
    wait(1)
    expect(await get({ key: 'a' })).toMatchObject({ found: false, value: null, expires_at: null })
  })

  it('replace a value, its tags and its end, and keep when the key was first set', async () => {
    const { set, get, wait } = memory()
    await set({ key: 'a', value: 1, tags: ['old'], ttl_seconds: 7200 })
    wait(3600)
    await set({ key: 'a', value: 2 })
    expect(await get({ key: 'a' })).toMatchObject({
      value: 2,
      tags: [],
      created_at: at,
      updated_at: AN_HOUR_LATER,
      expires_at: null,
    })
  })

  it('treat keys that every object has as ordinary ones', async () => {
    const { set, get } = memory()
    expect(await get({ key: '__proto__' })).toMatchObject({ found: false })
    await set({ key: 'constructor', value: 1, namespace: '__proto__' })
    expect(await get({ key: 'constructor', namespace: '__proto__' })).toMatchObject({
      found: true,
      value: 1,
    })
  })

  it.each([
    ['a number that is too large', JSON.parse('1e999')],
    ['half of a surrogate pair', { a: ['\ud800'] }],
    ['half of a surrogate pair in a name', { '\udc00': 1 }],
    ['more than 1 MiB', '€'.repeat(400_000)],
    ['too many levels', JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`)],
  ])('refuse %s, which no answer could carry', async (_, value) => {
    await expect(memory().set({ key: 'a', value })).rejects.toMatchObject({
      name: 'InvalidInput',
      path: 'value',
    })
  })

  it.each([
    { key: 'a' },
    { value: 1 },
    { key: '', value: 1 },
    { key: 'k'.repeat(201), value: 1 },
    { key: '\ud800', value: 1 },
    { key: 'a', value: 1, ttl_seconds: 0 },
    { key: 'a', value: 1, ttl_seconds: 1.5 },
    { key: 'a', value: 1, ttl_seconds: 1e12 },
    { key: 'a', value: 1, tags: 'x' },
    { key: 'a', value: 1, tags: Array(33).fill('x') },
    { key: 'a', value: 1, namespace: '' },
  ])('refuse an input outside the schema (%#)', async (input) => {
    await expect(memory().set(input)).rejects.toMatchObject({ name: 'ZodError' })
  })
})
