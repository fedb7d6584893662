import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'
import { testMemory } from '../../../support/tools/test-memory.ts'
import { TEST_NOW, toolContext } from '../../../support/tools/tool-context.ts'

interface Page {
  readonly entries: { readonly key: string; readonly namespace: string; readonly excerpt?: string }[]
  readonly next_cursor: string | null
}

function memory() {
  let now = TEST_NOW.getTime()
  const ctx = toolContext({ memory: testMemory(() => now) })
  // Each tool's output has been checked against its own schema.
  const page = async (slug: string, input: object) => (await runTool(slug, input, ctx)) as Page
  const keysOf = async (slug: string, input: object) =>
    (await page(slug, input)).entries.map(({ key }) => key)
  return {
    set: (key: string, value: unknown = null, more: object = {}) =>
      runTool('memory-set', { key, value, ...more }, ctx),
    get: (key: string) => runTool('memory-get', { key }, ctx),
    remove: (input: object) => runTool('memory-delete', input, ctx),
    page,
    list: (input: object = {}) => keysOf('memory-list', input),
    search: (query: string, input: object = {}) => keysOf('memory-search', { query, ...input }),
    wait: (seconds: number) => (now += seconds * 1000),
  }
}

describe('memory-list', () => {
  it('tells what is stored where, without the values', async () => {
    const { set, page } = memory()
    await set('a', 'x'.repeat(1_000), { tags: ['t'], ttl_seconds: 60, namespace: 'n' })
    expect(await page('memory-list', {})).toEqual({
      entries: [
        {
          namespace: 'n',
          key: 'a',
          tags: ['t'],
          // The namespace, the key, the value in its quotes, and the tags as JSON.
          bytes: 1 + 1 + 1_002 + 5,
          created_at: '2026-03-01T12:00:00.000Z',
          updated_at: '2026-03-01T12:00:00.000Z',
          expires_at: '2026-03-01T12:01:00.000Z',
        },
      ],
      next_cursor: null,
    })
  })

  it('pages through every entry once, whatever the page length', async () => {
    const { set, page } = memory()
    const places = ['one', 'two'].flatMap((namespace) =>
      ['a', 'b', 'c', 'ä', '🎉'].map((key) => [namespace, key]),
    )
    for (const [namespace, key = ''] of places) await set(key, 1, { namespace })
    for (const limit of [1, 3, 5, 10, 11]) {
      const seen: string[][] = []
      let cursor: string | null | undefined
      while (cursor !== null) {
        const answer: Page = await page('memory-list', { limit, ...(cursor ? { cursor } : {}) })
        expect(answer.entries.length).toBeLessThanOrEqual(limit)
        seen.push(...answer.entries.map(({ namespace, key }) => [namespace, key]))
        cursor = answer.next_cursor
      }
      expect(seen).toEqual(places)
    }
  })

  it('keeps to a namespace, a prefix and all of the tags', async () => {
    const { set, list } = memory()
    await set('todo-1', 1, { tags: ['open', 'home'] })
    await set('todo-2', 1, { tags: ['open'] })
    await set('done-1', 1, { tags: ['home'], namespace: 'other' })
    expect(await list({ prefix: 'todo-' })).toEqual(['todo-1', 'todo-2'])
    expect(await list({ namespace: 'other' })).toEqual(['done-1'])
    expect(await list({ tags: ['home'] })).toEqual(['todo-1', 'done-1'])
    expect(await list({ tags: ['home', 'open'] })).toEqual(['todo-1'])
    expect(await list({ tags: ['ope'] })).toEqual([])
    expect(await list({ namespace: 'none' })).toEqual([])
  })

  it.each(['%', '_', '*', "'", '"', '\\', '\u0000', 'ﬃ', '👩‍👩‍👧', '\u{10ffff}', '--', '[', '\u202e'])(
    'reads %j literally in a key, a namespace, a tag and a prefix',
    async (odd) => {
      const { set, get, list, remove } = memory()
      await set(`${odd}1`, 1, { tags: [odd] })
      await set('x1', 1, { tags: ['x'] })
      await set(`${odd}1`, 2, { namespace: odd })
      expect(await get(`${odd}1`)).toMatchObject({ found: true, value: 1, tags: [odd] })
      expect(await list({ prefix: odd })).toEqual([`${odd}1`, `${odd}1`])
      expect(await list({ tags: [odd] })).toEqual([`${odd}1`])
      expect(await list({ namespace: odd })).toEqual([`${odd}1`])
      expect(await remove({ key: `${odd}1`, namespace: odd })).toMatchObject({ deleted: true })
      expect(await list()).toHaveLength(2)
    },
  )

  it('leaves out what has expired', async () => {
    const { set, list, search, remove, wait } = memory()
    await set('short', 'word', { ttl_seconds: 10 })
    await set('long', 'word')
    wait(10)
    expect(await list()).toEqual(['long'])
    expect(await search('word')).toEqual(['long'])
    expect(await remove({ key: 'short' })).toMatchObject({ deleted: false })
  })

  it.each(['x', '!', 'bnVsbA', 'WzFd', Buffer.from('[1,2]').toString('base64url')])(
    'refuses the made-up cursor %j',
    async (cursor) => {
      const { page } = memory()
      for (const [slug, input] of [
        ['memory-list', {}],
        ['memory-search', { query: 'x' }],
      ] as const)
        await expect(page(slug, { ...input, cursor })).rejects.toMatchObject({
          name: 'InvalidInput',
          path: 'cursor',
        })
    },
  )
})

describe('memory-search', () => {
  it('finds words of keys, tags and values, field names and nested values included', async () => {
    const { set, search } = memory()
    await set('meeting-notes', { attendees: [{ name: 'Grace Hopper' }] }, { tags: ['compiler'] })
    await set('other', 'nothing of that')
    for (const query of ['meeting', 'notes', 'compiler', 'attendees', 'hopper', 'GRACE'])
      expect([query, await search(query)]).toEqual([query, ['meeting-notes']])
    expect(await search('zebra')).toEqual([])
  })

  it('ranks more words before fewer, and a key before a tag before a value', async () => {
    const { set, search } = memory()
    await set('one', 'The deployment failed because the disk was full of logs')
    await set('two', 'The deployment went well and the coffee was good as well')
    await set('three', 'Nothing to see here at all, and nothing to remember')
    expect(await search('why did the disk stop the deployment')).toEqual(['one', 'two'])

    const other = memory()
    await other.set('c', 'apple pear plum')
    await other.set('b', 'plum pear grape', { tags: ['apple'] })
    await other.set('apple', 'plum pear grape')
    for (let i = 0; i < 5; i++) await other.set(`filler-${i}`, 'plum pear grape')
    expect(await other.search('apple')).toEqual(['apple', 'b', 'c'])
  })

  it('finds other forms and beginnings of a word, with and without its accents', async () => {
    const { set, search } = memory()
    await set('a', 'We are deploying the café menu')
    for (const query of ['deployed', 'deploys', 'depl', 'cafe', 'CAFÉ', 'cafe\u0301'])
      expect([query, await search(query)]).toEqual([query, ['a']])
    expect(await search('de')).toEqual([])
  })

  it('never reads the escapes of JSON as letters', async () => {
    const { set, search } = memory()
    await set('a', 'first\nsecond\tthird\\nfourth "fifth"')
    for (const query of ['first', 'second', 'third', 'nfourth', 'fifth'])
      expect([query, await search(query)]).toEqual([query, ['a']])
    expect(await search('nsecond')).toEqual([])
  })

  it('shows the words in context', async () => {
    const { set, page } = memory()
    await set('a', `${'before '.repeat(100)}needle${' after'.repeat(100)}`)
    const [hit] = (await page('memory-search', { query: 'needle' })).entries
    expect(hit?.excerpt).toMatch(/^…[a-z ]+ \*\*needle\*\* [a-z ]+…$/)
    await set('b', '🎉'.repeat(50_000) + ' haystack')
    const [long] = (await page('memory-search', { query: 'haystack' })).entries
    expect(long?.excerpt?.isWellFormed()).toBe(true)
    expect([...(long?.excerpt ?? '')].length).toBeLessThanOrEqual(400)
  })

  it.each([
    'pear*',
    '*',
    '"',
    '""',
    '"pear',
    'pear"',
    "'",
    "pear' OR 1=1 --",
    'pear NEAR plum',
    'NEAR(pear plum, 2)',
    'pear AND',
    'NOT pear',
    'OR',
    'AND OR NOT NEAR',
    'name:pear',
    'owner:pear',
    '{name} : pear',
    '-pear',
    '^pear',
    '(pear',
    'pear)',
    'pear + plum',
    '\u0000pear',
    'pear\u0000',
    ';',
    '🎉',
    '\u0301',
    '𞤀',
    '日本語',
    '\\',
    '%',
    '_',
    'rank',
    'bm25(pear)',
    'a'.repeat(1_000),
    '" '.repeat(500),
    'pear '.repeat(200),
    'AND '.repeat(250),
  ])('reads the query %j as plain words', async (query) => {
    const { set, search } = memory()
    await set('a', 'a pear tree')
    await set('b', 'one plum')
    const found = await search(query)
    expect(found.includes('a')).toBe(/\bpear\b/.test(query))
  })

  it('finds no entry by the id of the key that holds it', async () => {
    const { set, search } = memory()
    await set('a', 'text')
    for (const query of ['key', 'key0123456789abcdef', 'key_0123456789abcdef', 'owner'])
      expect(await search(query)).toEqual([])
  })

  it('pages through the ranking and keeps to namespace and tags', async () => {
    const { set, search, page } = memory()
    for (let i = 0; i < 25; i++)
      await set(`k${i}`, 'word', { tags: i % 2 ? ['odd'] : [], namespace: `n${i % 5}` })
    const first = await page('memory-search', { query: 'word', limit: 20 })
    const second = await page('memory-search', { query: 'word', limit: 20, cursor: first.next_cursor })
    const keys = [...first.entries, ...second.entries].map(({ key }) => key)
    expect(new Set(keys).size).toBe(25)
    expect(second.next_cursor).toBeNull()
    expect(await search('word', { tags: ['odd'] })).toHaveLength(12)
    expect(await search('word', { tags: ['odd'], namespace: 'n1' })).toEqual(
      expect.arrayContaining(['k1', 'k11', 'k21']),
    )
  })

  it('forgets what was overwritten or deleted', async () => {
    const { set, search, remove } = memory()
    await set('a', 'apple')
    await set('a', 'pear')
    expect(await search('apple')).toEqual([])
    expect(await search('pear')).toEqual(['a'])
    expect(await remove({ key: 'a' })).toEqual({ deleted: true, namespace: 'default', key: 'a' })
    expect(await remove({ key: 'a' })).toMatchObject({ deleted: false })
    expect(await search('pear')).toEqual([])
  })
})
