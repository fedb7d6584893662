import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyLeases } from '../../../../src-main/ledger/postgres/verify-leases.ts'
import type { RunningGateway } from '../../../../src-main/instance/start-gateway.ts'
import type { Place } from '../../../../src-main/storage/postgres/connection.ts'
import { MISSING_POSTGRES } from '../../../support/postgres/missing-postgres.ts'
import {
  ask,
  serveSeveral,
  type Asked,
  type ServedGateways,
} from '../../../support/postgres/served-gateways.ts'
import { OWNER_KEY } from '../../../support/gateway/test-gateway.ts'
import { makeSchema, openPostgres, postgresServer } from '../../../support/postgres/test-postgres.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const SLUG = 'code-json-to-typescript'
const CALL = { json: { id: 1, tags: ['new'] } }

/** A key that the owner makes at a gateway, as it is sent. */
async function newKey(gateway: RunningGateway, fields: object = {}) {
  const made = await ask(gateway, '/v1/enterprise/keys', { name: 'one', ...fields })
  expect(made.status).toBe(201)
  return { id: String(made.json.key_id), as: { authorization: `Bearer ${made.json.key}` } }
}

/** Sends the same to one gateway after the other, all at once. */
function askAll(
  gateways: readonly RunningGateway[],
  count: number,
  headers: Readonly<Record<string, string>>,
): Promise<Asked[]> {
  const one = (index: number) => ask(gateways[index % gateways.length]!, `/v1/${SLUG}`, CALL, headers)
  return Promise.all(Array.from({ length: count }, (_, index) => one(index)))
}

const knows = async (gateway: RunningGateway, as: Record<string, string>): Promise<boolean> =>
  (await ask(gateway, '/v1/credits/balance', undefined, as)).status === 200

describe.skipIf(MISSING_POSTGRES)('several gateways that share a PostgreSQL', () => {
  let place: Place
  let served: ServedGateways
  let one: RunningGateway
  let other: RunningGateway

  beforeAll(async () => {
    place = await makeSchema()
    served = await serveSeveral(4, place)
    ;[one, other] = served.gateways as [RunningGateway, RunningGateway]
  })

  afterAll(async () => {
    await served.close()
    expect(served.bugs).toEqual([])
  })

  test('make one owner and one demo key when they start at once on an empty schema', async () => {
    expect(new Set(served.gateways.map(({ demoKey }) => demoKey)).size).toBe(1)
    expect(served.gateways.filter(({ newOwnerKey }) => newOwnerKey !== null)).toHaveLength(1)
    const server = await postgresServer()
    const counted = `SELECT kind, count(*)::int AS keys FROM ${place.schema}.api_key GROUP BY kind ORDER BY kind`
    expect(await server.run(counted)).toEqual([
      { kind: 'demo', keys: 1 },
      { kind: 'personal', keys: 1 },
    ])
  })

  test('know each key wherever it was made, and refuse it wherever it was revoked', async () => {
    const { id, as } = await newKey(one)
    await waitUntil(() => knows(other, as), 'the other gateway knows a new key')
    expect((await ask(other, `/v1/enterprise/keys/${id}`, undefined, {}, 'DELETE')).status).toBe(200)
    expect(await knows(other, as)).toBe(false)
    await waitUntil(async () => !(await knows(one, as)), 'the gateway that made it refuses a revoked key')
  })

  test('tell what a key has beside the first answer that they give it, and to the owner who lists the keys', async () => {
    const { id, as } = await newKey(one, { credit_limit: 200 })
    await waitUntil(() => knows(one, as), 'its gateway knows the key')
    expect((await ask(one, `/v1/${SLUG}`, CALL, as)).status).toBe(200)
    const untold = served.gateways[3]!
    await waitUntil(
      async () => (await ask(untold, '/v1/tools', undefined, as)).status === 200,
      'the other one knows the key',
    )
    const told = await ask(untold, '/v1/tools', undefined, as)
    const spent = Number((await ask(one, '/v1/credits/balance', undefined, as)).json.balance)
    expect(spent).toBeLessThan(200)
    expect(Number(told.headers.get('x-credits-remaining'))).toBe(spent)
    const listed = await ask(served.gateways[2]!, '/v1/enterprise/keys?kind=team&limit=100')
    const found = listed.json.keys.find(({ key_id }: { key_id: string }) => key_id === id)
    expect(found.balance).toBe(spent)
  })

  test('charge one of 20 equal requests with an Idempotency-Key, and answer the others with it', async () => {
    const before = (await ask(one, '/v1/credits/balance')).json.balance
    const answers = await askAll(served.gateways, 20, { 'idempotency-key': 'once' })
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([])
    const answered = answers.find(({ status }) => status === 200)!
    const again = await askAll(served.gateways, 4, { 'idempotency-key': 'once' })
    for (const { status, json } of again) expect([status, json.data]).toEqual([200, answered.json.data])
    const after = (await ask(other, '/v1/credits/balance')).json.balance
    expect(before - after).toBe(Number(answered.headers.get('x-credits-used')))
    expect(await openPostgres(place).read(verifyLeases)).toMatchObject({ ok: true })
  })

  test('let a key send no more requests in all than its limit', async () => {
    const { as } = await newKey(one, { rate_limit: { limit: 20, window_seconds: 3_600 } })
    let asked = 0
    for (const gateway of served.gateways)
      await waitUntil(async () => {
        const isKnown = await knows(gateway, as)
        if (isKnown) asked++
        return isKnown
      }, 'the key is known')
    const answers = await askAll(served.gateways, 40, as)
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(20 - asked)
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.json.error).toMatchObject({ code: 'rate_limited' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
  })

  test('tell of the calls of all of them in one stream, each once', async () => {
    const headers = { authorization: `Bearer ${OWNER_KEY}` }
    const stop = new AbortController()
    const stream = await fetch(`${one.url}/v1/stream/usage?keys=all`, { headers, signal: stop.signal })
    const told: string[] = []
    const reading = (async () => {
      for await (const piece of stream.body!.pipeThrough(new TextDecoderStream())) told.push(piece)
    })().catch(() => undefined)
    await waitUntil(() => told.length > 0, 'the stream begins')
    const answers = (await Promise.all([1, 2, 3].map(() => askAll(served.gateways, 20, {})))).flat()
    const ids = answers.map(({ status, headers }) => status === 200 && headers.get('x-request-id'))
    const toldIds = () =>
      [...told.join('').matchAll(/^data: (.*"request_id".*)$/gm)].map(
        ([, data]) => JSON.parse(data!).request_id,
      )
    await waitUntil(() => toldIds().length >= ids.length, 'all of them are told')
    stop.abort()
    await reading
    expect(toldIds().toSorted()).toEqual(ids.toSorted())
  })

  test('know of each job wherever it was sent', async () => {
    const accepted = await ask(one, `/v1/async/${SLUG}`, CALL)
    expect(accepted.status).toBe(202)
    await waitUntil(async () => {
      const job = await ask(other, accepted.json.poll)
      return job.json.status === 'completed'
    }, 'the other gateway tells that the job is done')
  })
})
