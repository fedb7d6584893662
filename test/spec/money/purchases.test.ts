import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GatewayError } from '../../../src-shared/errors.ts'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { settle } from '../../support/gateway/settle.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY, TestGateway, type Json, type TestAnswer } from '../../support/gateway/test-gateway.ts'

const RELOAD = '/v1/credits/auto-reload'
const SETTINGS = { threshold: 499, credits: 1_000, enabled: true }

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

const post = (path: string, body: object, key = gateway.key): Promise<TestAnswer> =>
  gateway.send(path, { key, body })
const get = async (path: string, key = gateway.key): Promise<Json> =>
  (await gateway.send(path, { key })).json
const hash = (key = gateway.key): Promise<TestAnswer> =>
  gateway.call('crypto-hash-sha256', { text: 'abc' }, { key })
const buy = async (credits: number): Promise<Json> => (await post('/v1/credits/buy', { credits })).json

/** Lets everything that answers did not wait for come to its end. */
itObeysTheRules([
  { method: 'GET', path: '/v1/credits/purchases', admin: false },
  {
    method: 'POST',
    path: RELOAD,
    admin: false,
    body: SETTINGS,
    wrong: [
      [{ ...SETTINGS, threshold: -1 }, 'threshold'],
      [{ ...SETTINGS, threshold: '100' }, 'threshold'],
      [{ ...SETTINGS, credits: 999 }, 'credits'],
      [{ ...SETTINGS, credits: 1_000.5 }, 'credits'],
      [{ ...SETTINGS, enabled: 'yes' }, 'enabled'],
      [{ enabled: false }, 'threshold'],
    ],
  },
  { method: 'GET', path: '/app/purchases', admin: true },
  { method: 'POST', path: '/app/purchases/pur_0000000000000000/approve', admin: true },
  { method: 'POST', path: '/app/purchases/pur_0000000000000000/decline', admin: true },
])

describe('a purchase past the allowance', () => {
  it('waits for the owner, who approves it once', async () => {
    const { purchase_id } = await buy(20_000)
    const waiting = await get('/app/purchases', OWNER_KEY)
    expect(waiting.purchases).toMatchObject([
      { purchase_id, key_id: gateway.keyId, credits: 20_000, amount_usd: '20', name: 'Test' },
    ])
    expect(gateway.balance()).toBe(500)
    const approve = () => post(`/app/purchases/${purchase_id}/approve`, {}, OWNER_KEY)
    const both = await Promise.all([approve(), approve()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
    expect(both.find(({ status }) => status === 200)!.json).toMatchObject({
      status: 'completed',
      credits_added: 20_000,
      balance: 20_500,
    })
    expect(gateway.balance()).toBe(20_500)
    expect((await get('/app/purchases', OWNER_KEY)).purchases).toEqual([])
    const { entries } = await get('/v1/enterprise/audit', OWNER_KEY)
    expect(entries).toMatchObject([
      {
        action: 'purchase.approved',
        target: purchase_id,
        detail: { credits: 20_000, key_id: gateway.keyId },
      },
    ])
  })

  it('adds nothing when it is declined, and cannot be approved afterwards', async () => {
    const { purchase_id } = await buy(20_000)
    const decide = (decision: string) => post(`/app/purchases/${purchase_id}/${decision}`, {}, OWNER_KEY)
    expect((await decide('decline')).json).toMatchObject({ ok: true, purchase_id, status: 'declined' })
    expect(await decide('approve')).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } })
    expect(await decide('decline')).toMatchObject({ status: 404 })
    expect(gateway.balance()).toBe(500)
  })

  it('is approved on the page with the session of the owner, and by no other site', async () => {
    const { purchase_id } = await buy(20_000)
    const cookie = `${gateway.instance.cookieName()}=${gateway.instance.sessions.open()}`
    const path = `/app/purchases/${purchase_id}/approve`
    const foreign = { cookie, origin: 'http://evil.example' }
    expect((await gateway.send(path, { key: null, body: {}, headers: foreign })).status).toBe(403)
    const none = await gateway.send(path, { key: null, body: {}, headers: { cookie } })
    expect(none.status).toBe(401)
    const own = { cookie, 'sec-fetch-site': 'same-origin' }
    expect((await gateway.send(path, { key: null, body: {}, headers: own })).status).toBe(200)
  })
})

describe('a purchase that was paid, and then refused by the disk', () => {
  // Catches: a second order, and with it twice the credits, for one Idempotency-Key.
  it('is completed by its repetition, and not made again', async () => {
    const { ledger, purchases } = gateway.instance.services
    const { writeCredit } = ledger
    ledger.writeCredit = () => {
      throw new GatewayError('storage_full', 'The disk is full.')
    }
    const order = { body: { credits: 1_000 }, headers: { 'idempotency-key': 'order-1' } }
    expect((await gateway.send('/v1/credits/buy', order)).status).toBe(507)
    ledger.writeCredit = writeCredit
    expect(await gateway.send('/v1/credits/buy', order)).toMatchObject({
      status: 201,
      json: { credits_added: 1_000, balance: 1_500 },
    })
    expect(await purchases.resume(gateway.instance.services.now())).toEqual([])
    expect((await get('/v1/credits/purchases')).purchases).toHaveLength(1)
    expect(gateway.balance()).toBe(1_500)
  })

  it('can be made afresh under the same key when it was refused before anything was paid', async () => {
    const order = { body: { credits: 1 }, headers: { 'idempotency-key': 'order-1' } }
    expect((await gateway.send('/v1/credits/buy', order)).status).toBe(400)
    const mended = { ...order, body: { credits: 1_000 } }
    expect((await gateway.send('/v1/credits/buy', mended)).status).toBe(201)
  })
})

describe('the purchase history', () => {
  it('shows a key its own purchases in every state, newest first, in pages', async () => {
    const ids: string[] = []
    for (const credits of [1_000, 2_000, 20_000, 30_000]) {
      ids.unshift((await buy(credits)).purchase_id)
      gateway.advance(1_000)
    }
    await post(`/app/purchases/${ids[0]}/decline`, {}, OWNER_KEY)
    await post('/v1/credits/buy', { credits: 5_000 }, OWNER_KEY)
    const first = await get('/v1/credits/purchases?limit=3')
    const second = await get(`/v1/credits/purchases?limit=3&cursor=${first.next_cursor}`)
    const all: Json[] = [...first.purchases, ...second.purchases]
    expect(all.map(({ purchase_id }) => purchase_id)).toEqual(ids)
    expect(all).toMatchObject([
      { status: 'declined', closed_at: '2026-01-01T00:00:04.000Z' },
      { status: 'pending', closed_at: null },
      { status: 'completed', credits: 2_000, amount_usd: '2', automatic: false },
      { status: 'completed', created_at: '2026-01-01T00:00:00.000Z' },
    ])
    expect(second.next_cursor).toBeUndefined()
  })

  // Catches: an end of the list where the cursor is another key's purchase, or none.
  it('refuses a cursor that it did not give out', async () => {
    const theirs = (await post('/v1/credits/buy', { credits: 1_000 }, OWNER_KEY)).json.purchase_id
    for (const cursor of [theirs, 'none', '']) {
      const { status, json } = await gateway.send(`/v1/credits/purchases?cursor=${cursor}`)
      expect([cursor, status]).toEqual([cursor, 400])
      expect(json.error).toMatchObject({ code: 'validation_error', issues: [{ path: 'cursor' }] })
    }
  })
})

describe('auto-reload', () => {
  it('is off at first, and is shown with the balance once it is set', async () => {
    expect((await get('/v1/credits/balance')).auto_reload).toBeNull()
    const set = await post(RELOAD, SETTINGS)
    expect(set).toMatchObject({
      status: 200,
      json: { ok: true, ...SETTINGS, purchase: null, balance: 500 },
    })
    expect((await get('/v1/credits/balance')).auto_reload).toEqual(SETTINGS)
    expect((await get('/v1/enterprise/audit', OWNER_KEY)).entries).toMatchObject([
      { action: 'auto_reload.set', actor: { key_id: gateway.keyId }, detail: SETTINGS },
    ])
  })

  it('buys when a charge leaves the balance below the threshold, without delaying the answer', async () => {
    await post(RELOAD, SETTINGS)
    expect((await hash()).json.meta.balance).toBe(499)
    await settle()
    expect(gateway.balance()).toBe(499)
    expect((await hash()).json.meta.balance).toBe(498)
    await settle()
    expect(gateway.balance()).toBe(1_498)
    const { purchases } = await get('/v1/credits/purchases')
    expect(purchases).toMatchObject([{ status: 'completed', credits: 1_000, automatic: true }])
    expect((await get('/v1/credits/history?limit=1')).entries).toMatchObject([
      { type: 'purchase', credits: 1_000, balance_after: 1_498 },
    ])
  })

  it('buys at once when the balance is already below the threshold', async () => {
    const { json } = await post(RELOAD, { ...SETTINGS, threshold: 501 })
    expect(json).toMatchObject({ balance: 1_500, purchase: { status: 'completed', credits_added: 1_000 } })
  })

  it('makes one purchase for many charges at once', async () => {
    await post(RELOAD, SETTINGS)
    await Promise.all(Array.from({ length: 30 }, () => hash()))
    await settle()
    expect((await get('/v1/credits/purchases')).purchases).toHaveLength(1)
    expect(gateway.balance()).toBe(1_470)
  })

  it('stays within the allowance: past it, a single purchase waits for the owner', async () => {
    await post(RELOAD, { threshold: 100_000, credits: 6_000, enabled: true })
    for (let i = 0; i < 5; i++) {
      gateway.advance(1_000)
      await hash()
      await settle()
    }
    const { purchases } = await get('/v1/credits/purchases')
    expect(purchases).toMatchObject([{ status: 'pending' }, { status: 'completed' }])
    expect(purchases).toHaveLength(2)
    expect(gateway.balance()).toBe(6_495)
  })

  it('is switched off when the owner declines what it asked for', async () => {
    await post(RELOAD, { threshold: 100_000, credits: 20_000, enabled: true })
    const { purchases } = await get('/v1/credits/purchases')
    await post(`/app/purchases/${purchases[0].purchase_id}/decline`, {}, OWNER_KEY)
    expect((await get('/v1/credits/balance')).auto_reload).toMatchObject({ enabled: false })
    await hash()
    await settle()
    expect((await get('/v1/credits/purchases')).purchases).toHaveLength(1)
  })

  it('buys nothing once it is switched off, nor for a key that was revoked', async () => {
    await post(RELOAD, SETTINGS)
    await post(RELOAD, { ...SETTINGS, enabled: false })
    await hash()
    await hash()
    await settle()
    expect(gateway.balance()).toBe(498)
  })

  it('buys for the payer when a team key spends, and a team key cannot set it', async () => {
    await post(RELOAD, SETTINGS, OWNER_KEY)
    const team = await post('/v1/enterprise/keys', { name: 'CI', credit_limit: 5 }, OWNER_KEY)
    for (let i = 0; i < 2; i++) await hash(team.json.key)
    await settle()
    expect((await get('/v1/credits/balance', OWNER_KEY)).balance).toBe(1_498)
    expect((await get('/v1/credits/balance', team.json.key)).balance).toBe(3)
    expect((await post(RELOAD, SETTINGS, team.json.key)).status).toBe(403)
  })

  it('survives a restart, and then makes the purchase that was due before', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    await first.send(RELOAD, { key: OWNER_KEY, body: SETTINGS })
    await first.send(RELOAD, { body: { ...SETTINGS, enabled: false } })
    await first.close()
    const db = openDatabase(dataDir)
    db.exec('UPDATE auto_reload SET threshold = 600')
    db.close()

    const second = await TestGateway.create({ dataDir })
    const own = await second.send('/v1/credits/balance', { key: OWNER_KEY })
    expect(own.json).toMatchObject({ balance: 1_500, auto_reload: { ...SETTINGS, threshold: 600 } })
    await second.close()
    const after = openDatabase(dataDir)
    expect(verifyLedger(after)).toMatchObject({ ok: true, problems: [] })
    after.close()
  })
})

describe('what a key learns about its credits', () => {
  it('is a warning on every answer below 100 credits, and on no other', async () => {
    const { ledger } = gateway.instance.services
    const made = await post('/v1/enterprise/keys', { name: 'Low', credit_limit: 101 }, OWNER_KEY)
    const low = async () => {
      const answer = await gateway.send('/v1/credits/balance', { key: made.json.key })
      return [answer.json.balance, answer.json.low_balance, answer.headers.get('x-low-balance')]
    }
    expect(await low()).toEqual([101, false, null])
    await hash(made.json.key)
    expect(await low()).toEqual([100, false, null])
    expect((await hash(made.json.key)).headers.get('x-low-balance')).toBe('true')
    expect(await low()).toEqual([99, true, 'true'])
    expect(ledger.lastKnown(gateway.ownerId).balance).toBe(498)
  })

  it('shows a failed call in its history as a charge and its refund', async () => {
    // Nothing listens at port 1, and only an allowed origin is dialled at all.
    const origin = 'http://127.0.0.1:1'
    const reaching = await TestGateway.create({ allowedOrigins: [origin] })
    const failed = await reaching.call('webhook-send', { url: `${origin}/` })
    expect(failed).toMatchObject({ status: 500, json: { error: { code: 'handler_error' } } })
    const { json } = await reaching.send('/v1/credits/history')
    const call = { slug: 'webhook-send', request_id: failed.headers.get('x-request-id') }
    expect(json.entries).toMatchObject([
      { type: 'refund', balance_after: 500, ...call },
      { type: 'charge', balance_after: 500 - json.entries[0].credits, ...call },
      { type: 'grant' },
    ])
    expect(json.entries[0].credits).toBeGreaterThan(0)
    await reaching.close()
  })
})
