import Sqlite from 'better-sqlite3'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { MAX_ACTIVITY_BODY_CHARS } from '../../../src-shared/activity.ts'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

const HASH = 'crypto-hash-sha256'

itObeysTheRules([
  { method: 'GET', path: '/app/activity', admin: true },
  { method: 'GET', path: '/app/activity/errors', admin: true },
  { method: 'GET', path: '/app/activity/export', admin: true },
  { method: 'GET', path: '/app/activity/1', admin: true },
  { method: 'DELETE', path: '/app/activity', admin: true },
  { method: 'DELETE', path: '/app/activity/1', admin: true },
])

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

const get = async (path: string, from = gateway): Promise<Json> =>
  (await from.send(path, { key: OWNER_KEY })).json
const list = async (query = ''): Promise<Json[]> => (await get(`/app/activity${query}`)).entries
const set = (settings: object): Promise<Json> =>
  gateway.send('/app/settings', { method: 'PATCH', key: OWNER_KEY, body: settings })

describe('the record of calls', () => {
  it('lists every call, with the way it came in', async () => {
    await gateway.call(HASH, { text: 'called' })
    await (await gateway.open(`/v1/stream/${HASH}`, { body: { text: 'streamed' } })).text()
    await gateway.send('/v1/batch', {
      body: { calls: [{ slug: HASH, input: { text: 'first' } }, { slug: 'no-such-tool' }] },
    })
    const { job_id } = (await gateway.send(`/v1/async/${HASH}`, { body: { text: 'queued' } })).json
    const status = async () => (await gateway.send(`/v1/jobs/${job_id}`)).json.status
    await waitUntil(async () => (await status()) === 'completed', 'the end of the job')

    const entries = await list()
    expect(entries.map(({ form, ok, code }) => [form, ok, code])).toEqual([
      ['job', true, null],
      ...[
        ['batch', true, null],
        ['batch', false, 'api_not_found'],
      ].toSorted(() => (entries[1].ok ? 1 : -1)),
      ['stream', true, null],
      ['call', true, null],
    ])
    expect(new Set(entries.map(({ id }) => id)).size).toBe(5)
    expect(entries.every(({ client, key_name }) => client === 'api' && key_name === 'Test')).toBe(true)
  })

  it('keeps exactly what was sent and answered', async () => {
    const sent = '{"text":  "as it was sent", "trace": true}'
    const answer = await gateway.send(`/v1/${HASH}`, { body: sent })
    const requestId = answer.headers.get('x-request-id')
    const { call } = await get(`/app/activity/${requestId}`)
    expect(call).toMatchObject({ request_id: requestId, slug: HASH, input: sent, input_cut: false })
    expect(JSON.parse(call.output)).toEqual(answer.json.data)
    expect(call).toMatchObject({
      output_hash: answer.json.meta.output_hash,
      credits: answer.json.meta.credits_used,
      cache: 'MISS',
      key_id: gateway.keyId,
    })
    expect((await get(`/app/activity/${call.id}`)).call).toEqual(call)
  })

  it('shows a failure as a failure, with its reason', async () => {
    await gateway.call(HASH, { wrong: 1 })
    const [entry] = await list('?ok=false')
    expect(entry).toMatchObject({ ok: false, code: 'validation_error', credits: 0, output_hash: null })
    const { call } = await get(`/app/activity/${entry.id}`)
    expect(JSON.parse(call.output)).toMatchObject({ code: 'validation_error' })
  })

  it('finds exactly the calls that match by slug, id, code, hash, input, output or time', async () => {
    const { json, headers } = await gateway.call(HASH, { text: '100%_sure' })
    await gateway.call('math-evaluate', { expression: '20 + 22.5' })
    await gateway.call(HASH, { wrong: 1 })
    const found = async (q: string): Promise<string[]> =>
      (await list(`?q=${encodeURIComponent(q)}`)).map(({ gist }) => gist)
    for (const q of [
      '100%_',
      json.meta.output_hash,
      headers.get('x-request-id') ?? '',
      json.data.hash ?? 'sure',
    ])
      expect([q, await found(q)]).toEqual([q, ['{"text":"100%_sure"}']])
    expect(await found('42.5')).toEqual(['{"expression":"20 + 22.5"}'])
    expect(await found('validation_')).toEqual(['{"wrong":1}'])
    expect(await found('100x_')).toEqual([])
    expect((await list(`?slug=math-evaluate&key_id=${gateway.keyId}`)).length).toBe(1)
    expect(await list('?key_id=key_0000000000000000')).toEqual([])
    const times = (await list()).map(({ ts }) => Date.parse(ts))
    expect((await list(`?since=${Math.min(...times)}`)).length).toBe(times.length)
    expect(await list(`?since=${Math.max(...times) + 1}`)).toEqual([])
  })

  it('gives every call once across its pages, with and without a search', async () => {
    for (let n = 0; n < 7; n++) await gateway.call(HASH, { text: `page ${n}` })
    for (const query of ['limit=3', 'limit=3&q=page']) {
      const seen: string[] = []
      for (let cursor = ''; ;) {
        const { entries, next_cursor } = await get(`/app/activity?${query}${cursor}`)
        seen.push(...entries.map(({ gist }: Json) => gist))
        if (next_cursor === undefined) break
        cursor = `&cursor=${next_cursor}`
      }
      expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `{"text":"page ${n}"}`))
    }
    const { id } = (await list('?limit=1'))[0]
    await gateway.call(HASH, { text: 'new' })
    expect((await list(`?after=${id}`)).map(({ gist }) => gist)).toEqual(['{"text":"new"}'])
  })

  it('cuts a body of megabytes, and says so', async () => {
    const text = 'é'.repeat(MAX_ACTIVITY_BODY_CHARS)
    await gateway.call(HASH, { text })
    const { call } = await get(`/app/activity/${(await list())[0].id}`)
    expect(call).toMatchObject({ input_cut: true, output_cut: false, ok: true })
    expect(call.input.length).toBe(MAX_ACTIVITY_BODY_CHARS)
  })

  it('groups failures by tool and code', async () => {
    for (let n = 0; n < 3; n++) await gateway.call(HASH, { wrong: n })
    await gateway.call('math-evaluate', {})
    await gateway.call(HASH, { text: 'fine' })
    const { groups } = await get('/app/activity/errors')
    expect(groups).toMatchObject([
      { slug: 'math-evaluate', code: 'validation_error', count: 1 },
      { slug: HASH, code: 'validation_error', count: 3 },
    ])
  })
})

describe('the kept record', () => {
  it('leaves out the bodies, or whole calls, when the owner switches them off', async () => {
    await set({ activity: 'no_bodies' })
    await gateway.call(HASH, { text: 'planted-secret' })
    const { id } = (await list())[0]
    expect((await get(`/app/activity/${id}`)).call).toMatchObject({ input: null, output: null, gist: '' })
    await set({ activity: 'off' })
    await gateway.call(HASH, { text: 'another' })
    expect((await list()).length).toBe(1)
    expect(await get('/app/activity')).toMatchObject({ mode: 'off' })
  })

  it('holds at most as many calls as the owner allows', async () => {
    await set({ activity_max_calls: 100 })
    for (let n = 0; n < 130; n++) {
      await gateway.call(HASH, { text: `number ${n}` }, { key: OWNER_KEY })
      if (n % 20 === 19) await list('?limit=1')
    }
    const entries = await list('?limit=200')
    expect(entries.length).toBe(100)
    expect(entries[0].gist).toContain('number 129')
  })

  it('leaves no trace of a deleted call in the file or its log, and keeps the others', async () => {
    const dataDir = makeTempDir()
    const kept = await TestGateway.create({ dataDir })
    onTestFinished(async () => await kept.close())
    const texts = async () => (await get('/app/activity', kept)).entries.map(({ gist }: Json) => gist)
    const remove = (id: number | string) =>
      kept.send(`/app/activity/${id}`, { method: 'DELETE', key: OWNER_KEY })
    for (const text of ['first', 'planted-secret', 'last']) await kept.call(HASH, { text })
    const [last, secret] = (await get('/app/activity', kept)).entries
    expect((await remove(secret.id)).status).toBe(200)
    expect(await texts()).toEqual(['{"text":"last"}', '{"text":"first"}'])
    expect((await remove(secret.id)).status).toBe(404)
    expect((await remove(last.request_id)).status).toBe(404)
    const file = join(dataDir, 'activity.db')
    for (const end of ['', '-wal'])
      expect([end, readFileSync(`${file}${end}`).includes('planted-secret')]).toEqual([end, false])
    const { entries } = (
      await kept.send('/v1/enterprise/audit?action=activity.removed', { key: OWNER_KEY })
    ).json
    expect(entries).toMatchObject([{ target: String(secret.id) }])
    // What comes next has a place of its own.
    await kept.call(HASH, { text: 'next' })
    expect((await get('/app/activity', kept)).entries[0].id).toBe(last.id + 1)
  })

  it('is empty once cleared, on the screen and in the file', async () => {
    const dataDir = makeTempDir()
    const kept = await TestGateway.create({ dataDir })
    onTestFinished(async () => await kept.close())
    await kept.call(HASH, { text: 'planted-secret' })
    expect((await get('/app/activity', kept)).entries.length).toBe(1)
    const file = join(dataDir, 'activity.db')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await kept.send('/app/activity', { method: 'DELETE', key: OWNER_KEY })
    expect((await get('/app/activity', kept)).entries).toEqual([])
    for (const end of ['', '-wal']) {
      const bytes = statSync(`${file}${end}`, { throwIfNoEntry: false })
        ? readFileSync(`${file}${end}`)
        : ''
      expect(bytes.includes('planted-secret')).toBe(false)
    }
    const { entries } = (
      await kept.send('/v1/enterprise/audit?action=activity.cleared', { key: OWNER_KEY })
    ).json
    expect(entries).toMatchObject([{ detail: { calls: 1 } }])
  })

  // Catches: a damaged record that keeps the gateway from starting.
  it('survives a restart, and starts afresh when it is damaged', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    await first.call(HASH, { text: 'before' })
    await first.close()
    const second = await TestGateway.create({ dataDir })
    expect((await get('/app/activity', second)).entries).toMatchObject([{ gist: '{"text":"before"}' }])
    await second.close()

    writeFileSync(
      join(dataDir, 'activity.db'),
      'no database at all, and long enough to be read as one'.repeat(99),
    )
    const third = await TestGateway.create({ dataDir })
    onTestFinished(async () => await third.close())
    await third.call(HASH, { text: 'after' })
    expect((await get('/app/activity', third)).entries).toMatchObject([{ gist: '{"text":"after"}' }])
    expect(String(third.bugs[0])).toContain('replaced by an empty one')
  })

  it('fails no call when the disk refuses it, and reports that once', async () => {
    const dataDir = makeTempDir()
    mkdirSync(join(dataDir, 'activity.db'))
    const refused = await TestGateway.create({ dataDir })
    onTestFinished(async () => await refused.close())
    for (const text of ['a', 'b']) {
      expect((await refused.call(HASH, { text })).status).toBe(200)
      refused.instance.activity.flush()
    }
    expect(refused.bugs.length).toBe(1)
    const list = await refused.send('/app/activity', { key: OWNER_KEY })
    expect(list).toMatchObject({ status: 507, json: { error: { code: 'storage_full' } } })
    const days = (await refused.send('/app/usage/days?days=1', { key: OWNER_KEY })).json
    expect(days).toMatchObject({ days: [{ calls: 2 }], cache_today: null })
  })

  it('is exported completely', async () => {
    for (let n = 0; n < 45; n++) await gateway.call(HASH, { text: `line ${n}` }, { key: OWNER_KEY })
    const { text, headers } = await gateway.send('/app/activity/export', { key: OWNER_KEY })
    expect(headers.get('content-disposition')).toContain('toolgate-activity.ndjson')
    const lines = text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(JSON.parse(line).input).text)).toEqual(
      Array.from({ length: 45 }, (_, n) => `line ${n}`),
    )
  })
})

it('records every call of a busy moment, and fails none of them', async () => {
  await Promise.all(
    Array.from({ length: 600 }, (_, n) => gateway.call(HASH, { text: `flood ${n}` }, { key: OWNER_KEY })),
  )
  const { entries, missed } = await get('/app/activity?limit=200')
  expect(entries.length).toBe(200)
  const { activity } = gateway.instance
  expect([activity.read().count, missed]).toEqual([600, 0])
})

describe('calls of a busy moment', () => {
  const flood = async (into: TestGateway, calls: number): Promise<void> => {
    await Promise.all(
      Array.from({ length: calls }, (_, n) => into.call(HASH, { text: `flood ${n}` }, { key: OWNER_KEY })),
    )
    into.instance.activity.flush()
  }
  const textsOf = (rows: readonly Json[]): string[] =>
    rows.map(({ input }) => String(JSON.parse(input).text)).toSorted()
  const exported = async (from: TestGateway): Promise<Json[]> => {
    const { text } = await from.send('/app/activity/export', { key: OWNER_KEY })
    const lines = text.trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line))
  }

  it('leave no copy of a deleted one in the file', async () => {
    const dataDir = makeTempDir()
    const kept = await TestGateway.create({ dataDir })
    onTestFinished(async () => await kept.close())
    await flood(kept, 100)
    const rows = await exported(kept)
    // The first are where SQLite moves rows to another page when the file grows.
    const deleted = [0, 1, 5, 76, 99].map((at) => rows[at]!)
    for (const { id } of deleted)
      await kept.send(`/app/activity/${id}`, { method: 'DELETE', key: OWNER_KEY })
    const bytes = readFileSync(join(dataDir, 'activity.db'))
    for (const row of rows)
      expect([row.id, bytes.includes(row.input)]).toEqual([row.id, !deleted.includes(row)])
  })

  it('survive the end of the process in order, even if nobody has looked at them', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    await flood(first, 250)
    await first.call(HASH, { text: 'quiet' }, { key: OWNER_KEY })
    await first.close()
    const second = await TestGateway.create({ dataDir })
    onTestFinished(async () => await second.close())
    await second.call(HASH, { text: 'after' }, { key: OWNER_KEY })
    const rows = await exported(second)
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 252 }, (_, n) => n + 1))
    expect(rows.slice(-2).map(({ gist }) => gist)).toEqual(['{"text":"quiet"}', '{"text":"after"}'])
    expect(textsOf(rows.slice(0, 250))).toEqual(
      Array.from({ length: 250 }, (_, n) => `flood ${n}`).toSorted(),
    )
    expect(rows[0]).toMatchObject({ slug: HASH, ok: true, credits: 1, cache: 'MISS' })
    const found = await get(`/app/activity/${rows[100]?.request_id}`, second)
    expect(found.call).toMatchObject({ id: 101, input: rows[100]?.input, output: rows[100]?.output })
    expect(await get('/app/usage/days?days=1', second)).toMatchObject({ cache_today: { calls: 252 } })
  })

  it('keep to the limit, and are gone once cleared', async () => {
    await set({ activity_max_calls: 150 })
    await flood(gateway, 450)
    const kept = await exported(gateway)
    expect(kept.map(({ id }) => id)).toEqual(Array.from({ length: 150 }, (_, n) => 301 + n))
    await flood(gateway, 200)
    await gateway.send('/app/activity', { method: 'DELETE', key: OWNER_KEY })
    await gateway.call(HASH, { text: 'next' }, { key: OWNER_KEY })
    expect(await list()).toMatchObject([{ gist: '{"text":"next"}', id: 651 }])
  })

  it('leave the record of an older version intact', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    await first.call(HASH, { text: 'before' }, { key: OWNER_KEY })
    await first.close()
    const db = new Sqlite(join(dataDir, 'activity.db'))
    db.pragma('user_version = 1')
    db.close()
    const second = await TestGateway.create({ dataDir })
    onTestFinished(async () => await second.close())
    await flood(second, 30)
    expect((await exported(second)).map(({ id }) => id)).toEqual(
      Array.from({ length: 31 }, (_, n) => n + 1),
    )
    expect(second.bugs).toEqual([])
  })

  it('are read from a record that kept many of them in one row', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    await flood(first, 60)
    const before = await exported(first)
    await first.close()
    const file = join(dataDir, 'activity.db')
    const db = new Sqlite(file)
    db.pragma('secure_delete = ON')
    // As version 2 wrote them: the first 50 in two slices.
    db.exec(`
      CREATE TABLE slice (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, bytes INTEGER NOT NULL,
        calls TEXT NOT NULL) STRICT;
      INSERT INTO slice SELECT min(seq), max(seq), sum(bytes), json_group_array(json_array(at, request_id,
        key_id, slug, client, form, code, engine, cache, credits, ms, output_hash, bytes, cut, gist, input,
        output) ORDER BY seq) FROM call WHERE seq <= 50 GROUP BY seq <= 20;
      DELETE FROM call WHERE seq <= 50;
      PRAGMA user_version = 2;
    `)
    expect(db.prepare('SELECT count(*) FROM slice').pluck().get()).toBe(2)
    db.close()
    const second = await TestGateway.create({ dataDir })
    onTestFinished(async () => await second.close())
    expect(await exported(second)).toEqual(before)
    await second.send('/app/activity/7', { method: 'DELETE', key: OWNER_KEY })
    const text = String(JSON.parse(before[6]!.input).text)
    expect(readFileSync(file).includes(`{"text":"${text}"}`)).toBe(false)
    expect(await get('/app/activity?limit=1', second)).toMatchObject({ missed: 0 })
    expect(second.bugs).toEqual([])
  })
})
