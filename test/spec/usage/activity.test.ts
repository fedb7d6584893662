import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAX_ACTIVITY_BODY_CHARS } from '../../../src-shared/activity.ts'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { HASH, read, recorded } from '../../support/gateway/call-record.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

itObeysTheRules([
  { method: 'GET', path: '/app/activity', admin: true },
  { method: 'GET', path: '/app/activity/errors', admin: true },
  { method: 'GET', path: '/app/activity/sessions', admin: true },
  { method: 'GET', path: '/app/activity/export', admin: true },
  { method: 'GET', path: '/app/activity/1', admin: true },
  { method: 'DELETE', path: '/app/activity', admin: true },
  { method: 'DELETE', path: '/app/activity/1', admin: true },
])

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

describe('the record of calls', () => {
  it('lists every call, with the way it came in', async () => {
    await gateway.call(HASH, { text: 'called' })
    await (await gateway.open(`/v1/stream/${HASH}`, { body: { text: 'streamed' } })).text()
    await gateway.send('/v1/batch', {
      body: { calls: [{ slug: HASH, input: { text: 'first' } }, { slug: 'no-such-tool' }] },
    })
    const { job_id } = (await gateway.send(`/v1/async/${HASH}`, { body: { text: 'queued' } })).json
    const status = async () => (await gateway.send(`/v1/jobs/${job_id}`)).json.status
    await waitUntil(async () => (await status()) === 'completed', 'the end of the job')

    const entries = await recorded(gateway)
    expect(entries.map(({ form, ok, code }) => [form, ok, code])).toEqual([
      ['job', true, null],
      ...[
        ['batch', true, null],
        ['batch', false, 'api_not_found'],
      ].toSorted(() => (entries[1].ok ? 1 : -1)),
      ['stream', true, null],
      ['call', true, null],
    ])
    expect(new Set(entries.map(({ id }) => id)).size).toBe(5)
    expect(entries.every(({ client, key_name }) => client === 'api' && key_name === 'Test')).toBe(true)
  })

  it('keeps exactly what was sent and answered', async () => {
    const sent = '{"text":  "as it was sent", "trace": true}'
    const answer = await gateway.send(`/v1/${HASH}`, { body: sent })
    const requestId = answer.headers.get('x-request-id')
    const { call } = await read(gateway, `/app/activity/${requestId}`)
    expect(call).toMatchObject({ request_id: requestId, slug: HASH, input: sent, input_cut: false })
    expect(JSON.parse(call.output)).toEqual(answer.json.data)
    expect(call).toMatchObject({
      output_hash: answer.json.meta.output_hash,
      credits: answer.json.meta.credits_used,
      cache: 'MISS',
      key_id: gateway.keyId,
    })
    expect((await read(gateway, `/app/activity/${call.id}`)).call).toEqual(call)
  })

  it('shows a failure as a failure, with its reason', async () => {
    await gateway.call(HASH, { wrong: 1 })
    const [entry] = await recorded(gateway, '?ok=false')
    expect(entry).toMatchObject({ ok: false, code: 'validation_error', credits: 0, output_hash: null })
    const { call } = await read(gateway, `/app/activity/${entry.id}`)
    expect(JSON.parse(call.output)).toMatchObject({ code: 'validation_error' })
  })

  it('finds exactly the calls that match by slug, id, code, hash, input, output or time', async () => {
    const { json, headers } = await gateway.call(HASH, { text: '100%_sure' })
    await gateway.call('math-evaluate', { expression: '20 + 22.5' })
    await gateway.call(HASH, { wrong: 1 })
    const found = async (q: string): Promise<string[]> =>
      (await recorded(gateway, `?q=${encodeURIComponent(q)}`)).map(({ gist }) => gist)
    for (const q of [
      '100%_',
      json.meta.output_hash,
      headers.get('x-request-id') ?? '',
      json.data.hash ?? 'sure',
    ])
      expect([q, await found(q)]).toEqual([q, ['{"text":"100%_sure"}']])
    expect(await found('42.5')).toEqual(['{"expression":"20 + 22.5"}'])
    expect(await found('validation_')).toEqual(['{"wrong":1}'])
    expect(await found('100x_')).toEqual([])
    expect((await recorded(gateway, `?slug=math-evaluate&key_id=${gateway.keyId}`)).length).toBe(1)
    expect(await recorded(gateway, '?key_id=key_0000000000000000')).toEqual([])
    const times = (await recorded(gateway)).map(({ ts }) => Date.parse(ts))
    expect((await recorded(gateway, `?since=${Math.min(...times)}`)).length).toBe(times.length)
    expect(await recorded(gateway, `?since=${Math.max(...times) + 1}`)).toEqual([])
  })

  it('gives every call once across its pages, with and without a search', async () => {
    for (let n = 0; n < 7; n++) await gateway.call(HASH, { text: `page ${n}` })
    for (const query of ['limit=3', 'limit=3&q=page']) {
      const seen: string[] = []
      for (let cursor = ''; ;) {
        const { entries, next_cursor } = await read(gateway, `/app/activity?${query}${cursor}`)
        seen.push(...entries.map(({ gist }: Json) => gist))
        if (next_cursor === undefined) break
        cursor = `&cursor=${next_cursor}`
      }
      expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `{"text":"page ${n}"}`))
    }
    const { id } = (await recorded(gateway, '?limit=1'))[0]
    await gateway.call(HASH, { text: 'new' })
    expect((await recorded(gateway, `?after=${id}`)).map(({ gist }) => gist)).toEqual(['{"text":"new"}'])
  })

  it('cuts a body of megabytes, and says so', async () => {
    const text = 'é'.repeat(MAX_ACTIVITY_BODY_CHARS)
    await gateway.call(HASH, { text })
    const { call } = await read(gateway, `/app/activity/${(await recorded(gateway))[0].id}`)
    expect(call).toMatchObject({ input_cut: true, output_cut: false, ok: true })
    expect(call.input.length).toBe(MAX_ACTIVITY_BODY_CHARS)
  })

  it('groups failures by tool and code', async () => {
    for (let n = 0; n < 3; n++) await gateway.call(HASH, { wrong: n })
    await gateway.call('math-evaluate', {})
    await gateway.call(HASH, { text: 'fine' })
    const { groups } = await read(gateway, '/app/activity/errors')
    expect(groups).toMatchObject([
      { slug: 'math-evaluate', code: 'validation_error', count: 1 },
      { slug: HASH, code: 'validation_error', count: 3 },
    ])
  })

  it('is exported completely', async () => {
    for (let n = 0; n < 45; n++) await gateway.call(HASH, { text: `line ${n}` }, { key: OWNER_KEY })
    const { text, headers } = await gateway.send('/app/activity/export', { key: OWNER_KEY })
    expect(headers.get('content-disposition')).toContain('toolgate-activity.ndjson')
    const lines = text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(JSON.parse(line).input).text)).toEqual(
      Array.from({ length: 45 }, (_, n) => `line ${n}`),
    )
  })
})
