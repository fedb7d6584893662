import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { receiver } from '../support/receiver.ts'
import { itObeysTheRules } from '../support/route-rules.ts'
import { OWNER_KEY, TestGateway, type Json, type TestCall } from '../support/test-gateway.ts'
import { waitUntil } from '../support/wait-until.ts'

const SHA = '/v1/async/crypto-hash-sha256'
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

let gateway: TestGateway
let origin: string
/** Requests of webhook-send that the receiver lets wait. */
let held: ServerResponse[]

beforeEach(async () => {
  held = []
  const target = await receiver((_req, res) => void held.push(res))
  origin = target.origin
  gateway = await TestGateway.create({ allowedOrigins: [origin] })
  onTestFinished(() => gateway.close())
  await gateway.instance.services.keys.setRateLimit(gateway.keyId, 100_000, 60)
})

const submit = (path: string, body: unknown, call: TestCall = {}) => gateway.send(path, { ...call, body })
const webhook = () => submit('/v1/async/webhook-send', { url: origin, payload: {} })
const job = async (id: string, call: TestCall = {}): Promise<Json> =>
  (await gateway.send(`/v1/jobs/${id}`, call)).json
const finished = (id: string, call: TestCall = {}): Promise<Json> =>
  waitUntil(async () => {
    const now = await job(id, call)
    return now.finished_at === null ? null : now
  }, `job ${id} finishes`)
const running = (id: string): Promise<Json> =>
  waitUntil(async () => ((await job(id)).status === 'running' ? true : null), `job ${id} runs`)
const arrived = (count: number) => waitUntil(() => held.length >= count, `${count} webhooks arrive`)
const otherKey = async (change: object = {}): Promise<string> =>
  (await gateway.instance.services.keys.create({ kind: 'personal', name: 'Other', grant: 500, ...change }))
    .key

describe('POST /v1/async/{slug}', () => {
  it('accepts at once and gives the whole envelope of the call later', async () => {
    const accepted = await submit(SHA, { text: 'abc' })
    expect(accepted.status).toBe(202)
    const id = accepted.json.job_id
    expect(accepted.json).toEqual({ ok: true, job_id: id, status: 'queued', poll: `/v1/jobs/${id}` })
    expect(accepted.headers.get('location')).toBe(`/v1/jobs/${id}`)
    expect(accepted.headers.get('x-credits-used')).toBe('0')

    const direct = await gateway.call('crypto-hash-sha256', { text: 'abc' }, { key: await otherKey() })
    const done = await finished(id)
    expect(done).toMatchObject({ ok: true, slug: 'crypto-hash-sha256', status: 'completed', progress: 100 })
    expect(done.envelope).toMatchObject({
      ok: true,
      data: { ...direct.json.data, hash: ABC },
      meta: {
        api: 'crypto-hash-sha256',
        credits_used: 1,
        balance: 499,
        output_hash: direct.json.meta.output_hash,
      },
      guarantees: direct.json.guarantees,
    })
    expect(Object.keys(done.envelope)).toEqual(Object.keys(direct.json).toSorted())
    expect(gateway.balance()).toBe(499)
  })

  it('carries agent mode and session into the job', async () => {
    const { json } = await submit(SHA, { text: 'abc', mode: 'agent', session_id: 'night' })
    const { agent } = (await finished(json.job_id)).envelope
    expect(agent.memory_persisted).toMatchObject({ namespace: 'night' })
    const { key } = agent.memory_persisted
    const saved = await gateway.call('memory-get', { namespace: 'night', key })
    expect(saved.json.data).toMatchObject({ found: true, value: { hash: ABC } })
  })

  it('carries the wish for a receipt into the job', async () => {
    const { json } = await submit(SHA, { text: 'abc', receipt: true })
    const { envelope } = await finished(json.job_id)
    const { slug, output_hash } = envelope.receipt.statement
    expect([slug, output_hash]).toEqual(['crypto-hash-sha256', envelope.meta.output_hash])
  })

  it('shows a tool that was reached by an alias under its own name', async () => {
    const { json } = await submit('/v1/async/data-csv-to-json', { csv: 'a\n1' })
    expect((await job(json.job_id)).slug).toBe('text-csv-to-json')
  })

  it('says that a provider is missing as the call would, and charges nothing', async () => {
    const { json } = await submit('/v1/async/llm-summarize', { text: 'Long.' })
    expect(await finished(json.job_id)).toMatchObject({
      status: 'completed',
      envelope: { ok: false, data: { _engine: 'needs_key' }, meta: { credits_used: 0 } },
    })
    expect(gateway.balance()).toBe(500)
  })

  const refusals: Record<string, [path: string, call: TestCall, status: number, code: string]> = {
    'no key': [SHA, { key: null, body: { text: 'a' } }, 401, 'auth_required'],
    'a key that is not known': [SHA, { key: `${OWNER_KEY}0`, body: { text: 'a' } }, 401, 'invalid_key'],
    'a slug that does not exist': ['/v1/async/crypto-hash', { body: { text: 'a' } }, 404, 'api_not_found'],
    'an input that does not fit': [SHA, { body: { text: 5 } }, 400, 'validation_error'],
    'a body that is no JSON': [SHA, { body: '{"text"' }, 400, 'validation_error'],
    'a body that is no object': [SHA, { body: '[]' }, 400, 'validation_error'],
    'another content type': [
      SHA,
      { body: '{}', headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
    'another method': [SHA, { method: 'DELETE' }, 405, 'method_not_allowed'],
  }
  it.each(Object.entries(refusals))(
    'refuses %s before it becomes a job',
    async (_, [path, call, status, code]) => {
      const answer = await gateway.send(path, call)
      expect([answer.status, answer.json.error.code]).toEqual([status, code])
      expect((await gateway.send('/v1/jobs')).json.jobs).toEqual([])
    },
  )

  it('counts against the rate limit of the key', async () => {
    const key = await otherKey({ rateLimit: 1 })
    expect((await submit(SHA, { text: 'a' }, { key })).status).toBe(202)
    const second = await submit(SHA, { text: 'a' }, { key })
    expect([second.status, second.json.error.code]).toEqual([429, 'rate_limited'])
  })

  it('refuses a tool out of the scope of the key', async () => {
    const key = await otherKey({ kind: 'team', scopes: { slugs: ['text-diff'] } })
    const answer = await submit(SHA, { text: 'a' }, { key })
    expect([answer.status, answer.json.error.code]).toEqual([403, 'scope_denied'])
  })

  it('asks for credits before it accepts', async () => {
    const answer = await submit(
      '/v1/async/webhook-send',
      { url: origin },
      { key: await otherKey({ grant: 4 }) },
    )
    expect(answer.status).toBe(402)
    expect(answer.json.error).toMatchObject({ code: 'insufficient_credits', need: 5, have: 4 })
  })

  it('fails a job whose credits are gone when it runs', async () => {
    const key = await otherKey({ grant: 29 })
    const jobs: string[] = []
    // Four run and hold 20 credits; of the two that wait only one can be paid.
    for (let i = 0; i < 6; i++) {
      const { status, json } = await submit('/v1/async/webhook-send', { url: origin }, { key })
      expect(status).toBe(202)
      jobs.push(json.job_id)
      if (i < 4) await arrived(i + 1)
    }
    for (const response of held) response.end()
    // The first four are done with once the fifth is on its way; the sixth finds too little then.
    await arrived(5)
    expect(await finished(jobs[5]!, { key })).toMatchObject({
      status: 'failed',
      error: { code: 'insufficient_credits', need: 5, have: 4 },
    })
    held[4]!.end()
    expect(await finished(jobs[4]!, { key })).toMatchObject({ status: 'completed' })
  })

  it('says why a job failed and charges nothing for it', async () => {
    const { json } = await submit('/v1/async/webhook-send', { url: 'http://127.0.0.1:1' })
    const failed = await finished(json.job_id)
    expect(failed).toMatchObject({ status: 'failed', error: { code: expect.any(String) } })
    expect(failed).not.toHaveProperty('envelope')
    expect(gateway.balance()).toBe(500)
  })

  it('does not run the jobs of a key that was revoked meanwhile', async () => {
    for (let i = 0; i < 4; i++) await webhook()
    await arrived(4)
    const { json } = await webhook()
    await gateway.instance.services.keys.revoke(gateway.keyId)
    for (const response of held) response.end()
    // The key itself can ask for nothing any more.
    const left = () => gateway.instance.jobs.find(gateway.keyId, json.job_id)
    await waitUntil(() => left().status === 'failed', 'the waiting job fails')
    expect(left().error?.code).toBe('invalid_key')
    expect(held).toHaveLength(4)
  })
})

describe('Idempotency-Key on POST /v1/async/{slug}', () => {
  const headers = { 'idempotency-key': 'once' }

  it('makes one job of a request that is sent again, and charges it once', async () => {
    const first = await submit(SHA, { text: 'abc' }, { headers })
    await finished(first.json.job_id)
    const again = await submit(SHA, { text: 'abc' }, { headers })
    expect([again.status, again.json]).toEqual([202, first.json])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect((await gateway.send('/v1/jobs')).json.jobs).toHaveLength(1)
    expect(gateway.balance()).toBe(499)
  })

  it('refuses another body under the same key', async () => {
    await submit(SHA, { text: 'abc' }, { headers })
    const other = await submit(SHA, { text: 'abd' }, { headers })
    expect([other.status, other.json.error.code]).toEqual([422, 'idempotency_mismatch'])
  })
})

describe('the queue', () => {
  it('runs four jobs of a key at once and lets the others wait', async () => {
    const jobs = []
    for (let i = 0; i < 6; i++) jobs.push((await webhook()).json.job_id)
    await arrived(4)
    await running(jobs[3])
    expect([(await job(jobs[4])).status, (await job(jobs[5])).status]).toEqual(['queued', 'queued'])
    held[0]!.end()
    await arrived(5)
    for (const response of held) response.end()
    await arrived(6)
    held[5]!.end()
    for (const id of jobs) expect((await finished(id)).status).toBe('completed')
    expect(gateway.balance()).toBe(500 - 6 * 5)
  })

  it('refuses the 101st waiting job of a key with the time to wait', async () => {
    for (let i = 0; i < 104; i++) expect((await webhook()).status).toBe(202)
    const refused = await webhook()
    expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await submit(SHA, { text: 'a' }, { key: await otherKey() })).status).toBe(202)
  })
})

describe('GET /v1/jobs', () => {
  it('lists the own jobs, newest first, a page at a time', async () => {
    await submit(SHA, { text: 'x' }, { key: await otherKey() })
    const ids = []
    for (const text of ['a', 'b', 'c']) ids.push((await submit(SHA, { text })).json.job_id)
    const first = (await gateway.send('/v1/jobs?limit=2')).json
    expect(first.jobs.map((one: Json) => one.job_id)).toEqual([ids[2], ids[1]])
    const last = (await gateway.send(`/v1/jobs?limit=2&cursor=${first.next_cursor}`)).json
    expect(last.jobs.map((one: Json) => one.job_id)).toEqual([ids[0]])
    expect(last).not.toHaveProperty('next_cursor')
  })

  it('shows only jobs in the state that is asked for, without their envelopes', async () => {
    const { json } = await submit(SHA, { text: 'a' })
    await finished(json.job_id)
    await webhook()
    await arrived(1)
    const of = async (status: string) => (await gateway.send(`/v1/jobs?status=${status}`)).json.jobs
    const completed = await of('completed')
    expect(completed).toEqual([
      {
        job_id: json.job_id,
        slug: 'crypto-hash-sha256',
        status: 'completed',
        progress: 100,
        created_at: '2026-01-01T00:00:00.000Z',
        finished_at: '2026-01-01T00:00:00.000Z',
      },
    ])
    expect(await of('running')).toHaveLength(1)
    expect(await of('cancelled')).toEqual([])
  })

  it.each(['status=done', 'limit=0', 'limit=501', 'cursor=x', 'cursor=-1'])(
    'refuses ?%s',
    async (query) => {
      const answer = await gateway.send(`/v1/jobs?${query}`)
      expect([answer.status, answer.json.error.code]).toEqual([400, 'validation_error'])
    },
  )
})

describe('/v1/jobs/{id}', () => {
  it.each(['GET', 'DELETE'])('%s says not_found of the job of another key and of none', async (method) => {
    const { json } = await webhook()
    const key = await otherKey()
    for (const [id, sender] of [
      [json.job_id, key],
      [json.job_id, OWNER_KEY],
      ['job_000000000000000000000000', gateway.key],
      ['__proto__', gateway.key],
    ] as const) {
      const answer = await gateway.send(`/v1/jobs/${id}`, { method, key: sender })
      expect([answer.status, answer.json.error.code]).toEqual([404, 'not_found'])
    }
    expect((await job(json.job_id)).status).toBe('running')
  })

  it.each(['/v1/jobs', '/v1/jobs/job_1'])('%s needs a key', async (path) => {
    const answer = await gateway.send(path, { key: null })
    expect([answer.status, answer.json.error.code]).toEqual([401, 'auth_required'])
  })
})

describe('DELETE /v1/jobs/{id}', () => {
  const remove = (id: string) => gateway.send(`/v1/jobs/${id}`, { method: 'DELETE' })

  it('takes a waiting job out of the queue', async () => {
    const jobs = []
    for (let i = 0; i < 5; i++) jobs.push((await webhook()).json.job_id)
    await arrived(4)
    const answer = await remove(jobs[4])
    expect(answer.json).toEqual({ ok: true, job_id: jobs[4], status: 'cancelled', action: 'cancelled' })
    for (const response of held) response.end()
    for (const id of jobs.slice(0, 4)) expect((await finished(id)).status).toBe('completed')
    expect(held).toHaveLength(4)
    expect((await job(jobs[4])).status).toBe('cancelled')
  })

  it('stops a running job, hangs up on its receiver and charges nothing', async () => {
    const { json } = await webhook()
    await arrived(1)
    const hungUp = new Promise((resolve) => held[0]!.on('close', resolve))
    expect((await remove(json.job_id)).json).toMatchObject({ status: 'cancelled', action: 'cancelled' })
    await hungUp
    await waitUntil(async () => {
      const { balance, reserved } = (await gateway.send('/v1/credits/balance')).json
      return balance === 500 && reserved === 0
    }, 'the credits come back')
    const cancelled = await job(json.job_id)
    expect(cancelled.status).toBe('cancelled')
    expect(cancelled).not.toHaveProperty('error')
    expect(gateway.bugs).toEqual([])
  })

  it('forgets a job that has finished', async () => {
    const { json } = await submit(SHA, { text: 'abc' })
    await finished(json.job_id)
    expect((await remove(json.job_id)).json).toMatchObject({ status: 'completed', action: 'removed' })
    expect((await gateway.send(`/v1/jobs/${json.job_id}`)).status).toBe(404)
    expect((await remove(json.job_id)).status).toBe(404)
    expect(gateway.balance()).toBe(499)
  })

  it('forgets results by itself after seven days', async () => {
    const { json } = await submit(SHA, { text: 'abc' })
    await finished(json.job_id)
    gateway.advance(7 * 86_400_000)
    expect((await gateway.send(`/v1/jobs/${json.job_id}`)).status).toBe(404)
    expect((await gateway.send('/v1/jobs')).json.jobs).toEqual([])
  })
})

itObeysTheRules([
  {
    method: 'POST',
    path: SHA,
    admin: false,
    body: { text: 'a' },
    wrong: [
      [{ text: 5 }, 'text'],
      [{ text: 'a', trace: 'yes' }, 'trace'],
      [{ text: 'a', receipt: 'yes' }, 'receipt'],
    ],
  },
  { method: 'GET', path: '/v1/jobs', admin: false },
  { method: 'GET', path: '/v1/jobs/job_1', admin: false },
  { method: 'DELETE', path: '/v1/jobs/job_1', admin: false },
])

describe('POST /v1/dry-run/{slug}', () => {
  it('names the address that runs the call as a job', async () => {
    const { json } = await submit('/v1/dry-run/crypto-hash-sha256', { text: 'a' })
    expect(json.hints.async).toBe('POST /v1/async/crypto-hash-sha256')
  })
})
