import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { httpUpstream, officialUpstream } from '../../support/network/http-upstream.ts'
import { receiver } from '../../support/network/receiver.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { approveAll, callSource } from '../../support/tools/source-desk.ts'

let gateway: TestGateway
let dataDir: string
beforeEach(async () => {
  dataDir = makeTempDir()
  gateway = await TestGateway.create({ dataDir })
  onTestFinished(() => gateway.close())
  await liftRateLimit(gateway)
})

/** Adds a server as an owner does: looks at what would be reached, agrees, and approves its tools. */
async function openAddress(url: string, secrets: Record<string, string> = {}, id = 'web'): Promise<Json> {
  const body = { kind: 'mcp-http', id, url, headers: { 'X-Team': 'blue' } }
  const preview = await gateway.asOwner('/app/sources/preview', {
    body: { ...body, secret_names: Object.keys(secrets) },
  })
  if (preview.status !== 200) throw new Error(preview.text)
  const added = await gateway.asOwner('/app/sources', {
    body: { ...body, secrets, consent: preview.json.consent.hash },
  })
  if (added.status !== 201) throw new Error(added.text)
  if (added.json.source.tools.length > 0) await approveAll(gateway, id)
  return added.json.source
}

const balance = (): number => gateway.instance.services.ledger.lastKnown(gateway.ownerId).balance

describe('a server over HTTP', () => {
  it('made with the official SDK is called, charged and proved like any other', async () => {
    const source = await openAddress(await officialUpstream())
    expect(source).toMatchObject({ kind: 'mcp-http', server_name: 'official', server_version: '2.0.0' })
    const before = balance()
    const { json } = await callSource(gateway, 'web__add', { a: 2, b: 3 }, { 'x-receipt': 'sign' })
    expect(json.data.text).toBe('5')
    expect(before - balance()).toBe(1)
    expect((await callSource(gateway, 'web__add', { a: 'x' })).status).toBe(400)
  })

  it('is reached only after its address was shown', async () => {
    const upstream = await httpUpstream()
    const body = { kind: 'mcp-http', url: upstream.url, secret_names: ['Authorization'] }
    const { json } = await gateway.asOwner('/app/sources/preview', { body })
    expect(json.consent).toMatchObject({
      ...{ kind: 'mcp-http', url: upstream.url, origin: new URL(upstream.url).origin, is_private: true },
      headers: [{ name: 'Authorization', from: 'secret' }],
    })
    expect(upstream.seen('host')).toEqual([])
    const other = { kind: 'mcp-http', id: 'web', url: `${upstream.url}2`, consent: json.consent.hash }
    expect((await gateway.asOwner('/app/sources', { body: other })).json.error.code).toBe(
      'consent_mismatch',
    )
    for (const name of ['Mcp-Session-Id', 'Host Name', 'accept'])
      expect([
        name,
        (await gateway.asOwner('/app/sources/preview', { body: { ...body, secret_names: [name] } })).status,
      ]).toEqual([name, 400])
  })

  it('answers in streams, whose pieces, progress and ends are put together', async () => {
    const upstream = await httpUpstream()
    await openAddress(upstream.url)
    expect((await callSource(gateway, 'web__echo')).json.data.text).toBe('echoed')
    expect((await callSource(gateway, 'web__stream')).json.data.text).toBe('strømmed 🙂')
    expect((await callSource(gateway, 'web__resumed')).json.data.text).toBe('resumed')
    const streamed = await gateway.asOwner('/v1/stream/web__stream', { body: {} })
    expect(streamed.text).toContain('"percent":50')
    expect(upstream.seen('mcp-protocol-version').at(-1)).toBe('2025-06-18')
    expect(new Set(upstream.seen('x-team'))).toEqual(new Set(['blue']))
  })

  // Catches: an action that is sent twice, or paid for, because the line broke.
  it('that fails costs nothing, and it is told whether it may have acted', async () => {
    const upstream = await httpUpstream()
    await openAddress(upstream.url)
    const before = balance()
    const outcomeOf = async (tool: string) => (await callSource(gateway, `web__${tool}`)).json.error
    expect(await outcomeOf('broken')).toMatchObject({ code: 'handler_error', outcome: 'unknown' })
    expect(await outcomeOf('failing')).toMatchObject({ outcome: 'unknown' })
    expect(await outcomeOf('big')).toMatchObject({
      outcome: 'unknown',
      message: expect.stringContaining('8 MiB'),
    })
    expect(await outcomeOf('closed')).toMatchObject({
      outcome: 'not_sent',
      message: expect.stringContaining('Authorization'),
    })
    expect(await outcomeOf('zipped')).toMatchObject({ outcome: 'unknown' })
    expect(upstream.calls).toEqual(['broken', 'failing', 'big', 'closed', 'zipped'])
    expect(balance()).toBe(before)
    const { source } = (await gateway.asOwner('/app/sources/web')).json
    expect(source.unknown_outcomes).toBe(4)
  })

  it('that has forgotten the session gets a new one, and each call once', async () => {
    const upstream = await httpUpstream()
    await openAddress(upstream.url)
    upstream.forget()
    expect((await callSource(gateway, 'web__echo')).json.data.text).toBe('echoed')
    expect(upstream.calls).toEqual(['echo'])
  })

  // Catches: a call that is told as unknown because the session of another was forgotten.
  it('that has forgotten the session still answers what it was sent before', async () => {
    const upstream = await httpUpstream()
    await openAddress(upstream.url)
    const held = callSource(gateway, 'web__held')
    await expect.poll(() => upstream.calls).toEqual(['held'])
    upstream.forget()
    expect((await callSource(gateway, 'web__echo')).json.data.text).toBe('echoed')
    upstream.release()
    expect((await held).json.data.text).toBe('echoed')
    expect((await callSource(gateway, 'web__echo')).status).toBe(200)
    expect(upstream.calls).toEqual(['held', 'echo', 'echo'])
    expect((await gateway.asOwner('/app/sources/web')).json.source.unknown_outcomes).toBe(0)
  })

  it('leads to no other address', async () => {
    const elsewhere = await receiver((_request, response) => void response.end('{}'))
    const upstream = await httpUpstream(`${elsewhere.origin}/mcp`)
    await openAddress(upstream.url, { Authorization: 'Bearer canary-1' })
    const { error } = (await callSource(gateway, 'web__redirect')).json
    expect(error).toMatchObject({ outcome: 'not_sent', message: expect.stringContaining('HTTP 307') })
    expect(elsewhere.connections()).toBe(0)
    const metadata = await openAddress('http://169.254.169.254/latest', {}, 'cloud')
    expect(metadata.last_error).toContain('where a cloud answers')
  })

  it('closes a tool at once when it says that its list is another', async () => {
    const upstream = await httpUpstream()
    await openAddress(upstream.url)
    expect((await callSource(gateway, 'web__echo')).status).toBe(200)
    await expect
      .poll(() => upstream.seen('accept').filter((accept) => accept === 'text/event-stream').length)
      .toBeGreaterThan(0)
    upstream.change()
    await expect
      .poll(async () => (await callSource(gateway, 'web__echo')).json.error?.code)
      .toBe('tool_changed')
  })

  // Catches: a description that was changed unseen, and is followed for as long as the server runs.
  it('closes a tool that it changed without a word, within a quarter of an hour', async () => {
    const upstream = await httpUpstream()
    await openAddress(upstream.url)
    upstream.change({ inSilence: true })
    gateway.advance(14 * 60_000)
    expect((await callSource(gateway, 'web__echo')).status).toBe(200)
    gateway.advance(60_000)
    expect((await callSource(gateway, 'web__echo')).json.error.code).toBe('tool_changed')
    expect(upstream.calls).toHaveLength(1)
  })

  // Catches: a token in the database, in an answer or in the record.
  it('gets its secrets as headers, and nobody else finds them', async () => {
    const upstream = await httpUpstream()
    const canary = 'canary-5f-91c4'
    const source = await openAddress(upstream.url, { Authorization: `Bearer ${canary}` })
    expect(new Set(upstream.seen('authorization'))).toEqual(new Set([`Bearer ${canary}`]))
    const { text } = await callSource(gateway, 'web__echo')
    const told = [JSON.stringify(source), text]
    for (const path of ['/app/sources', '/app/sources/web', '/app/activity', '/v1/enterprise/audit'])
      told.push((await gateway.asOwner(path)).text)
    expect(told.join('')).not.toContain(canary)
    await gateway.asOwner('/app/backup', { method: 'POST' })
    const stored = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      .map((name) => join(dataDir, name))
      .filter((path) => statSync(path).isFile())
    expect(stored.filter((path) => readFileSync(path).includes(canary))).toEqual([])
  })
})

it('a server over stdio made with the official SDK is called like any other', async () => {
  const server = join(import.meta.dirname, '../../fixtures/upstreams/official.mjs')
  const body = { id: 'sdk', command: process.execPath, args: [server], cwd: import.meta.dirname }
  const { consent } = (await gateway.asOwner('/app/sources/preview', { body })).json
  await gateway.asOwner('/app/sources', { body: { ...body, consent: consent.hash } })
  await approveAll(gateway, 'sdk')
  const { json } = await callSource(gateway, 'sdk__add', { a: 2, b: 3 })
  expect(json.data).toMatchObject({ text: '5', structured: { sum: 5 } })
  const failed = (await callSource(gateway, 'sdk__fail')).json.error
  expect(failed).toMatchObject({ outcome: 'failed', message: expect.stringContaining('The disk is full') })
})
