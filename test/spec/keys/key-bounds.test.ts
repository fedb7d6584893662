import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  ON_POSTGRES,
  OWNER_KEY,
  TestGateway,
  type Json,
  type TestAnswer,
} from '../../support/gateway/test-gateway.ts'

const KEYS = '/v1/enterprise/keys'
const RATES = '/v1/enterprise/rate-limits'
const SHA = 'crypto-hash-sha256'
const HOUR_MS = 3_600_000

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

const ask = (key: string, fields: object = {}): Promise<TestAnswer> =>
  gateway.send(KEYS, { key, body: { name: 'Made', ...fields } })
const make = async (key: string, fields: object = {}): Promise<Json> => {
  const { status, json, text } = await ask(key, fields)
  expect([status, text]).toEqual([201, expect.any(String)])
  return json
}
const admin = (fields: object = {}): Promise<Json> => make(OWNER_KEY, { permissions: ['admin'], ...fields })
const revoke = (id: string, key = OWNER_KEY) => gateway.send(`${KEYS}/${id}`, { key, method: 'DELETE' })
const works = async (key: string): Promise<boolean> =>
  (await gateway.call(SHA, { text: 'x' }, { key })).status === 200
const statusOf = async (id: string): Promise<string> =>
  (await gateway.asOwner(KEYS)).json.keys.find((key: Json) => key.key_id === id).status
const inHours = (hours: number): string =>
  new Date(gateway.instance.services.now() + hours * HOUR_MS).toISOString()

function expectRefusal({ status, json }: TestAnswer, field: string): void {
  expect([status, json.error.code]).toEqual([403, 'forbidden'])
  expect(json.error.message).toContain(field)
}

describe('a key that makes another', () => {
  it.each([
    ['slugs', [SHA, 'text-diff'], ['math-evaluate'], [SHA]],
    ['tiers', ['compute'], ['compute', 'llm'], ['compute']],
  ] as const)('grants no more tools than it may call itself: %s', async (list, own, wider, narrower) => {
    const { key } = await admin({ [list]: own })
    expectRefusal(await ask(key, { [list]: wider }), list)
    expect((await make(key))[list]).toEqual(own)
    expect((await make(key, { [list]: narrower }))[list]).toEqual(narrower)
  })

  it('hands its categories down, also to a key with slugs', async () => {
    const known = (await gateway.send('/v1/tools?limit=1000')).json.tools
    const { category } = known.find(({ slug }: Json) => slug === SHA)
    const other = known.find((tool: Json) => tool.category !== category)
    const { key } = await admin({ categories: [category] })
    expectRefusal(await ask(key, { categories: [other.category] }), 'categories')
    const child = await make(key, { slugs: [SHA, other.slug] })
    expect(child).toMatchObject({ categories: [category], slugs: [SHA, other.slug] })
    const refused = await gateway.call(other.slug, {}, { key: child.key })
    expect([refused.status, refused.json.error.code]).toEqual([403, 'scope_denied'])
  })

  it('grants no higher rate, in a burst or on average', async () => {
    const { key } = await admin({ rate_limit: { limit: 30, window_seconds: 60 } })
    expectRefusal(await ask(key, { rate_limit: 31 }), 'rate_limit')
    expectRefusal(await ask(key, { rate_limit: { limit: 30, window_seconds: 59 } }), 'rate_limit')
    expectRefusal(await ask(key, { rate_limit: { limit: 31, window_seconds: 3_600 } }), 'rate_limit')
    expect(await make(key)).toMatchObject({ rate_limit: { limit: 30, window_seconds: 60 } })
    const slow = await make(key, { rate_limit: { limit: 10, window_seconds: 60 } })
    expect(slow.rate_limit.limit).toBe(10)
  })

  it('raises no rate above its own later, not even its own', async () => {
    const made = await admin({ rate_limit: 30 })
    const child = await make(made.key)
    const raise = ({ key_id }: Json, key: string) =>
      gateway.send(RATES, { key, body: { key_id, limit: 31, window_seconds: 60 } })
    for (const one of [made, child]) expectRefusal(await raise(one, made.key), 'rate_limit')
    for (const one of [made, child]) expect((await raise(one, OWNER_KEY)).status).toBe(200)
  })

  it.skipIf(ON_POSTGRES)('shares its rate with the keys that it made', async () => {
    const made = await admin({ rate_limit: 5 })
    const children = [await make(made.key), await make(made.key)]
    const answers: TestAnswer[] = []
    for (let i = 0; i < 4; i++)
      answers.push(await gateway.call(SHA, { text: 'x' }, { key: children[i % 2]!.key }))
    // Two of the five were spent on making them.
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['2', '1', '0', '0'])
    expect((await gateway.call(SHA, { text: 'x' }, { key: made.key })).status).toBe(429)
    gateway.advance(61_000)
    expect(await works(made.key)).toBe(true)
  })

  it('gives no key more of the language models than it has itself', async () => {
    const { key, key_id } = await admin({ model_budget: { questions: 30 } })
    expectRefusal(await ask(key, { model_budget: { questions: 31 } }), 'model_budget')
    // The tokens are those of the settings, for which its maker has none of its own.
    expectRefusal(await ask(key, { model_budget: { tokens: 5_000_001 } }), 'model_budget')
    const child = await make(key)
    expect(child.model_budget).toMatchObject({ questions: { limit: 30 }, tokens: { limit: 5_000_000 } })
    const set = (body: Json, by: string) => gateway.send('/v1/enterprise/model-budgets', { key: by, body })
    for (const id of [key_id, child.key_id])
      for (const questions of [31, null])
        expectRefusal(await set({ key_id: id, questions }, key), 'model_budget')
    expect((await set({ key_id: child.key_id, questions: 29 }, key)).status).toBe(200)
    expect((await set({ key_id, questions: null }, OWNER_KEY)).status).toBe(200)
  })

  it('makes no key that works longer than it does itself', async () => {
    const { key, expires_at } = await admin({ expires_at: inHours(2) })
    expectRefusal(await ask(key, { expires_at: inHours(3) }), 'expires_at')
    expect((await make(key)).expires_at).toBe(expires_at)
    expect((await make(key, { expires_at: inHours(1) })).expires_at).toBe(inHours(1))
  })

  it('hands over a part of its credit limit, which is then no longer its own', async () => {
    const made = await admin({ credit_limit: 10 })
    expectRefusal(await ask(made.key), 'credit_limit')
    expectRefusal(await ask(made.key, { credit_limit: 11 }), 'credit_limit')
    expect(await works(made.key)).toBe(true)
    const child = await make(made.key, { credit_limit: 7 })
    expect(child).toMatchObject({ credit_limit: 7, balance: 7, pays_from: gateway.ownerId })
    expectRefusal(await ask(made.key, { credit_limit: 3 }), '2 credits left')
    const { ledger } = gateway.instance.services
    expect(await ledger.subAccountOf(made.key_id)).toMatchObject({ creditLimit: 3, spent: 1 })
    expect([await works(made.key), await works(made.key), await works(made.key)]).toEqual([
      true,
      true,
      false,
    ])
    expect(await works(child.key)).toBe(true)
  })

  // Catches: a running call whose credits are handed over while it runs.
  it('does not hand over what its running calls hold', async () => {
    const made = await admin({ credit_limit: 5 })
    const { ledger } = gateway.instance.services
    await ledger.reserve({ id: 'running', account: made.key_id, credits: 4 })
    expectRefusal(await ask(made.key, { credit_limit: 2 }), '1 credit left')
    await make(made.key, { credit_limit: 1 })
    await ledger.settle('running', { requestId: 'r', slug: 's' })
    expect(await ledger.subAccountOf(made.key_id)).toMatchObject({ creditLimit: 4, spent: 4 })
  })

  it('needs the admin permission, and is bounded also where it acts through the page', async () => {
    const { key } = await make(OWNER_KEY)
    expect((await ask(key)).status).toBe(403)
    const limited = await admin({ slugs: [SHA] })
    const code = await gateway.send('/app/session-code', { key: limited.key, method: 'POST' })
    expectRefusal(code, 'This key has limits')
    const ending = await admin({ expires_at: inHours(1) })
    const issued = await gateway.send('/app/session-code', { key: ending.key, method: 'POST' })
    const opened = await gateway.send('/app/session', {
      key: null,
      body: { code: String(issued.json.page_url).split('#t=')[1] },
      headers: { origin: 'http://127.0.0.1:4777' },
    })
    const headers = {
      origin: 'http://127.0.0.1:4777',
      cookie: String(opened.headers.get('set-cookie')).split(';')[0]!,
      'x-toolgate-page': opened.json.page_pass,
    }
    const child = await gateway.send(KEYS, { key: null, body: { name: 'By the page' }, headers })
    expect(child.json).toMatchObject({ made_by: ending.key_id, expires_at: ending.expires_at })
    const confirm = { key: null, body: { all: true }, headers }
    expect((await gateway.send('/app/keys/confirm', confirm)).status).toBe(403)
  })

  it('approves no purchase, and does not revoke the owner’s key', async () => {
    const deputy = await admin()
    const approve = '/app/purchases/p1/approve'
    expect((await gateway.send(approve, { key: deputy.key, method: 'POST' })).status).toBe(403)
    expect((await revoke(gateway.ownerId, deputy.key)).status).toBe(403)
  })
})

describe('the keys that a key made', () => {
  it('end with it when it is revoked, down to the last of them', async () => {
    const made = await admin()
    const child = await make(made.key, { permissions: ['admin'] })
    const grandchild = await make(child.key)
    expect(await works(grandchild.key)).toBe(true)
    await revoke(made.key_id)
    expect([await works(child.key), await works(grandchild.key)]).toEqual([false, false])
    expect([await statusOf(child.key_id), await statusOf(grandchild.key_id)]).toEqual(['ended', 'ended'])
    const refused = await gateway.call(SHA, { text: 'x' }, { key: child.key })
    expect([refused.status, refused.json.error.code]).toEqual([401, 'invalid_key'])
  })

  it('end with it when it expires', async () => {
    const made = await admin({ expires_at: inHours(1) })
    const child = await make(made.key)
    gateway.advance(2 * HOUR_MS)
    expect(await works(child.key)).toBe(false)
  })

  it('stay when the owner adopts them, and nobody else can', async () => {
    const made = await admin()
    const child = await make(made.key)
    const adopt = { body: { key_id: child.key_id } }
    expect((await gateway.send('/app/keys/adopt', { key: made.key, ...adopt })).status).toBe(403)
    await revoke(made.key_id)
    const adopted = await gateway.asOwner('/app/keys/adopt', adopt)
    expect(adopted.json.keys).toMatchObject([{ status: 'active', ends_with: null, made_by: made.key_id }])
    expect(await works(child.key)).toBe(true)
    const revoked = await gateway.asOwner('/app/keys/adopt', { body: { key_id: made.key_id } })
    expect(revoked.status).toBe(404)
    const { entries } = (await gateway.asOwner('/v1/enterprise/audit?action=key.adopted')).json
    expect(entries).toMatchObject([{ target: child.key_id, actor: { key_id: gateway.ownerId } }])
  })

  it('stay when they were the owner’s and the owner changes the owner key', async () => {
    const team = await make(OWNER_KEY)
    const next = await admin({ rate_limit: 6_000 })
    expect(team).toMatchObject({ made_by: gateway.ownerId, ends_with: null })
    await revoke(gateway.ownerId)
    expect([await works(team.key), await works(next.key)]).toEqual([true, true])
    expect(gateway.ownerId).toBe(next.key_id)
  })

  it('never include the last key that administers the gateway', async () => {
    const deputy = await admin()
    await make(deputy.key, { permissions: ['admin'] })
    await revoke(deputy.key_id)
    const last = await revoke(gateway.ownerId)
    expect([last.status, last.json.error.message]).toEqual([
      403,
      expect.stringContaining('the last admin key'),
    ])
  })
})
