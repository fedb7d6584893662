import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { receiver } from '../../support/network/receiver.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

const OUTBOUND = '/app/settings/outbound'

itObeysTheRules([
  { method: 'GET', path: '/app/settings', admin: true },
  {
    method: 'PATCH',
    path: '/app/settings',
    admin: true,
    body: { activity: 'full' },
    wrong: [
      [{ activity: 'some' }, 'activity'],
      [{ activity_max_calls: 99 }, 'activity_max_calls'],
      [{ public_rate_limit: 0 }, 'public_rate_limit'],
      [{ sign_ups_per_day: 0 }, 'sign_ups_per_day'],
      [{ call_seconds: 121 }, 'call_seconds'],
      [{ outbound_seconds: 1.5 }, 'outbound_seconds'],
      [{ sign_up_open: 'yes' }, 'sign_up_open'],
      [{ unknown: 1 }, ''],
    ],
  },
  { method: 'GET', path: OUTBOUND, admin: true },
  {
    method: 'POST',
    path: OUTBOUND,
    admin: true,
    body: { origin: 'http://127.0.0.1:9000' },
    wrong: [
      [{}, 'origin'],
      [{ origin: 'ftp://host' }, 'origin'],
      [{ origin: 'http://host/path' }, 'origin'],
      [{ origin: 'http://me:secret@host' }, 'origin'],
      [{ origin: '*.com' }, 'origin'],
      [{ origin: 'a.*.example.com' }, 'origin'],
    ],
  },
  {
    method: 'DELETE',
    path: OUTBOUND,
    admin: true,
    body: { origin: 'http://127.0.0.1:9000' },
    wrong: [[{ origin: 'http://127.0.0.1:9999' }, 'origin']],
  },
])

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

const owner = (method: string, path: string, body?: object, to = gateway): Promise<Json> =>
  to.send(path, { method, key: OWNER_KEY, ...(body ? { body } : {}) })

describe('settings', () => {
  it('apply at once, and survive a restart', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    await owner('PATCH', '/app/settings', { sign_up_open: false, activity: 'no_bodies' }, first)
    const person = { email: 'a@example.com', name: 'A' }
    expect(await first.send('/v1/auth/signup', { key: null, body: person })).toMatchObject({ status: 403 })
    const manifest = (await first.send('/.well-known/ai-tools.json', { key: null })).json
    expect(manifest.auth.signup).toBeUndefined()
    await first.close()

    const second = await TestGateway.create({ dataDir })
    const { json } = await owner('GET', '/app/settings', undefined, second)
    expect(json.settings).toEqual({
      sign_up_open: false,
      visitors_use_paid_models: false,
      visitors_use_local_models: false,
      activity: 'no_bodies',
      activity_max_calls: 10_000,
      new_key_rate_limit: 60,
      public_rate_limit: 30,
      sign_ups_per_address: 100,
      sign_ups_per_day: 200,
      call_seconds: 15,
      model_call_seconds: 300,
      outbound_seconds: 10,
      stored_megabytes: 2_048,
      model_questions_per_day: 2_000,
      model_tokens_per_day: 5_000_000,
      mcp_result_chars: 25_000,
      auto_approved_credits: 10_000,
    })
    expect(json.sign_up).toEqual({ open: false, allowed: true })
    expect(json.data.database).toBeGreaterThan(0)
    expect(json.data).toMatchObject({ stored: 0, stored_limit: 2_048 * 1024 * 1024 })
    expect(second.bugs).toEqual([])
    await second.close()
  })

  it('never open sign-up to other machines', async () => {
    const shared = await TestGateway.create({ signUpOpen: false })
    const { json } = await owner('PATCH', '/app/settings', { sign_up_open: true }, shared)
    expect(json.sign_up).toEqual({ open: false, allowed: false })
    const answer = await shared.send('/v1/auth/signup', { key: null, body: { email: 'a@b.de', name: 'A' } })
    expect(answer.status).toBe(403)
    await shared.close()
  })

  it('leave each change in the audit trail', async () => {
    await owner('PATCH', '/app/settings', { activity: 'off' })
    await owner('POST', OUTBOUND, { origin: 'http://127.0.0.1:9000/' })
    await owner('DELETE', OUTBOUND, { origin: 'http://127.0.0.1:9000' })
    const { entries } = (await owner('GET', '/v1/enterprise/audit')).json
    expect(entries.map(({ action, target, detail }: Json) => [action, target, detail])).toEqual([
      ['outbound.removed', 'http://127.0.0.1:9000', {}],
      ['outbound.allowed', 'http://127.0.0.1:9000', {}],
      ['settings.changed', null, { activity: 'off' }],
    ])
  })

  it('show how the gateway really runs', async () => {
    const { server, data } = (await owner('GET', '/app/settings')).json
    expect(server).toMatchObject({
      version: '0.0.0-test',
      base_url: 'http://127.0.0.1:4777/v1',
      port: 4777,
      shared: false,
      data_dir: null,
    })
    expect(server.memory_bytes).toBeGreaterThan(1e7)
    expect(data).toBeNull()
  })
})

describe('a limit that the owner sets', () => {
  const set = (limits: object, at = gateway) => owner('PATCH', '/app/settings', limits, at)

  it('applies to the next key, the next visitor and the next purchase', async () => {
    await set({ new_key_rate_limit: 7, public_rate_limit: 5, auto_approved_credits: 0 })
    const person = { email: 'ada@example.com', name: 'Ada' }
    const { key } = (await gateway.send('/v1/auth/signup', { key: null, body: person })).json
    const first = await gateway.call('crypto-hash-sha256', { text: 'a' }, { key })
    expect(first.headers.get('x-ratelimit-remaining')).toBe('13')
    const bought = await gateway.send('/v1/credits/buy', { key, body: { credits: 1_000 } })
    expect(bought).toMatchObject({ status: 202, json: { status: 'pending' } })
    const team = await gateway.send('/v1/enterprise/keys', { key: OWNER_KEY, body: { name: 'team' } })
    expect(team.json.rate_limit).toMatchObject({ limit: 7 })
    const visits = await Promise.all([1, 2, 3, 4, 5].map(() => gateway.send('/v1/tools', { key: null })))
    expect(visits.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429])
  })

  it('ends a call or an outbound request that takes longer', async () => {
    const { origin } = await receiver(() => undefined)
    const other = await TestGateway.create()
    const wait = async (at: TestGateway, limits: object) => {
      await owner('POST', OUTBOUND, { origin }, at)
      await set(limits, at)
      return await at.call('webhook-send', { url: `${origin}/hook`, payload: {} })
    }
    const [call, request] = await Promise.all([
      wait(gateway, { call_seconds: 1 }),
      wait(other, { outbound_seconds: 1 }),
    ])
    expect(call).toMatchObject({ status: 500, json: { error: { code: 'handler_error', timed_out: true } } })
    expect(request.json.error.message).toContain('within 1 second.')
    await other.close()
  })
})

describe('an allowed origin', () => {
  it('takes effect with the next send, and ends with its removal', async () => {
    const { origin } = await receiver((_request, response) => response.end('taken'))
    const send = () => gateway.call('webhook-send', { url: `${origin}/hook`, payload: {} })
    const before = await send()
    expect(before.status).not.toBe(200)
    expect((await owner('POST', OUTBOUND, { origin })).status).toBe(201)
    expect((await send()).status).toBe(200)
    await owner('DELETE', OUTBOUND, { origin })
    expect((await send()).status).toBe(before.status)
  })

  it('may be a wildcard, which covers the hosts below it and never this machine', async () => {
    const added = await owner('POST', OUTBOUND, { origin: '*.Example.com' })
    expect(added.json.origins).toMatchObject([{ origin: 'https://*.example.com', from: 'settings' }])
    expect((await owner('POST', OUTBOUND, { origin: 'https://*.example.com' })).status).toBe(200)
    const { allowedOrigins } = gateway.instance.services
    expect(allowedOrigins.has('https://*.example.com')).toBe(false)
    expect(await allowedOrigins.covers(new URL('https://a.example.com'))).toBe(true)
    await owner('DELETE', OUTBOUND, { origin: '*.example.com' })
    expect(await allowedOrigins.covers(new URL('https://a.example.com'))).toBe(false)
  })

  it('is marked as fixed, and cannot be removed, when it was named at the start', async () => {
    const origin = 'http://127.0.0.1:9000'
    const dataDir = makeTempDir()
    const fixed = await TestGateway.create({ dataDir, allowedOrigins: [origin] })
    expect((await owner('DELETE', OUTBOUND, { origin }, fixed)).status).toBe(400)
    await owner('POST', OUTBOUND, { origin: 'http://10.0.0.1' }, fixed)
    const { origins } = (await owner('GET', OUTBOUND, undefined, fixed)).json
    expect(origins).toMatchObject([
      { origin, from: 'start' },
      { origin: 'http://10.0.0.1', from: 'settings' },
    ])
    await fixed.close()
    const again = await TestGateway.create({ dataDir })
    expect((await owner('GET', OUTBOUND, undefined, again)).json.origins).toMatchObject([
      { origin: 'http://10.0.0.1', from: 'settings' },
    ])
    await again.close()
  })
})
