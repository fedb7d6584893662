import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { HubLine } from '../../support/gateway/hub-line.ts'
import { OWNER_KEY, TestGateway, type Json, type TestAnswer } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { waitUntil } from '../../support/wait-until.ts'

const HASH = 'crypto-hash-sha256'
const LEASE = 20

let hub: TestGateway
let line: HubLine
beforeEach(async () => {
  hub = await open()
  line = await HubLine.open(hub)
})

async function open(dataDir = ':memory:'): Promise<TestGateway> {
  const gateway = await TestGateway.create({ dataDir })
  onTestFinished(() => gateway.close())
  return gateway
}

/** A gateway that spends the credits of the hub's test key, and has its first lease. */
async function connected(): Promise<TestGateway> {
  const gateway = await open()
  const answer = await connect(gateway)
  expect(answer.json).toMatchObject({ ok: true, hub: { left: LEASE, trouble: null } })
  return gateway
}

const connect = (gateway: TestGateway, more: object = {}): Promise<TestAnswer> =>
  gateway.asOwner('/app/hub', {
    method: 'PUT',
    body: { url: line.url, key: hub.key, name: 'Laptop', lease_credits: LEASE, ...more },
  })
const call = (gateway: TestGateway, text: string): Promise<TestAnswer> =>
  gateway.call(HASH, { text }, { key: OWNER_KEY })
const requestOf = ({ headers }: TestAnswer): string => headers.get('x-request-id') ?? 'none'
const statusOf = async (gateway: TestGateway): Promise<Json> => (await gateway.asOwner('/app/hub')).json
const contact = async (gateway: TestGateway): Promise<Json> =>
  (await gateway.asOwner('/app/hub/contact', { method: 'POST', body: {} })).json
const holders = async (): Promise<Json[]> => (await hub.asOwner('/v1/enterprise/instances')).json.instances
const hubCredits = async (): Promise<Json> => (await hub.send('/v1/credits/balance')).json

/** Calls until one is refused. @returns the answered calls and the refusal */
async function spendAll(gateway: TestGateway): Promise<{ answered: string[]; refusal: Json }> {
  const answered: string[] = []
  for (let n = 0; ; n++) {
    const answer = await call(gateway, `call ${n}`)
    if (answer.status !== 200) return { answered, refusal: answer.json.error }
    answered.push(requestOf(answer))
  }
}

/** The request ids of what the hub has charged, sorted. */
async function chargedAtHub(): Promise<string[]> {
  const { json } = await hub.send('/v1/credits/history?limit=500')
  return json.entries.flatMap((one: Json) => (one.type === 'charge' ? one.request_id : [])).sort()
}

describe('a gateway with a hub', () => {
  it("spends the hub's credits for the owner and the keys that the owner pays for, and none of its own", async () => {
    const desktop = await open()
    const team = (await desktop.asOwner('/v1/enterprise/keys', { body: { name: 'T' } })).json.key
    await connect(desktop)
    const first = await call(desktop, 'a')
    expect(first.json.meta).toMatchObject({ credits_used: 1, balance: LEASE - 1 })
    expect((await desktop.call(HASH, { text: 'b' }, { key: team })).json.meta.balance).toBe(LEASE - 2)
    // A key with credits of its own goes on to spend those.
    expect((await desktop.call(HASH, { text: 'c' })).json.meta.balance).toBe(499)
    await waitUntil(async () => (await statusOf(desktop)).hub.unsent_charges === 0, 'the charges are sent')
    expect(await hubCredits()).toMatchObject({ balance: 498, reserved: LEASE - 2 })
    expect(await holders()).toMatchObject([{ name: 'Laptop', left: LEASE - 2, spent: 2 }])
    const { json } = await desktop.asOwner('/v1/credits/history')
    expect(json.entries.map((one: Json) => [one.type, one.credits])).toEqual([
      ['charge', -1],
      ['charge', -1],
      ['grant', LEASE],
    ])
    await desktop.asOwner('/app/hub', { method: 'DELETE' })
    expect((await desktop.asOwner('/v1/credits/balance')).json.balance).toBe(500)
  })

  // Catches: a place that is noted one entry too far, so that the hub never hears of the next charge.
  it('delivers the charge whose entry follows right after the last one that was sent', async () => {
    const desktop = await connected()
    const requests: string[] = []
    for (const text of ['a', 'b']) {
      requests.push(requestOf(await call(desktop, text)))
      expect((await contact(desktop)).hub).toMatchObject({ unsent_charges: 0 })
    }
    expect(await chargedAtHub()).toEqual(requests.toSorted())
  })

  // Catches: a gateway that stops with its hub, or spends more than it was given.
  it('serves exactly its lease while the hub is away, then says what to do, and delivers all of it once', async () => {
    const desktop = await connected()
    line.state = 'away'
    const { answered, refusal } = await spendAll(desktop)
    expect(answered).toHaveLength(LEASE)
    expect(refusal).toMatchObject({ code: 'insufficient_credits', need: 1, have: 0 })
    expect(refusal.message).toContain('cannot be reached')
    expect(refusal.message).toContain('toolgate hub disconnect')
    expect((await statusOf(desktop)).hub).toMatchObject({ left: 0, unsent_charges: LEASE })
    expect((await hubCredits()).balance).toBe(500)

    line.state = 'up'
    expect((await contact(desktop)).hub).toMatchObject({ unsent_charges: 0, left: LEASE, trouble: null })
    expect(await chargedAtHub()).toEqual(answered.toSorted())
    expect(await hubCredits()).toMatchObject({ balance: 500 - LEASE, reserved: LEASE })
    expect((await call(desktop, 'again')).status).toBe(200)
  })

  // Catches: what the hub has committed and the gateway has not heard of, done twice.
  it('takes each lease and delivers each charge once when the answers are lost', async () => {
    const desktop = await connected()
    line.state = 'cut'
    const answered = [requestOf(await call(desktop, 'a'))]
    expect((await contact(desktop)).hub.trouble).toContain('cannot be reached')
    expect(await chargedAtHub()).toEqual(answered)
    expect((await statusOf(desktop)).hub.unsent_charges).toBe(1)
    for (let n = 0; n < LEASE / 2; n++) answered.push(requestOf(await call(desktop, `b${n}`)))
    await contact(desktop)

    line.state = 'up'
    const { hub: state } = await contact(desktop)
    expect(state).toMatchObject({ unsent_charges: 0, trouble: null })
    expect(await chargedAtHub()).toEqual(answered.toSorted())
    expect(await holders()).toMatchObject([{ left: state.left, spent: answered.length }])
    expect(await hubCredits()).toMatchObject({ balance: 500 - answered.length, reserved: state.left })
  })

  // Catches: a refusal although the hub has credits, since the next lease was still to come.
  it('asks for more before it refuses a call, down to the last credit of the hub', async () => {
    const made = await hub.asOwner('/v1/enterprise/keys', { body: { name: 'T', credit_limit: 50 } })
    const desktop = await open()
    await connect(desktop, { key: made.json.key })
    const { answered, refusal } = await spendAll(desktop)
    expect(answered).toHaveLength(50)
    expect(refusal.message).toContain('also at')
    await contact(desktop)
    const [{ left, spent }] = await holders()
    expect({ left, spent }).toEqual({ left: 0, spent: 50 })
    expect(hub.instance.services.ledger.lastKnown(made.json.key_id)).toEqual({ balance: 0, reserved: 0 })
  })

  // Catches: charges of a gateway that was given up, which take credits that were freed.
  it('starts afresh when it was forgotten; what it had spent meanwhile is charged to nobody', async () => {
    const desktop = await connected()
    const [{ instance }] = await holders()
    line.state = 'away'
    await call(desktop, 'late')
    await hub.asOwner(`/v1/enterprise/instances/${instance}`, { method: 'DELETE' })
    hub.advance(1_000)
    line.state = 'up'
    await contact(desktop)
    await contact(desktop)
    expect(await hubCredits()).toMatchObject({ balance: 500, reserved: LEASE })
    expect(await holders()).toMatchObject([
      { status: 'active', left: LEASE },
      { instance, status: 'ended', late_charges: 1, late_credits: 1, freed: LEASE },
    ])
    expect((await call(desktop, 'new')).json.meta.balance).toBe(LEASE - 1)
    await contact(desktop)
    expect((await hubCredits()).balance).toBe(499)
  })

  it('gives back what is left when it is disconnected, and spends its own credits at once', async () => {
    const desktop = await connected()
    line.state = 'away'
    await call(desktop, 'a')
    const left = await desktop.asOwner('/app/hub', { method: 'DELETE' })
    expect(left.json).toMatchObject({ hub: null, ending: [{ state: 'leaving', unsent_charges: 1 }] })
    expect((await call(desktop, 'b')).json.meta.balance).toBe(499)
    line.state = 'up'
    expect(await contact(desktop)).toMatchObject({ hub: null, ending: [] })
    expect(await hubCredits()).toMatchObject({ balance: 499, reserved: 0 })
    expect(await holders()).toMatchObject([{ status: 'ended', spent: 1, freed: LEASE - 1 }])
  })

  it('keeps its lease and its charges over a restart while the hub is away', async () => {
    const dataDir = makeTempDir()
    const before = await TestGateway.create({ dataDir })
    await connect(before)
    line.state = 'away'
    await call(before, 'a')
    await before.close()
    const after = await open(dataDir)
    expect((await call(after, 'b')).json.meta.balance).toBe(LEASE - 2)
    expect((await statusOf(after)).hub).toMatchObject({ left: LEASE - 2, unsent_charges: 2 })
    line.state = 'up'
    expect((await contact(after)).hub.unsent_charges).toBe(0)
    expect((await hubCredits()).balance).toBe(498)
  })

  it('is connected only with a key that works, at an address where a key may travel', async () => {
    const desktop = await open()
    const issueOf = ({ json }: TestAnswer): string => json.error.issues[0].path
    expect(issueOf(await connect(desktop, { key: 'sk-toolgate-team-' + '0'.repeat(48) }))).toBe('key')
    for (const url of ['ftp://a', 'http://example.com', 'https://u:p@example.com', 'https://a/?b'])
      expect(issueOf(await connect(desktop, { url }))).toBe('url')
    line.state = 'away'
    expect(issueOf(await connect(desktop))).toBe('url')
    expect(await statusOf(desktop)).toMatchObject({ hub: null, ending: [] })
    line.state = 'up'
    await connect(desktop)
    expect((await connect(desktop)).json.error.code).toBe('forbidden')
    expect((await call(desktop, 'a')).status).toBe(200)
  })

  it('does not lend what it was lent', async () => {
    const desktop = await connected()
    const instance = `gw_${'c'.repeat(32)}`
    const body = { instance, name: 'x', number: 1, credits: 5 }
    expect((await desktop.asOwner('/v1/leases', { body })).json.error.code).toBe('forbidden')
    expect((await connect(hub)).json).toMatchObject({ error: { code: 'forbidden' } })
  })
})

// Catches: a promise that nobody waits for and that rejects, which ends the gateway.
it('is spoken of again later when the database could not be read', async () => {
  const gateway = await connected()
  const { engine, ledger } = gateway.instance.services
  const { read } = engine
  engine.read = () => Promise.reject(new Error('disk I/O error'))
  await ledger.credit({ id: 'g', account: gateway.ownerId, kind: 'grant', credits: 1 })
  await waitUntil(() => gateway.bugs.length > 0, 'the failure is reported')
  engine.read = read
  expect(gateway.bugs.splice(0)).toMatchObject([{ message: 'disk I/O error' }])
  expect((await contact(gateway)).hub.trouble).toBeNull()
})
