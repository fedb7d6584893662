import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mcpClient } from '../../support/gateway/mcp-client.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { addServer, approveAll, callSource, openServer } from '../../support/tools/source-desk.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterAll(() => gateway.close())

const ownBalance = () => gateway.instance.services.ledger.lastKnown(gateway.ownerId).balance

describe('a server of MCP over stdio', () => {
  beforeAll(async () => {
    await openServer(gateway)
  })

  it('answers calls through HTTP with its text, its parts and its name in the receipt', async () => {
    const before = ownBalance()
    const { json, status } = await callSource(
      gateway,
      'vices__echo',
      { text: 'a' },
      { 'x-receipt': 'true' },
    )
    expect([status, json.data.text]).toEqual([200, '{"name":"echo","text":"a"}'])
    expect(json.data.content).toEqual([{ type: 'text', text: '{"name":"echo","text":"a"}' }])
    expect(json.meta).toMatchObject({ engine: 'external', credits_used: 1 })
    expect(before - ownBalance()).toBe(1)
    const { receipt } = (await callSource(gateway, 'vices__echo', { text: 'a', receipt: true })).json
    expect(receipt.statement.source).toMatchObject({ id: 'vices', kind: 'mcp', version: '1.2.3' })
  })

  it('passes pictures and structured content through MCP as they are', async () => {
    const client = await mcpClient(gateway, { key: OWNER_KEY, query: '?toolset=vices&schemas=all' })
    const picture = await client.callTool({ name: 'vices__picture', arguments: {} })
    expect(picture.content).toEqual([
      { type: 'text', text: 'here' },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    ])
    const shout = await client.callTool({ name: 'vices__shout', arguments: { text: 'loud' } })
    expect(shout.structuredContent).toEqual({ loud: 'LOUD' })
    await client.close()
  })

  it('tells that an answer is not as declared, and fails nothing for it', async () => {
    const wrong = (await callSource(gateway, 'vices__shout', { text: 'wrong' })).json
    const right = (await callSource(gateway, 'vices__shout', { text: 'right' })).json
    expect([wrong.ok, wrong.guarantees.schema_valid]).toEqual([true, false])
    expect([right.ok, right.guarantees.schema_valid]).toEqual([true, true])
  })

  it('has its words passed on where it fails, and charges nothing', async () => {
    const before = ownBalance()
    const failed = (await callSource(gateway, 'vices__fail')).json.error
    expect(failed).toMatchObject({ code: 'handler_error', outcome: 'failed' })
    expect(failed.message).toContain('vices says: The disk is full.')
    expect(failed.hint).toContain('vices__fail takes no fields. GET')
    const refused = (await callSource(gateway, 'vices__refuse')).json.error
    expect(refused).toMatchObject({ outcome: 'failed', message: expect.stringContaining('Unknown thing') })
    expect(ownBalance()).toBe(before)
  })

  it('may have acted when it ends before it answers: free, told, and started again by the next call', async () => {
    const before = ownBalance()
    const { json } = await callSource(gateway, 'vices__die')
    expect(json.error).toMatchObject({ code: 'handler_error', outcome: 'unknown' })
    expect(json.error.message).toContain('vices ended (exit 3) before it answered. It may have acted.')
    expect(ownBalance()).toBe(before)
    expect((await callSource(gateway, 'vices__echo', { text: 'b' })).status).toBe(200)
    const { source } = (await gateway.asOwner('/app/sources/vices')).json
    expect(source).toMatchObject({ unknown_outcomes: 1, last_error: 'ended (exit 3)' })
    const { text } = await gateway.asOwner('/metrics')
    expect(text).toContain('toolgate_unknown_outcomes_total{slug="vices__die"} 1')
  })

  // Catches: a repetition that sends the mail a second time.
  it('is not asked again under an Idempotency-Key whose outcome is unknown', async () => {
    const headers = { 'idempotency-key': 'once' }
    expect((await callSource(gateway, 'vices__die', {}, headers)).json.error.outcome).toBe('unknown')
    const again = await callSource(gateway, 'vices__die', {}, headers)
    expect([again.status, again.json.error.code]).toEqual([409, 'outcome_unknown'])
    const failing = { 'idempotency-key': 'twice' }
    for (let count = 0; count < 2; count++)
      expect((await callSource(gateway, 'vices__fail', {}, failing)).json.error.outcome).toBe('failed')
    const batch = {
      body: { calls: [{ slug: 'vices__die', input: {} }] },
      headers: { 'idempotency-key': 'b' },
    }
    const first = await gateway.asOwner('/v1/batch', batch)
    expect(first.json.results[0].error.outcome).toBe('unknown')
    expect((await gateway.asOwner('/v1/batch', batch)).headers.get('idempotent-replayed')).toBe('true')
  })

  it('reports progress that never falls', async () => {
    const { text } = await gateway.asOwner('/v1/stream/vices__progress', { body: {} })
    const percents = [...text.matchAll(/"percent":(\d+)/g)].map(([, percent]) => Number(percent))
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents).toEqual(expect.arrayContaining([25, 50]))
  })

  it('may send too much without harm to the calls beside', async () => {
    const [big, echo] = await Promise.all([
      callSource(gateway, 'vices__big', { mib: 20 }),
      callSource(gateway, 'vices__slow', { ms: 50 }),
    ])
    expect(big.json.error).toMatchObject({ outcome: 'unknown', message: expect.stringContaining('8 MiB') })
    expect(echo.status).toBe(200)
    const many = await callSource(gateway, 'vices__many', { values: 400_000 })
    expect(many.json.error.message).toContain('200,000 values')
    const half = await callSource(gateway, 'vices__half')
    expect(half.json.data.text).toBe('\ufffd')
  })

  it('gets its fields as they are, or all of them as arguments', async () => {
    const sent = { text: 'x', data: { a: 1 }, input: 'y' }
    expect(JSON.parse((await callSource(gateway, 'vices__echo', sent)).json.data.text)).toEqual({
      name: 'echo',
      ...sent,
    })
    const { json } = await callSource(gateway, 'vices__echo', { arguments: { text: 'z' } })
    expect(JSON.parse(json.data.text)).toEqual({ name: 'echo', text: 'z' })
    const wrong = await callSource(gateway, 'vices__echo', { text: 1 })
    expect(wrong.json.error).toMatchObject({ code: 'validation_error', issues: [{ path: 'text' }] })
    const long = 'x'.repeat(200_000)
    expect((await callSource(gateway, 'vices__echo', { text: long })).json.data.text).toContain(long)
  })

  it('runs in 50 rows of a batch, 8 of them at once', async () => {
    const calls = Array.from({ length: 50 }, () => ({ slug: 'vices__slow', input: { ms: 5 } }))
    const { json } = await gateway.asOwner('/v1/batch', { body: { calls } })
    expect(json.results.filter(({ ok }: { ok: boolean }) => ok)).toHaveLength(50)
  })

  it('is asked for nothing that the client has not declared, and told so', async () => {
    expect((await callSource(gateway, 'vices__ask')).json.data.text).toBe('asked')
  })
})

describe('a tool that is not as it was approved', () => {
  // Catches: a server that shows one definition to its owner and another one to models.
  it('is closed on every surface at once, and answers what to do', async () => {
    const file = join(makeTempDir(), 'list')
    writeFileSync(file, 'honey')
    await openServer(gateway, { id: 'rug', vice: 'rug', args: [file] })
    expect((await callSource(gateway, 'rug__read')).status).toBe(200)
    writeFileSync(file, 'poison')
    // The call after which the server says that its list is another.
    await callSource(gateway, 'rug__read')
    await expect
      .poll(async () => (await callSource(gateway, 'rug__read')).json.error?.code)
      .toBe('tool_changed')
    for (const path of ['/v1/tools?q=evil', '/v1/openapi.json', '/v1/tools?category=rug'])
      expect((await gateway.asOwner(path)).text).not.toContain('evil.example')
    const { changes } = (await gateway.asOwner('/app/sources/rug/changes')).json
    expect(changes).toMatchObject([
      { name: 'read', state: 'changed', approved: { description: 'Reads a file.' } },
    ])
    expect(changes[0].seen.description).toContain('evil.example')
    const old = { tools: [{ name: 'read', hash: changes[0].approved_hash, state: 'on' }] }
    expect((await gateway.asOwner('/app/sources/rug/approve', { body: old })).status).toBe(409)
    // Also after its process has ended: what was approved is pinned, not what ran last.
    await gateway.asOwner('/app/sources/rug/stop', { method: 'POST' })
    await gateway.asOwner('/app/sources/rug/start', { method: 'POST' })
    expect((await callSource(gateway, 'rug__read')).json.error.code).toBe('tool_changed')
    await approveAll(gateway, 'rug')
    expect((await callSource(gateway, 'rug__read')).status).toBe(200)
  })

  it('is closed before its first call after a start that lists it otherwise', async () => {
    const file = join(makeTempDir(), 'list')
    writeFileSync(file, 'honey')
    await openServer(gateway, { id: 'sly', vice: 'rug', args: [file] })
    const { pid } = (await gateway.asOwner('/app/sources/sly')).json.source
    process.kill(pid, 'SIGKILL')
    writeFileSync(file, 'poison')
    await expect.poll(async () => (await gateway.asOwner('/app/sources/sly')).json.source.pid).toBe(null)
    expect((await callSource(gateway, 'sly__read')).json.error.code).toBe('tool_changed')
  })

  it('shows characters that nobody sees', async () => {
    await addServer(gateway, { id: 'odd', vice: 'odd' })
    const { changes } = (await gateway.asOwner('/app/sources/odd/changes')).json
    expect(changes[0].seen.description).toContain('⟦U+200B⟧⟦U+E0049⟧')
    expect(changes[0].findings[0]).toContain('nobody sees')
  })
})

describe('what a server did', () => {
  it('happens once for each call that is charged, and no other', async () => {
    const log = join(makeTempDir(), 'log')
    await openServer(gateway, { id: 'log', args: [log] })
    const before = ownBalance()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => callSource(gateway, 'log__echo', { text: String(index) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(20)
    expect(before - ownBalance()).toBe(20)
  })
})
