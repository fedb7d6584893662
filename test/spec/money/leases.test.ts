import { afterEach, beforeEach, expect, it } from 'vitest'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

const INSTANCE = `gw_${'a'.repeat(32)}`
const OTHER = `gw_${'b'.repeat(32)}`

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway?.close())

const ask = (number: number, credits: number, instance = INSTANCE, key?: string) =>
  gateway.send('/v1/leases', {
    body: { instance, name: 'Laptop', number, credits },
    ...(key === undefined ? {} : { key }),
  })
const charge = (id: string, credits: number) => ({
  id,
  credits,
  slug: 'crypto-hash-sha256',
  request_id: `r-${id}`,
})
const deliver = (entries: readonly Json[], instance = INSTANCE, key?: string) =>
  gateway.send('/v1/leases/entries', { body: { instance, entries }, ...(key === undefined ? {} : { key }) })
const balance = async () => (await gateway.send('/v1/credits/balance')).json
const forget = (instance = INSTANCE) =>
  gateway.asOwner(`/v1/enterprise/instances/${instance}`, { method: 'DELETE' })

// Catches: a lease that can be spent at the hub as well.
it('reserves what is leased, so that nothing here can spend it', async () => {
  expect((await ask(1, 100)).json).toMatchObject({ ok: true, given: 100, number: 1 })
  expect(await balance()).toMatchObject({ balance: 500, reserved: 100 })
  const shares = await Promise.all([ask(1, 1_000, OTHER), ask(2, 1_000), ask(4, 1_000)])
  expect(shares.filter(({ status }) => status === 200).map(({ json }) => json.given)).toEqual([100, 100])
  expect(await balance()).toMatchObject({ balance: 500, reserved: 300 })
})

// Catches: leases that come to more than there is, since none saw the others.
it('gives out of what is free, down to the last credit, and never more', async () => {
  let given = 0
  for (let number = 1; ; number++) {
    const { json } = await ask(number, 250)
    if (json.given === 0) break
    given += json.given
  }
  expect(given).toBe(500)
  expect(await balance()).toMatchObject({ balance: 500, reserved: 500 })
  const call = await gateway.call('crypto-hash-sha256', { text: 'a' })
  expect(call.json.error.code).toBe('insufficient_credits')
})

// Catches: a lease that is given twice, since its answer was lost.
it('answers a repeated number with the same lease', async () => {
  const answers = await Promise.all([ask(1, 60), ask(1, 60), ask(1, 80)])
  expect(answers.map(({ json }) => json.given)).toEqual([60, 60, 60])
  expect((await ask(1, 9)).json.given).toBe(60)
  expect((await balance()).reserved).toBe(60)
  expect((await ask(3, 60)).json.error.code).toBe('lease_out_of_step')
})

// Catches: a charge that is sent twice and charged twice.
it('charges an entry once, however often it is sent', async () => {
  await ask(1, 100)
  const entries = [charge('c1', 3), charge('c2', 4)]
  const [first] = await Promise.all([deliver(entries), deliver(entries), deliver(entries.slice(1))])
  expect(first.json).toMatchObject({ charged: 2, late: 0, ended: false, left: 93 })
  expect((await deliver(entries)).json).toMatchObject({ charged: 2, left: 93 })
  expect(await balance()).toMatchObject({ balance: 493, reserved: 93 })
  const { json } = await gateway.send('/v1/credits/history')
  expect(json.entries.slice(0, 2)).toMatchObject([
    { id: `${INSTANCE}:c2`, type: 'charge', credits: -4, request_id: 'r-c2', balance_after: 493 },
    { id: `${INSTANCE}:c1`, type: 'charge', credits: -3, request_id: 'r-c1' },
  ])
  expect((await deliver([charge('c1', 5)])).json.error.code).toBe('validation_error')
})

// Catches: a gateway that is charged more than it was given.
it('charges what exceeds the leases to nobody, and keeps it as a late charge', async () => {
  await ask(1, 100)
  const sent = await deliver([charge('c1', 99), charge('c2', 2), charge('c3', 1)])
  expect(sent.json).toMatchObject({ charged: 2, late: 1, left: 0 })
  expect(await balance()).toMatchObject({ balance: 400, reserved: 0 })
})

// Catches: credits freed that are charged later all the same, which takes a balance below zero.
it('frees what is left when the owner forgets a gateway, and charges nothing that comes later', async () => {
  await ask(1, 100)
  await deliver([charge('c1', 30)])
  expect((await forget()).json).toMatchObject({ freed: 70 })
  expect(await balance()).toMatchObject({ balance: 470, reserved: 0 })
  expect((await forget()).json).toMatchObject({ freed: 70 })
  const late = [charge('c1', 30), charge('c2', 5)]
  expect((await deliver(late)).json).toMatchObject({ charged: 1, late: 1, ended: true, left: 0 })
  expect((await deliver(late)).json).toMatchObject({ charged: 1, late: 1 })
  expect((await balance()).balance).toBe(470)
  expect((await ask(2, 10)).json.error.code).toBe('lease_ended')
  const { json } = await gateway.asOwner('/v1/enterprise/instances')
  expect(json.instances).toMatchObject([
    { instance: INSTANCE, name: 'Laptop', key_id: gateway.keyId, status: 'ended', left: 0 },
  ])
  expect(json.instances[0]).toMatchObject({ given: 100, spent: 30, freed: 70, late_charges: 1 })
})

it('takes back what a gateway gives up itself, but only that of its own key', async () => {
  await ask(1, 100)
  const { key } = await gateway.instance.services.keys.create({ kind: 'personal', name: 'B', grant: 9 })
  for (const answer of [
    await gateway.send(`/v1/leases/${INSTANCE}`, { method: 'DELETE', key }),
    await deliver([charge('c1', 1)], INSTANCE, key),
    await ask(2, 5, INSTANCE, key),
  ])
    expect(answer.json.error.code).toBe('not_found')
  expect((await gateway.send(`/v1/leases/${INSTANCE}`, { method: 'DELETE' })).json.freed).toBe(100)
  expect(await balance()).toMatchObject({ balance: 500, reserved: 0 })
})

// Catches: a team key that leases past its own limit.
it('leases within the limit of a team key, and charges the key that pays for it', async () => {
  const made = await gateway.asOwner('/v1/enterprise/keys', { body: { name: 'T', credit_limit: 40 } })
  const { key, key_id } = made.json
  expect((await ask(1, 100, INSTANCE, key)).json.given).toBe(40)
  await deliver([charge('c1', 15)], INSTANCE, key)
  const { json } = await gateway.asOwner('/v1/enterprise/keys?kind=team')
  expect(json.keys).toMatchObject([{ key_id, spent: 15, balance: 25 }])
  expect(gateway.instance.services.ledger.lastKnown(key_id)).toEqual({ balance: 25, reserved: 25 })
  expect(gateway.instance.services.ledger.lastKnown(gateway.ownerId)).toEqual({
    balance: 485,
    reserved: 25,
  })
})

it('lends nothing to the demo key, nor to one that may call only some tools', async () => {
  const { json } = await gateway.send('/v1/tools', { key: null })
  expect(json).toBeDefined()
  const made = await gateway.asOwner('/v1/enterprise/keys', { body: { name: 'T', slugs: ['text-diff'] } })
  expect((await ask(1, 1, INSTANCE, made.json.key)).json.error.code).toBe('forbidden')
  const demo = (await gateway.send('/v1/credits/balance', { key: null })).json.error.demo_key
  expect((await ask(1, 1, INSTANCE, demo)).json.error.code).toBe('forbidden')
})

// Catches: a key that gets around its rules, or its pause, by spending its credits at a gateway of its own.
it('lends nothing to a key with rules, and takes what it has spent before', async () => {
  const { key, key_id } = (await gateway.asOwner('/v1/enterprise/keys', { body: { name: 'T' } })).json
  const lay = async (rules: object) => {
    const { status } = await gateway.asOwner('/v1/enterprise/key-rules', { body: { key_id, ...rules } })
    expect(status).toBe(200)
  }
  expect((await ask(1, 50, INSTANCE, key)).json.given).toBe(50)
  await lay({ paused: true })
  const paused = await ask(2, 50, INSTANCE, key)
  expect([paused.status, paused.json.error.message]).toEqual([403, expect.stringContaining('paused')])
  await lay({ paused: null, approval: { tools: 'all' } })
  const ruled = await ask(2, 50, INSTANCE, key)
  expect([ruled.status, ruled.json.error.message]).toEqual([403, expect.stringContaining('rules')])
  expect((await deliver([charge('c1', 5)], INSTANCE, key)).json).toMatchObject({ charged: 1, late: 0 })
  await lay({ approval: null })
  expect((await ask(2, 50, INSTANCE, key)).json.given).toBe(50)
})

it('records who was lent credits, and who ended that', async () => {
  await ask(1, 100)
  await forget()
  const { json } = await gateway.asOwner('/v1/enterprise/audit?limit=2')
  expect(json.entries).toMatchObject([
    { action: 'lease.ended', target: INSTANCE, detail: { name: 'Laptop', freed: 100 } },
    { action: 'lease.given', target: INSTANCE, detail: { name: 'Laptop', number: 1, credits: 100 } },
  ])
})

itObeysTheRules([
  {
    method: 'POST',
    path: '/v1/leases',
    admin: false,
    body: { instance: INSTANCE, name: 'Laptop', number: 1, credits: 5 },
    wrong: [
      [{ instance: 'gw_1', name: 'Laptop', number: 1, credits: 5 }, 'instance'],
      [{ instance: INSTANCE, name: 'Laptop', number: 0, credits: 5 }, 'number'],
      [{ instance: INSTANCE, name: 'Laptop', number: 1, credits: -5 }, 'credits'],
    ],
  },
  {
    method: 'POST',
    path: '/v1/leases/entries',
    admin: false,
    body: { instance: INSTANCE, entries: [] },
    wrong: [[{ instance: INSTANCE, entries: [charge('c1', -1)] }, 'entries.0.credits']],
  },
  { method: 'DELETE', path: `/v1/leases/${INSTANCE}`, admin: false },
  { method: 'GET', path: '/v1/enterprise/instances', admin: true },
  { method: 'DELETE', path: `/v1/enterprise/instances/${INSTANCE}`, admin: true },
])
