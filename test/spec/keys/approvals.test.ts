import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HASH, KEYS } from '../../support/gateway/key-desk.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { mcpClient, textsOf } from '../../support/gateway/mcp-client.ts'
import { OWNER_KEY, TestGateway, type Json, type TestAnswer } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

const PATH = '/v1/enterprise/approvals'
const PUT = { slug: 'memory-set', input: { key: 'a', value: 1 } }

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterEach(async () => {
  expect(gateway.bugs).toEqual([])
  await gateway.close()
})

const held = async (approval: object = { tools: 'all' }, more: object = {}): Promise<Json> => {
  const body = { name: 'Held', rate_limit: 1_000_000, ...more }
  const made = (await gateway.asOwner(KEYS, { body })).json
  const rule = { key_id: made.key_id, approval }
  expect((await gateway.asOwner('/v1/enterprise/key-rules', { body: rule })).status).toBe(200)
  return made
}
const waiting = (count = 1): Promise<Json[]> =>
  waitUntil(async () => {
    const { approvals } = (await gateway.asOwner(PATH)).json
    return approvals.length === count ? approvals : null
  }, `${count} calls wait`)
const decide = (id: string, decision = 'approve'): Promise<TestAnswer> =>
  gateway.asOwner(`${PATH}/${id}`, { body: { decision } })
const decideAll = async (count: number, decision = 'approve'): Promise<void> => {
  for (const { approval_id } of await waiting(count)) await decide(approval_id, decision)
}
const reservedOf = (id: string): number => gateway.instance.services.ledger.lastKnown(id).reserved

describe('a call that needs approval', () => {
  it('runs when the owner approves it, and holds no credits while it waits', async () => {
    const { key, key_id } = await held()
    const called = gateway.call(HASH.slug, HASH.input, { key })
    const [call] = await waiting()
    expect(call).toMatchObject({
      key_id,
      key_name: 'Held',
      slug: HASH.slug,
      credits: 1,
      input: JSON.stringify(HASH.input, null, 2),
      client: 'api',
    })
    expect(Date.parse(call.ends_at) - Date.parse(call.asked_at)).toBe(120_000)
    expect(reservedOf(gateway.ownerId)).toBe(0)
    expect((await decide(call.approval_id)).json).toMatchObject({ decision: 'approve' })
    expect(await called).toMatchObject({ status: 200, json: { meta: { credits_used: 1 } } })
    expect(await decide(call.approval_id)).toMatchObject({
      status: 404,
      json: { error: { code: 'not_found' } },
    })
  })

  // Catches: a latency that is the owner's time to decide.
  it('tells a latency without the time that the owner took', async () => {
    const { key } = await held()
    const sentAt = performance.now()
    const called = gateway.call(HASH.slug, { text: 'slow owner' }, { key })
    const [call] = await waiting()
    const seenAt = performance.now()
    await new Promise((resolve) => setTimeout(resolve, 250))
    const waited = performance.now() - seenAt
    await decide(call.approval_id)
    const { json, headers } = await called
    const rest = performance.now() - sentAt - waited
    expect(json.meta.latency_ms).toBeLessThanOrEqual(Math.ceil(rest) + 1)
    expect(headers.get('x-latency-ms')).toBe(String(json.meta.latency_ms))
  })

  it('is free and does not run when the owner refuses it, or when its time is over', async () => {
    const { key, key_id } = await held({ tools: 'all', wait_seconds: 1 })
    const before = gateway.instance.services.ledger.lastKnown(key_id).balance
    const late = await gateway.call(PUT.slug, PUT.input, { key })
    expect([late.status, late.json.error.code]).toEqual([403, 'approval_timed_out'])
    const again = { key_id, approval: { tools: 'all' } }
    await gateway.asOwner('/v1/enterprise/key-rules', { body: again })
    const called = gateway.call(PUT.slug, PUT.input, { key })
    await decideAll(1, 'refuse')
    expect(await called).toMatchObject({ status: 403, json: { error: { code: 'approval_refused' } } })
    await gateway.asOwner('/v1/enterprise/key-rules', { body: { key_id, approval: null } })
    const found = await gateway.call('memory-get', { key: 'a' }, { key })
    expect(found.json.data.found).toBe(false)
    expect(gateway.instance.services.ledger.lastKnown(key_id).balance).toBe(
      before - found.json.meta.credits_used,
    )
    const calls = (await gateway.asOwner('/app/activity?limit=10')).json
    expect(JSON.stringify(calls)).toContain('approval_refused')
  })

  it('is one of a tool that the rule names', async () => {
    const { key, key_id } = await held({ tools: 'side_effects' })
    expect((await gateway.call(HASH.slug, HASH.input, { key })).status).toBe(200)
    const put = gateway.call(PUT.slug, PUT.input, { key })
    await decideAll(1)
    expect((await put).status).toBe(200)
    const rule = { key_id, approval: { tools: 'outbound' } }
    await gateway.asOwner('/v1/enterprise/key-rules', { body: rule })
    expect((await gateway.call(HASH.slug, HASH.input, { key })).status).toBe(200)
    const sent = gateway.call('net-dns-lookup', { name: 'example.com' }, { key })
    await decideAll(1, 'refuse')
    expect((await sent).json.error.code).toBe('approval_refused')
  })

  it('is checked before anybody is asked', async () => {
    const { key } = await held()
    expect((await gateway.call(HASH.slug, { wrong: 1 }, { key })).json.error.code).toBe('validation_error')
    expect((await gateway.send(`/v1/dry-run/${HASH.slug}`, { key, body: HASH.input })).status).toBe(200)
    expect((await gateway.asOwner(PATH)).json.approvals).toEqual([])
  })

  it('is withdrawn when its caller leaves', async () => {
    const { key } = await held()
    const left = new AbortController()
    const called = gateway.open(`/v1/${HASH.slug}`, { key, body: HASH.input, signal: left.signal })
    void called.catch(() => undefined)
    const [call] = await waiting()
    left.abort()
    await waitUntil(
      async () => (await gateway.asOwner(PATH)).json.approvals.length === 0,
      'it is withdrawn',
    )
    expect((await decide(call.approval_id)).status).toBe(404)
  })

  it('does not run for a key that was revoked while it waited', async () => {
    const { key, key_id } = await held()
    const called = gateway.call(HASH.slug, HASH.input, { key })
    const [call] = await waiting()
    await gateway.asOwner(`${KEYS}/${key_id}`, { method: 'DELETE' })
    await decide(call.approval_id)
    expect((await called).json.error.code).toBe('invalid_key')
  })

  it('waits with at most seven others of its key', async () => {
    const { key } = await held()
    const calls = Array.from({ length: 8 }, () => gateway.call(HASH.slug, HASH.input, { key }))
    await waiting(8)
    const ninth = await gateway.call(HASH.slug, HASH.input, { key })
    expect([ninth.status, ninth.json.error.code]).toEqual([429, 'rate_limited'])
    expect(ninth.headers.get('retry-after')).toBe('30')
    const job = await gateway.send(`/v1/async/${HASH.slug}`, { key, body: HASH.input })
    expect(job.status).toBe(429)
    await decideAll(8)
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(200))
  })
})

describe('approval', () => {
  it('is asked for each item of a batch, and before a stream begins', async () => {
    const { key } = await held({ tools: 'side_effects' })
    const batch = gateway.send('/v1/batch', { key, body: { calls: [PUT, HASH, PUT] } })
    const [first, second] = await waiting(2)
    await decide(first.approval_id)
    await decide(second.approval_id, 'refuse')
    const { results } = (await batch).json
    expect(results.map(({ ok }: Json) => ok)).toEqual([true, true, false])
    expect(results[2].error.code).toBe('approval_refused')
    const stream = gateway.send('/v1/stream/memory-set', { key, body: PUT.input })
    await decideAll(1, 'refuse')
    expect(await stream).toMatchObject({ status: 403, json: { error: { code: 'approval_refused' } } })
  })

  it('is asked over MCP, and its refusal is told to the model', async () => {
    const { key } = await held()
    const client = await mcpClient(gateway, { key })
    const called = client.callTool({ name: HASH.slug, arguments: HASH.input })
    await decideAll(1, 'refuse')
    expect(textsOf(await called).join()).toContain('refused this call')
    await client.close()
  })

  it('is asked for a job before its turn: refused it fails, approved it runs, cancelled it is withdrawn', async () => {
    const { key } = await held()
    const submit = async () =>
      (await gateway.send(`/v1/async/${HASH.slug}`, { key, body: HASH.input })).json.poll
    const ended = (poll: string) =>
      waitUntil(async () => {
        const { json } = await gateway.send(poll, { key })
        return json.finished_at === null ? null : json
      }, 'the job ends')
    const refused = await submit()
    const [first] = await waiting()
    expect(first.form).toBe('job')
    expect((await gateway.send(refused, { key })).json.status).toBe('queued')
    await decide(first.approval_id, 'refuse')
    expect(await ended(refused)).toMatchObject({
      status: 'failed',
      error: { code: 'approval_refused' },
    })
    const approved = await submit()
    await decideAll(1)
    expect(await ended(approved)).toMatchObject({ status: 'completed', credits_used: 1 })
    const cancelled = await submit()
    await waiting()
    await gateway.send(cancelled, { key, method: 'DELETE' })
    await waitUntil(
      async () => (await gateway.asOwner(PATH)).json.approvals.length === 0,
      'it is withdrawn',
    )
  })

  // Catches: a key that gets around its rules by making another, or that approves its own calls.
  it('is also needed by the keys that end with its key, and given by the owner alone', async () => {
    const { key } = await held({ tools: 'all' }, { permissions: ['admin'] })
    const child = (await gateway.send(KEYS, { key, body: { name: 'Child' } })).json
    const called = gateway.call(HASH.slug, HASH.input, { key: child.key })
    const [call] = await waiting()
    const path = `${PATH}/${call.approval_id}`
    const own = await gateway.send(path, { key, body: { decision: 'approve' } })
    expect([own.status, own.json.error.code]).toEqual([403, 'forbidden'])
    expect((await gateway.send(PATH, { key })).status).toBe(403)
    await decide(call.approval_id)
    expect((await called).status).toBe(200)
    const { entries } = (await gateway.asOwner('/v1/enterprise/audit?limit=1')).json
    expect(entries[0]).toMatchObject({
      action: 'call.approved',
      target: child.key_id,
      detail: { slug: HASH.slug },
    })
  })

  it('is told to the owner by the stream of usage', async () => {
    const { key } = await held()
    const { body } = await gateway.open('/v1/stream/usage?keys=all', { key: OWNER_KEY })
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    const read = async (text: string): Promise<void> => {
      let seen = ''
      while (!seen.includes(text)) seen += (await reader.read()).value ?? ''
    }
    const called = gateway.call(HASH.slug, HASH.input, { key })
    await read('event: approvals\ndata: {"waiting":1}')
    await decideAll(1)
    await read('event: approvals\ndata: {"waiting":0}')
    await called
    await reader.cancel()
  })
})
