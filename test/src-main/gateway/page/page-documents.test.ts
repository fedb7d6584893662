import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchShortcuts } from '../../../../src-main/instance/watch-shortcuts.ts'
import { MAX_DRAFTS, PageStore } from '../../../../src-main/storage/page-store.ts'
import { openStores } from '../../../support/gateway/open-stores.ts'
import { OWNER_KEY, TestGateway, type TestCall } from '../../../support/gateway/test-gateway.ts'

let gateway: TestGateway
let session: TestCall

beforeAll(async () => {
  gateway = await TestGateway.create()
  const cookie = `${gateway.instance.cookieName()}=${gateway.instance.sessions.open()}`
  session = { key: null, headers: { cookie, 'sec-fetch-site': 'same-origin' } }
})
afterAll(() => gateway.close())

const get = async (path: string) => (await gateway.send(path, session)).json
const put = (path: string, body: unknown) => gateway.send(path, { ...session, method: 'PUT', body })
const draft = (json: string) => ({ view: 'json', json, values: [['__proto__', 'x']], extra: [] })

describe('what the page keeps', () => {
  it('comes back as it was saved, in the same order', async () => {
    expect(await get('/app/favourites')).toMatchObject({ ok: true, slugs: [] })
    expect((await put('/app/favourites', { slugs: ['math-eval', 'data-csv-to-json'] })).status).toBe(200)
    expect((await get('/app/favourites')).slugs).toEqual(['math-eval', 'data-csv-to-json'])
    await put('/app/favourites', { slugs: ['data-csv-to-json', 'math-eval'] })
    expect((await get('/app/favourites')).slugs).toEqual(['data-csv-to-json', 'math-eval'])
  })

  it('is told to a menu at once, if it is about shortcuts, until the menu stops listening', async () => {
    const told: object[] = []
    const { services, pageStore } = gateway.instance
    await put('/app/shortcuts', { keys: { palette: 'Ctrl+J' } })
    const end = watchShortcuts({ ...services, pageStore }, (keys) => told.push(keys))
    await put('/app/welcome', { seen: true })
    await put('/app/shortcuts', { keys: {} })
    end()
    await put('/app/shortcuts', { keys: { palette: 'Ctrl+P' } })
    expect(told).toEqual([{ palette: 'Ctrl+J' }, {}])
  })

  it.each([
    ['/app/favourites', { slugs: ['a', 'a'] }],
    ['/app/favourites', { slugs: ['../etc'] }],
    ['/app/favourites', { slugs: Array.from({ length: 301 }, (_, at) => `t${at}`) }],
    ['/app/recents', { calls: [{ slug: 'a', at: 1, input: 'x'.repeat(16_385) }], uses: [] }],
    ['/app/recents', { calls: [], uses: [{ slug: 'a', at: 1, score: -1 }] }],
    ['/app/welcome', { seen: 'yes' }],
    ['/app/baselines', { calls: [1, 2].map((id) => ({ slug: 'a', id, request_id: 'r', at: 1 })) }],
    ['/app/baselines', { calls: [{ slug: 'a', id: 0, request_id: 'r', at: 1 }] }],
    ['/app/drafts/code-json-to-typescript', { ...draft('{}'), view: 'xml' }],
    ['/app/drafts/code-json-to-typescript', draft('x'.repeat(262_145))],
  ])('refuses what is out of bounds: %s %#', async (path, body) => {
    const answer = await put(path, body)
    expect(answer.json).toMatchObject({ error: { code: 'validation_error' } })
    expect(answer.status).toBe(400)
  })

  it('holds drafts only for tools that exist, and gives their text back unchanged', async () => {
    expect((await put('/app/drafts/no-such-tool', draft('{}'))).status).toBe(404)
    const kept = draft('{"json": "half')
    expect((await put('/app/drafts/code-json-to-typescript', kept)).status).toBe(200)
    expect((await get('/app/drafts')).drafts).toEqual([{ slug: 'code-json-to-typescript', draft: kept }])
    const path = '/app/drafts/code-json-to-typescript'
    expect((await gateway.send(path, { ...session, method: 'DELETE' })).status).toBe(200)
    expect((await get('/app/drafts')).drafts).toEqual([])
  })

  it('tells nobody of a document that the disk has refused', async () => {
    const { db, engine, clock } = openStores()
    const store = new PageStore(engine, clock.now)
    const told: unknown[] = []
    store.observe((_key, _name, value) => told.push(value))
    await store.put('key-a', 'shortcuts', 'kept')
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
    await expect(store.put('key-a', 'shortcuts', 'x'.repeat(100_000))).rejects.toMatchObject({
      code: 'storage_full',
    })
    expect(told).toEqual(['kept'])
    expect(await store.get('key-a', 'shortcuts')).toBe('kept')
  })

  it('holds a bounded number of drafts, and drops the oldest', async () => {
    const { engine, clock } = openStores()
    const store = new PageStore(engine, clock.now)
    for (let at = 0; at <= MAX_DRAFTS; at++) {
      clock.time++
      await store.putDraft('key-a', `tool-${at}`, { at })
    }
    await store.putDraft('key-b', 'other', {})
    expect((await store.drafts('key-a')).size).toBe(MAX_DRAFTS)
    expect((await store.drafts('key-a')).has('tool-0')).toBe(false)
    expect([...(await store.drafts('key-a')).keys()][0]).toBe(`tool-${MAX_DRAFTS}`)
    expect((await store.drafts('key-b')).size).toBe(1)
  })

  it.each(['/app/favourites', '/app/recents', '/app/welcome', '/app/drafts'])(
    'is closed to keys and to other sites: %s',
    async (path) => {
      expect((await gateway.send(path, { key: OWNER_KEY })).status).toBe(403)
      expect((await gateway.send(path, { key: null })).status).toBe(401)
      const { cookie = '' } = session.headers ?? {}
      const foreign = { cookie, origin: 'http://evil.example' }
      expect((await gateway.send(path, { key: null, headers: foreign })).status).toBe(403)
    },
  )
})

describe('the index of the page', () => {
  it('is served with a new nonce each time, which its policy names', async () => {
    const [first, second] = await Promise.all([gateway.send('/'), gateway.send('/')])
    const nonceOf = (text: string) => /name="csp-nonce" content="([\w-]{20,})"/.exec(text)?.[1]
    expect(nonceOf(first.text)).toBeDefined()
    expect(nonceOf(first.text)).not.toBe(nonceOf(second.text))
    expect(first.headers.get('content-security-policy')).toContain(
      `style-src 'self' 'nonce-${nonceOf(first.text)}'`,
    )
    expect(first.headers.get('content-security-policy')).not.toContain('unsafe')
    expect(first.headers.get('cache-control')).toBe('no-store')
  })
})
