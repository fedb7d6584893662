import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HASH, KEYS } from '../../support/gateway/key-desk.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { mcpClient, textsOf } from '../../support/gateway/mcp-client.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

const RULES = '/v1/enterprise/key-rules'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterEach(async () => {
  expect(gateway.bugs).toEqual([])
  await gateway.close()
})

const make = async (more: object = {}): Promise<Json> =>
  (await gateway.asOwner(KEYS, { body: { name: 'Agent', rate_limit: 1_000, ...more } })).json
const pause = (key_id: string, paused: true | null = true) =>
  gateway.asOwner(RULES, { body: { key_id, paused } })
const hash = (key: string, path = `/v1/${HASH.slug}`, body: object = HASH.input) =>
  gateway.send(path, { key, body })

describe('a paused key', () => {
  it('is let in on no way to call, is charged nothing, and keeps its other rules', async () => {
    const { key, key_id } = await make({ rules: { tool_limits: { [HASH.slug]: { per_day: 100 } } } })
    expect((await pause(key_id)).json.rules).toMatchObject({
      paused: true,
      tool_limits: { [HASH.slug]: { per_day: 100 } },
    })
    const before = await gateway.asOwner('/v1/credits/balance')
    for (const path of [`/v1/${HASH.slug}`, `/v1/async/${HASH.slug}`, `/v1/stream/${HASH.slug}`]) {
      const { status, json, text } = await hash(key, path)
      expect([path, status, text.includes('"forbidden"')]).toEqual([
        path,
        path.includes('stream') ? status : 403,
        true,
      ])
      expect(text, json).toContain(`toolgate keys resume ${key_id}`)
    }
    expect((await hash(key, `/v1/dry-run/${HASH.slug}`)).status).toBe(403)
    const batch = await hash(key, '/v1/batch', { calls: [{ slug: HASH.slug, input: HASH.input }] })
    expect(batch.text).toContain('"forbidden"')
    const after = await gateway.asOwner('/v1/credits/balance')
    expect(after.json.balance).toBe(before.json.balance)
    // It works again without any change of the client's.
    expect((await pause(key_id, null)).json.rules.paused).toBeNull()
    expect((await hash(key)).status).toBe(200)
  })

  // Catches: a pause that another change of the same moment undoes without a word.
  it('stays paused when another rule is laid down at the same moment', async () => {
    const { key_id } = await make()
    const limits = { tool_limits: { [HASH.slug]: { per_day: 100 } } }
    await Promise.all([pause(key_id), gateway.asOwner(RULES, { body: { key_id, ...limits } })])
    expect(gateway.instance.services.keys.findById(key_id)?.rules).toEqual({ paused: true, ...limits })
  })

  it('is refused over MCP in words that a model can read', async () => {
    const { key, key_id } = await make()
    await pause(key_id)
    const client = await mcpClient(gateway, { key })
    const answer = await client.callTool({ name: HASH.slug, arguments: HASH.input })
    expect(answer.isError).toBe(true)
    expect(textsOf(answer).join(' ')).toContain('The owner has paused this key.')
    await client.close()
  })

  it('pauses the keys that it made, too', async () => {
    const { key, key_id } = await make({ permissions: ['admin'] })
    const child = (await gateway.send(KEYS, { key, body: { name: 'Child' } })).json
    await pause(key_id)
    expect((await hash(child.key)).json.error.message).toContain(`keys resume ${key_id}`)
  })

  // Catches: a call that waited for approval when its key was paused, and then ran.
  it('does not run a call that waited for approval meanwhile', async () => {
    const { key, key_id } = await make({ rules: { approval: { tools: 'all', wait_seconds: 60 } } })
    const called = hash(key)
    const id = await waitUntil(async () => {
      const { approvals } = (await gateway.asOwner('/v1/enterprise/approvals')).json
      return approvals[0]?.approval_id ?? null
    }, 'the call waits')
    await pause(key_id)
    await gateway.asOwner(`/v1/enterprise/approvals/${id}`, { body: { decision: 'approve' } })
    expect((await called).json.error.code).toBe('forbidden')
  })

  it('is paused and resumed by the owner alone, who cannot pause the key of the page', async () => {
    const { key, key_id } = await make({ permissions: ['admin'] })
    await pause(key_id)
    const own = await gateway.send(RULES, { key, body: { key_id, paused: null } })
    expect([own.status, own.json.error.code]).toEqual([403, 'forbidden'])
    const refused = await pause(gateway.ownerId)
    expect([refused.status, refused.json.error.issues[0].path]).toEqual([400, 'paused'])
    expect((await gateway.asOwner(`/v1/${HASH.slug}`, { body: HASH.input })).status).toBe(200)
  })
})
