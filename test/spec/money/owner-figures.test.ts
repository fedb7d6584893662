import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { verifyLedgerInTurns } from '../../../src-main/ledger/verify-ledger.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

const HASH = 'crypto-hash-sha256'
const DAY = 24 * 60 * 60 * 1_000

itObeysTheRules([
  { method: 'GET', path: '/app/usage/days', admin: true },
  { method: 'GET', path: '/app/usage/hours', admin: true },
  { method: 'GET', path: '/app/keys', admin: true },
  { method: 'POST', path: '/app/ledger/verify', admin: true },
  { method: 'GET', path: '/app/ledger/export?format=csv', admin: true },
])

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

const get = async (path: string): Promise<Json> => (await gateway.send(path, { key: OWNER_KEY })).json

describe('the exported ledger', () => {
  const exported = (query: string, id?: string) =>
    gateway.send(`/app/ledger/export?${query}`, {
      key: OWNER_KEY,
      ...(id ? { headers: { 'x-request-id': id } } : {}),
    })

  it('holds exactly the entries of the chosen time, in either format', async () => {
    await gateway.call(HASH, { text: 'first day' })
    gateway.advance(DAY)
    await gateway.call('code-json-to-typescript', { json: '{}' })
    const all = await exported('format=ndjson')
    expect(all.headers.get('content-type')).toContain('ndjson')
    const [about, ...rows] = all.text
      .trimEnd()
      .split('\n')
      .map((line): Json => JSON.parse(line))
    expect(about).toMatchObject({ type: 'export', from: '1970-01-01T00:00:00.000Z' })
    const calls = rows.filter(({ kind }: Json) => kind === 'charge')
    expect(calls.map(({ type, slug, credits }: Json) => [type, slug, credits])).toEqual([
      ['entry', HASH, -1],
      ['entry', 'code-json-to-typescript', -3],
    ])
    const second = await exported('format=ndjson&from=2026-01-02T00:00:00Z')
    expect(second.text.trimEnd().split('\n')).toHaveLength(2)
    const none = await exported('format=csv&to=2025-12-31T00:00:00Z')
    expect(none.text).toMatch(/^seq,id,account,kind,credits,balance_after,request_id,slug,at.*\r\n$/)
    expect((await exported('format=csv&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z')).status).toBe(
      400,
    )
    expect((await exported('format=xml')).status).toBe(400)
  })

  it('gives a spreadsheet no formula that a caller wrote into a request id', async () => {
    await gateway.call(HASH, { text: 'a' }, { headers: { 'x-request-id': '=1+1' } })
    const { text } = await exported('format=csv')
    const rows = text.trimEnd().split('\r\n')
    expect(rows.length).toBeGreaterThan(2)
    expect(rows.join('\n')).not.toMatch(/(^|,)=1/m)
    expect(rows.at(-1)).toContain(HASH)
  })
})

describe('credits per day', () => {
  it('count each charge on its own day and under its tier, once', async () => {
    await gateway.call(HASH, { text: 'first day' })
    gateway.advance(DAY)
    await gateway.call(HASH, { text: 'second' })
    await gateway.call('code-json-to-typescript', { json: '{}' })
    // Nobody listens there, so it fails once it ran: a charge and its refund.
    await gateway.call('webhook-send', { url: 'http://127.0.0.1:1/', payload: {} })
    const { days, cache_today } = await get('/app/usage/days?days=3')
    expect(days.map(({ date, calls }: Json) => [date, calls])).toEqual([
      ['2025-12-31', 0],
      ['2026-01-01', 1],
      ['2026-01-02', 2],
    ])
    expect(days[1].credits).toEqual({ compute: 1 })
    expect(days[2].credits).toEqual({ compute: 4 })
    expect(cache_today).toEqual({ calls: 2, hits: 0 })
    // Asked again, what came since is added and nothing is added twice.
    await gateway.call(HASH, { text: 'second' })
    const again = await Promise.all([get('/app/usage/days?days=3'), get('/app/usage/days?days=3')])
    for (const { days: now, cache_today: cache } of again) {
      expect(now[2]).toMatchObject({ calls: 3, credits: { compute: 5 } })
      expect(cache).toEqual({ calls: 3, hits: 1 })
    }
  })

  it('end at the midnight of whoever asks', async () => {
    // Midnight UTC on 1 January: still the 31st an hour to the west.
    await gateway.call(HASH, { text: 'new year' })
    const west = await get('/app/usage/days?days=2&ahead=-60')
    expect(west.days).toMatchObject([
      { date: '2025-12-30', calls: 0 },
      { date: '2025-12-31', calls: 1 },
    ])
    const { json } = await gateway.send('/app/usage/days?ahead=9000', { key: OWNER_KEY })
    expect(json.error.code).toBe('validation_error')
  })
})

describe('the hours', () => {
  it('count each call in its own hour up to the edge, and agree with the days', async () => {
    const HOUR = DAY / 24
    await gateway.call(HASH, { text: 'before them' })
    gateway.advance(HOUR)
    await gateway.call(HASH, { text: 'the first' })
    gateway.advance(23 * HOUR - 1)
    await gateway.call('code-json-to-typescript', { json: '{}' })
    const ask = async () => await Promise.all([get('/app/usage/hours'), get('/app/usage/days?days=1')])
    for (const [{ hours }, { days }] of [await ask(), await ask()]) {
      expect(hours.length).toBe(24)
      expect(hours[0]).toEqual({ date: '2026-01-01T00:00', calls: 1, refunds: 0, credits: { compute: 1 } })
      expect(hours[1]).toMatchObject({ date: '2026-01-01T01:00', calls: 1 })
      expect(hours[23]).toMatchObject({ date: '2026-01-01T23:00', credits: { compute: 3 } })
      expect(days).toMatchObject([{ calls: 3, credits: { compute: 5 } }])
    }
    gateway.advance(1)
    const { hours } = await get('/app/usage/hours?ahead=330')
    expect(hours[0]).toMatchObject({ date: '2026-01-01T06:00', calls: 1 })
    expect(hours[23]).toMatchObject({ date: '2026-01-02T05:00', calls: 1 })
    expect((await get('/app/usage/hours?hours=73')).error.code).toBe('validation_error')
  })
})

describe('the keys', () => {
  it('show how much of its rate a key uses, and when it was last used', async () => {
    const made = await gateway.send('/v1/enterprise/keys', { key: OWNER_KEY, body: { name: 'Team' } })
    gateway.advance(5_000)
    await gateway.call(HASH, { text: 'a' }, { key: made.json.api_key })
    gateway.advance(5_000)
    const { keys } = await get('/app/keys')
    const of = (id: string): Json => keys.find(({ key_id }: Json) => key_id === id)
    expect(of(made.json.key_id)).toMatchObject({
      name: 'Team',
      rate: { used: 1 },
      last_used_at: '2026-01-01T00:00:05.000Z',
      own: false,
    })
    // The owner's account pays for what the team key spent, without any use of the owner's key.
    expect(of(gateway.ownerId)).toMatchObject({ own: true, last_used_at: null })
    expect(JSON.stringify(keys)).not.toContain(made.json.api_key)
  })
})

describe('the check of the ledger', () => {
  it('says that everything adds up, and how many entries there are', async () => {
    await gateway.call(HASH, { text: 'a' })
    const { json } = await gateway.send('/app/ledger/verify', { method: 'POST', key: OWNER_KEY })
    expect(json).toMatchObject({ sound: true, ledger: { ok: true, problems: [] }, audit: { ok: true } })
    expect(json.ledger.entries).toBeGreaterThanOrEqual(3)
  })

  it('finds a balance that was overwritten', async () => {
    const dataDir = makeTempDir()
    const kept = await TestGateway.create({ dataDir })
    await kept.call(HASH, { text: 'a' })
    await kept.close()
    const db = openDatabase(dataDir)
    db.prepare('UPDATE account SET balance = balance + 1 WHERE id = ?').run(kept.keyId)
    const verdict = await verifyLedgerInTurns(db)
    db.close()
    expect(verdict.ok).toBe(false)
    expect(verdict.problems).toEqual([expect.stringContaining(kept.keyId)])
  })
})
