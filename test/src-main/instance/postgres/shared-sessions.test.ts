import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PageSessions } from '../../../../src-main/gateway/session/page-sessions.ts'
import { SessionTable } from '../../../../src-main/gateway/session/session-table.ts'
import type { RunningGateway } from '../../../../src-main/instance/start-gateway.ts'
import { FakeClock } from '../../../support/gateway/open-stores.ts'
import { MISSING_POSTGRES } from '../../../support/postgres/missing-postgres.ts'
import { openGateways } from '../../../support/postgres/postgres-gateways.ts'
import { ask, serveSeveral, type ServedGateways } from '../../../support/postgres/served-gateways.ts'
import { makeSchema } from '../../../support/postgres/test-postgres.ts'
import { waitUntil } from '../../../support/wait-until.ts'

/** The sessions of two gateways on one schema that hear no notices. */
async function twoGateways() {
  const { gateways } = await openGateways(2, 1_000)
  const clock = new FakeClock()
  const [one, other] = gateways.map(
    ({ engine }) =>
      new PageSessions(clock.now, (keyId) => keyId !== 'key_revoked', {
        table: new SessionTable(engine, clock.now),
      }),
  ) as [PageSessions, PageSessions]
  return { one, other, clock }
}

describe.skipIf(MISSING_POSTGRES)('sessions of the page, at two gateways on a PostgreSQL', () => {
  test('begin at either with a code of the other, once, however many take it at the same time', async () => {
    const { one, other } = await twoGateways()
    const code = one.issueCode('key_a')
    await one.shared()
    const takers = [one, other, one, other].map((sessions) => sessions.redeem(code))
    const opened = (await Promise.all(takers)).filter((session) => session !== null)
    expect(opened).toHaveLength(1)
    const [{ token, pass }] = opened as [{ token: string; pass: string }]
    for (const sessions of [one, other]) {
      await sessions.learn(token)
      expect([sessions.has(token, pass), sessions.has(token, null), sessions.issuerOf(token)]).toEqual([
        true,
        false,
        'key_a',
      ])
      expect(sessions.learn(token)).toBeNull()
    }
  })

  test('end at all of them, with their codes; windows of a desktop stay signed in', async () => {
    const { one, other } = await twoGateways()
    const [{ token, pass }] = [(await one.redeem(one.issueCode()))!]
    await other.learn(token)
    const [window, code] = [other.open(), other.issueCode()]
    await other.shared()
    await one.closeAll()
    await other.refresh()
    expect([one.has(token, pass), other.has(token, pass), other.has(window, null)]).toEqual([
      false,
      false,
      true,
    ])
    expect([await one.redeem(code), await other.redeem(code)]).toEqual([null, null])
  })

  test('end with their time, and are at most a hundred', async () => {
    const { one, other, clock } = await twoGateways()
    const first = (await one.redeem(one.issueCode()))!
    clock.time += 1
    for (let more = 0; more < 100; more++) await one.redeem(one.issueCode())
    await other.refresh()
    expect(other.has(first.token, first.pass)).toBe(false)
    const last = (await one.redeem(one.issueCode()))!
    await other.refresh()
    expect(other.has(last.token, last.pass)).toBe(true)
    clock.time += 30 * 24 * 60 * 60 * 1_000
    expect(other.has(last.token, last.pass)).toBe(false)
  })

  test('begin with a code of a key that was made at another gateway a moment ago', async () => {
    const { gateways } = await openGateways(1, 1_000)
    const known = new Set<string>()
    const table = new SessionTable(gateways[0]!.engine, Date.now)
    const learnKeys = async () => void known.add('key_new')
    const sessions = new PageSessions(Date.now, (keyId) => known.has(keyId), { table, learnKeys })
    const code = sessions.issueCode('key_new')
    const opened = await sessions.redeem(code)
    expect(opened).not.toBeNull()
    known.clear()
    const other = new PageSessions(Date.now, (keyId) => known.has(keyId), { table, learnKeys })
    await other.learn(opened!.token)
    expect(other.has(opened!.token, opened!.pass)).toBe(true)
  })

  test('do not begin with a code of a key that has been revoked since', async () => {
    const { one, other } = await twoGateways()
    const code = one.issueCode('key_revoked')
    await one.shared()
    expect(await other.redeem(code)).toBeNull()
  })
})

describe.skipIf(MISSING_POSTGRES)('a browser whose requests reach several gateways', () => {
  let served: ServedGateways
  let one: RunningGateway
  let other: RunningGateway

  beforeAll(async () => {
    served = await serveSeveral(2, await makeSchema())
    ;[one, other] = served.gateways as [RunningGateway, RunningGateway]
  })
  afterAll(async () => {
    await served.close()
    expect(served.bugs).toEqual([])
  })

  test('signs in at one with an address of the other, and is signed in at both at once, until that is ended', async () => {
    const helper = (await ask(one, '/v1/enterprise/keys', { name: 'helper', permissions: ['admin'] })).json
    const as = { authorization: `Bearer ${helper.key}` }
    const { page_url: url } = (await ask(one, '/app/session-code', {}, as)).json
    const code = new URL(url).hash.slice('#t='.length)
    const page = (gateway: RunningGateway) => ({ origin: gateway.url, 'sec-fetch-site': 'same-origin' })
    const response = await fetch(`${other.url}/app/session`, {
      method: 'POST',
      headers: { ...page(other), 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    expect(response.status).toBe(200)
    const [, token] = /=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
    const { page_pass: pass } = (await response.json()) as { page_pass: string }
    // Browsers send a cookie to one address; here each gateway has a port, after which its cookie is named.
    const isSignedIn = async (gateway: RunningGateway): Promise<boolean> => {
      const cookie = `toolgate_${new URL(gateway.url).port}=${token}`
      const headers = { ...page(gateway), cookie, 'x-toolgate-page': pass }
      const session = await fetch(`${gateway.url}/app/session`, { headers })
      const settings = await fetch(`${gateway.url}/app/settings`, { headers })
      const { signed_in: signedIn } = (await session.json()) as { signed_in: boolean }
      expect(settings.status).toBe(signedIn ? 200 : 401)
      return signedIn
    }
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, true])
    await ask(other, `/v1/enterprise/keys/${helper.key_id}`, undefined, undefined, 'DELETE')
    expect(await isSignedIn(other)).toBe(false)
    await waitUntil(async () => !(await isSignedIn(one)), 'the session ends at the other gateway, too')
  })
})
