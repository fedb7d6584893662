import { beforeEach, describe, expect, it } from 'vitest'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { HASH, KEYS, KeyDesk } from '../../support/gateway/key-desk.ts'
import { ON_POSTGRES, OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

let desk: KeyDesk
let gateway: TestGateway
beforeEach(async () => {
  desk = await KeyDesk.open()
  ;({ gateway } = desk)
})

itObeysTheRules([
  {
    method: 'POST',
    path: KEYS,
    admin: true,
    body: { name: 'CI' },
    wrong: [
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'a\u0000b' }, 'name'],
      [{ name: 'CI', slugs: [] }, 'slugs'],
      [{ name: 'CI', slugs: ['math-evaluate', 'no-such-tool'] }, 'slugs.1'],
      [{ name: 'CI', slugs: ['__proto__'] }, 'slugs.0'],
      [{ name: 'CI', categories: ['Nonsense'] }, 'categories.0'],
      [{ name: 'CI', tiers: ['compute', 'constructor'] }, 'tiers.1'],
      [{ name: 'CI', rate_limit: 0 }, 'rate_limit'],
      [{ name: 'CI', rate_limit: { limit: 5 } }, 'rate_limit'],
      [{ name: 'CI', credit_limit: -1 }, 'credit_limit'],
      [{ name: 'CI', credit_limit: 1.5 }, 'credit_limit'],
      [{ name: 'CI', permissions: ['root'] }, 'permissions.0'],
      [{ name: 'CI', expires_at: 'tomorrow' }, 'expires_at'],
      [{ name: 'CI', expires_at: '2025-12-31T23:59:59Z' }, 'expires_at'],
    ],
  },
  { method: 'GET', path: KEYS, admin: true },
  { method: 'DELETE', path: `${KEYS}/key_0000000000000000`, admin: true },
])

describe('a team key', () => {
  it('works at once, spends its maker’s credits, and is shown only once', async () => {
    const made = await desk.make()
    expect(made).toMatchObject({ ok: true, kind: 'team', name: 'CI', status: 'active' })
    expect(made).toMatchObject({ rate_limit: { limit: 60, window_seconds: 60 }, credit_limit: null })
    expect(made).toMatchObject({ pays_from: gateway.ownerId, balance: 500, spent: 0, slugs: null })
    expect(made.key).toMatch(/^sk-toolgate-team-[0-9a-f]{48}$/)
    expect(made.api_key).toBe(made.key)

    const answer = await desk.hash(made.key)
    expect(answer).toMatchObject({ status: 200, json: { meta: { credits_used: 1, balance: 499 } } })
    expect(answer.headers.get('x-credits-remaining')).toBe('499')
    expect(desk.held(gateway.ownerId)).toBe(499)

    const listed = await gateway.asOwner(KEYS)
    expect(listed.text).not.toContain(made.key)
    expect(listed.text).not.toContain(OWNER_KEY)
    expect(listed.json.keys.at(-1)).toMatchObject({ key_id: made.key_id, spent: 1, balance: 499 })
    expect(listed.json.keys.at(-1).last4).toBe(made.key.slice(-4))
  })

  it('has a history of its own, and its spending appears in the history of the key that pays', async () => {
    const { key, key_id } = await desk.make({ credit_limit: 10 })
    const { json } = await desk.hash(key)
    const own = await gateway.send('/v1/credits/history', { key })
    expect(own.json.entries).toMatchObject([
      { type: 'charge', credits: -1, balance_after: 9, slug: HASH.slug, key_id },
    ])
    expect(own.json.balance).toBe(json.meta.balance)
    const payers = await gateway.asOwner('/v1/credits/history')
    expect(payers.json.entries).toMatchObject([
      { type: 'charge', credits: -1, balance_after: 499, key_id },
      { type: 'grant', credits: 500, key_id: gateway.ownerId },
    ])
  })

  it('never spends more than its credit limit, even with many calls at once', async () => {
    const { key, key_id } = await desk.make({ credit_limit: 7 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.hash(key)))
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(7)
    const refused = answers.filter(({ status }) => status === 402)
    expect(refused).toHaveLength(13)
    for (const { json } of refused) {
      expect(json.error).toMatchObject({ code: 'insufficient_credits', need: 1, have: 0 })
    }
    const batch = await gateway.send('/v1/batch', { key, body: { calls: Array(50).fill(HASH) } })
    expect(batch.json).toMatchObject({ ok: false, total_credits: 0, balance: 0 })
    expect(desk.held(key_id)).toBe(0)
    expect(desk.held(gateway.ownerId)).toBe(493)
    expect((await gateway.send(`/v1/dry-run/${HASH.slug}`, { key, body: HASH.input })).json).toMatchObject({
      can_afford: false,
      balance: 0,
    })
  })

  it('cannot spend more than its maker has, whatever its limit says', async () => {
    const { json } = await gateway.send(KEYS, {
      key: OWNER_KEY,
      body: { name: 'CI', credit_limit: 10_000 },
    })
    const { ledger } = gateway.instance.services
    await ledger.reserve({ id: 'all-but-one', account: gateway.ownerId, credits: 499 })
    const answers = await Promise.all([desk.hash(json.key), desk.hash(json.key), desk.hash(OWNER_KEY)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402, 402])
    await ledger.release('all-but-one')
    expect(desk.held(gateway.ownerId)).toBe(499)
  })

  it('pays nothing for a call that fails, and keeps its limit', async () => {
    // Nothing listens at port 1, and only an allowed origin is dialled at all.
    const origin = 'http://127.0.0.1:1'
    const reaching = await TestGateway.create({ allowedOrigins: [origin] })
    const { json } = await reaching.send(KEYS, { key: OWNER_KEY, body: { name: 'CI', credit_limit: 10 } })
    const as = { key: json.key }
    const failed = await reaching.call('webhook-send', { url: `${origin}/` }, as)
    expect(failed).toMatchObject({ status: 500, json: { error: { code: 'handler_error' } } })
    const history = await reaching.send('/v1/credits/history', as)
    expect(history.json).toMatchObject({ balance: 10, entries: [{ type: 'refund' }, { type: 'charge' }] })
    const { ledger } = reaching.instance.services
    expect((await ledger.subAccountOf(json.key_id))?.spent).toBe(0)
    expect(ledger.lastKnown(reaching.ownerId).balance).toBe(500)
    await reaching.close()
  })

  it('keeps its cache, memory and idempotency keys apart from those of the key that pays', async () => {
    const { key } = await desk.make()
    const again = { headers: { 'idempotency-key': 'one' } }
    await gateway.call(HASH.slug, HASH.input, { key: OWNER_KEY, ...again })
    const own = await gateway.call(HASH.slug, HASH.input, { key, ...again })
    expect(own.headers.get('idempotent-replayed')).toBeNull()
    expect(own.headers.get('x-cache')).toBe('MISS')
    await gateway.call('memory-set', { key: 'k', value: 'owner’s' }, { key: OWNER_KEY })
    const read = await gateway.call('memory-get', { key: 'k' }, { key })
    expect(read.text).not.toContain('owner’s')
  })

  it('buys no credits: they would be its maker’s', async () => {
    const { key } = await desk.make()
    const bought = await gateway.send('/v1/credits/buy', { key, body: { credits: 1_000 } })
    expect(bought).toMatchObject({ status: 403, json: { error: { code: 'forbidden' } } })
    expect(desk.held(gateway.ownerId)).toBe(500)
  })

  it('is paid for by the same account when another team key makes it', async () => {
    const admin = await desk.make({ permissions: ['admin'] })
    const made = await gateway.send(KEYS, { key: admin.key, body: { name: 'Below' } })
    expect(made).toMatchObject({ status: 201, json: { pays_from: gateway.ownerId, permissions: [] } })
    expect((await desk.hash(made.json.key)).status).toBe(200)
  })

  it.skipIf(ON_POSTGRES)('has its own rate limit, as a number a minute or with a window', async () => {
    const twice = await desk.make({ rate_limit: 2 })
    const slow = await desk.make({ rate_limit: { limit: 1, window_seconds: 3_600 } })
    for (const status of [200, 200, 429]) expect((await desk.hash(twice.key)).status).toBe(status)
    for (const status of [200, 429]) expect((await desk.hash(slow.key)).status).toBe(status)
    gateway.advance(60_000)
    expect((await desk.hash(twice.key)).status).toBe(200)
    expect((await desk.hash(slow.key)).headers.get('retry-after')).toBe('3540')
  })

  it('ends at the moment it expires', async () => {
    const { key } = await desk.make({ expires_at: '2026-01-01T01:00:00+00:30' })
    gateway.advance(30 * 60_000 - 1)
    expect((await desk.hash(key)).status).toBe(200)
    gateway.advance(1)
    expect(await desk.hash(key)).toMatchObject({ status: 401, json: { error: { code: 'invalid_key' } } })
    expect((await gateway.asOwner(KEYS)).json.keys.at(-1)).toMatchObject({
      status: 'expired',
      expires_at: '2026-01-01T00:30:00.000Z',
    })
  })
})

describe('after a restart', () => {
  it('a team key keeps its scope, its limits and what it has spent', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    const body = { name: 'CI', slugs: [HASH.slug], credit_limit: 3, rate_limit: 9 }
    const { json } = await first.send(KEYS, { key: OWNER_KEY, body })
    const { json: ended } = await first.send(KEYS, { key: OWNER_KEY, body })
    await first.send(`${KEYS}/${ended.key_id}`, { key: OWNER_KEY, method: 'DELETE' })
    for (let i = 0; i < 2; i++) await first.call(HASH.slug, HASH.input, { key: json.key })
    await first.close()

    const second = await TestGateway.create({ dataDir })
    const call = () => second.call(HASH.slug, HASH.input, { key: json.key })
    expect(await call()).toMatchObject({ status: 200, json: { meta: { balance: 0 } } })
    expect((await call()).status).toBe(402)
    expect((await second.call('math-evaluate', { expression: '1' }, { key: json.key })).status).toBe(403)
    expect((await second.call(HASH.slug, HASH.input, { key: ended.key })).status).toBe(401)
    await second.close()
  })
})
