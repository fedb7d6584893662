import { beforeEach, describe, expect, it } from 'vitest'
import { HASH, KEYS, KeyDesk } from '../../support/gateway/key-desk.ts'
import { mcpClient, textsOf } from '../../support/gateway/mcp-client.ts'
import { waitUntil } from '../../support/wait-until.ts'
import {
  ON_POSTGRES,
  type Json,
  type TestAnswer,
  type TestGateway,
} from '../../support/gateway/test-gateway.ts'

const RULES = '/v1/enterprise/key-rules'

let desk: KeyDesk
let gateway: TestGateway
beforeEach(async () => {
  desk = await KeyDesk.open()
  ;({ gateway } = desk)
})

const rule = (key_id: string, tool_limits: object | null): Promise<TestAnswer> =>
  gateway.asOwner(RULES, { body: { key_id, tool_limits } })
const limited = async (limit: object, more: object = {}): Promise<Json> => {
  const made = await desk.make({ rate_limit: 1_000_000, ...more })
  expect(await rule(made.key_id, { [HASH.slug]: limit })).toMatchObject({ status: 200 })
  return made
}

describe('a limit of a key for one tool', () => {
  it.skipIf(ON_POSTGRES)(
    'refuses calls above it with the tool, the limit and the true wait, and no others',
    async () => {
      const { key } = await limited({ per_minute: 2 })
      expect((await desk.hash(key)).status).toBe(200)
      gateway.advance(10_000)
      expect((await desk.hash(key)).status).toBe(200)
      const refused = await desk.hash(key)
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('50')
      expect(refused.json.error).toEqual({
        code: 'rate_limited',
        message: 'This key may call crypto-hash-sha256 2 times a minute. Try again in 50 seconds.',
        tool: HASH.slug,
        limit: 2,
        retry_after: 50,
      })
      expect((await gateway.call('math-evaluate', { expression: '1+1' }, { key })).status).toBe(200)
      expect((await desk.hash(gateway.key)).status).toBe(200)
      gateway.advance(50_000)
      expect((await desk.hash(key)).status).toBe(200)
    },
  )

  it('holds in batches, streams, jobs and over MCP alike, by any name of the tool', async () => {
    const { key } = await limited({ per_hour: 1 })
    const calls = [HASH, { ...HASH, slug: 'crypto_hash_sha256' }]
    const batch = (await gateway.send('/v1/batch', { key, body: { calls } })).json
    // Which of them is the first, is not said.
    expect(batch.results.map(({ error }: Json) => error?.code)).toEqual(
      expect.arrayContaining([undefined, 'rate_limited']),
    )
    for (const way of ['', 'stream/', 'async/']) {
      const answer = await gateway.send(`/v1/${way}${HASH.slug}`, { key, body: HASH.input })
      expect([way, answer.status, answer.json.error.tool]).toEqual([way, 429, HASH.slug])
    }
    expect((await gateway.send(`/v1/dry-run/${HASH.slug}`, { key, body: HASH.input })).status).toBe(200)
    const client = await mcpClient(gateway, { key })
    const refused = await client.callTool({ name: HASH.slug, arguments: HASH.input })
    expect(textsOf(refused).join()).toContain('1 time an hour')
    await client.close()
  })

  // Catches: a job that is counted when it is submitted and again when it runs.
  it('counts a job once', async () => {
    const { key } = await limited({ per_day: 1 })
    const { json } = await gateway.send(`/v1/async/${HASH.slug}`, { key, body: HASH.input })
    const job = await waitUntil(async () => {
      const { json: now } = await gateway.send(json.poll, { key })
      return now.finished_at === null ? null : now
    }, 'the job ends')
    expect(job.status).toBe('completed')
    expect((await desk.hash(key)).status).toBe(429)
  })

  it.skipIf(ON_POSTGRES)('is not used up by a call that another of its limits refuses', async () => {
    const { key } = await limited({ per_minute: 1, per_day: 2 })
    expect((await desk.hash(key)).status).toBe(200)
    expect((await desk.hash(key)).status).toBe(429)
    gateway.advance(60_000)
    expect((await desk.hash(key)).status).toBe(200)
    gateway.advance(60_000)
    expect((await desk.hash(key)).json.error.message).toContain('2 times a day')
  })

  it('also counts the calls of the keys that end with its key', async () => {
    const { key } = await limited({ per_minute: 1 }, { permissions: ['admin'] })
    const child = (await gateway.send(KEYS, { key, body: { name: 'Child' } })).json
    expect((await desk.hash(child.key)).status).toBe(200)
    expect((await desk.hash(child.key)).status).toBe(429)
    expect((await desk.hash(key)).status).toBe(429)
  })

  it('is set and taken back by the owner alone, with a row in the audit trail', async () => {
    const { key, key_id } = await limited({ per_minute: 1 }, { permissions: ['admin'] })
    const own = await gateway.send(RULES, { key, body: { key_id, tool_limits: null } })
    expect([own.status, own.json.error.code]).toEqual([403, 'forbidden'])
    // The page acts as the owner.
    expect((await gateway.send('/app/session-code', { key, body: {} })).status).toBe(403)
    const listed = (await gateway.asOwner(KEYS)).json.keys
    const rules = { tool_limits: { [HASH.slug]: { per_minute: 1 } } }
    expect(listed.find((one: Json) => one.key_id === key_id).rules).toEqual({
      ...rules,
      approval: null,
      guards: null,
      paused: null,
    })
    expect((await rule(key_id, null)).json.rules).toEqual({
      tool_limits: null,
      approval: null,
      guards: null,
      paused: null,
    })
    for (let calls = 0; calls < 3; calls++) expect((await desk.hash(key)).status).toBe(200)
    const { entries } = (await gateway.asOwner('/v1/enterprise/audit?limit=10')).json
    const told = entries.filter(({ action }: Json) => action === 'key.rules_set')
    expect(told.map(({ detail }: Json) => detail.rules)).toEqual(['null', JSON.stringify(rules)])
  })

  it('comes with a new key as well, if the owner makes that', async () => {
    const rules = { tool_limits: { [HASH.slug]: { per_minute: 1 } } }
    const { key, rules: laid } = await desk.make({ rules, permissions: ['admin'] })
    expect(laid.tool_limits).toEqual(rules.tool_limits)
    expect((await desk.hash(key)).status).toBe(200)
    expect((await desk.hash(key)).status).toBe(429)
    const admin = await desk.make({ permissions: ['admin'] })
    const other = await gateway.send(KEYS, { key: admin.key, body: { name: 'Other', rules } })
    expect([other.status, other.json.error.code]).toEqual([403, 'forbidden'])
    const { entries } = (await gateway.asOwner('/v1/enterprise/audit?limit=10')).json
    const told = entries.filter(({ action }: Json) => action === 'key.created')
    expect(told.map(({ detail }: Json) => detail.rules)).toContain(JSON.stringify(rules))
  })

  it('names a tool that exists', async () => {
    const { key_id } = await desk.make()
    const { json } = await rule(key_id, { none: { per_minute: 1 } })
    expect(json.error.issues).toEqual([{ path: 'tool_limits.none', message: 'is unknown here' }])
    expect((await rule(key_id, { sha256: {} })).status).toBe(400)
    expect((await rule(key_id, { [HASH.slug]: { per_minute: 0 } })).status).toBe(400)
  })
})
