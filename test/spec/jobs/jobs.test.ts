import { beforeEach, describe, expect, it } from 'vitest'
import { JobDesk } from '../../support/gateway/job-desk.ts'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { OWNER_KEY, type TestCall } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

const SHA = '/v1/async/crypto-hash-sha256'
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

let desk: JobDesk
beforeEach(async () => {
  desk = await JobDesk.open()
})

describe('POST /v1/async/{slug}', () => {
  it('accepts at once and gives the whole envelope of the call later', async () => {
    const accepted = await desk.submit(SHA, { text: 'abc' })
    expect(accepted.status).toBe(202)
    const id = accepted.json.job_id
    expect(accepted.json).toEqual({ ok: true, job_id: id, status: 'queued', poll: `/v1/jobs/${id}` })
    expect(accepted.headers.get('location')).toBe(`/v1/jobs/${id}`)
    expect(accepted.headers.get('x-credits-used')).toBe('0')

    const direct = await desk.gateway.call(
      'crypto-hash-sha256',
      { text: 'abc' },
      { key: await desk.otherKey() },
    )
    const done = await desk.finished(id)
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
    expect(desk.gateway.balance()).toBe(499)
  })

  it('carries agent mode and session into the job', async () => {
    const { json } = await desk.submit(SHA, { text: 'abc', mode: 'agent', session_id: 'night' })
    const { agent } = (await desk.finished(json.job_id)).envelope
    expect(agent.memory_persisted).toMatchObject({ namespace: 'night' })
    const { key } = agent.memory_persisted
    const saved = await desk.gateway.call('memory-get', { namespace: 'night', key })
    expect(saved.json.data).toMatchObject({ found: true, value: { hash: ABC } })
  })

  it('carries the wish for a receipt into the job', async () => {
    const { json } = await desk.submit(SHA, { text: 'abc', receipt: true })
    const { envelope } = await desk.finished(json.job_id)
    const { slug, output_hash } = envelope.receipt.statement
    expect([slug, output_hash]).toEqual(['crypto-hash-sha256', envelope.meta.output_hash])
  })

  it('shows a tool that was called by an alias under its own name', async () => {
    const { json } = await desk.submit('/v1/async/data-csv-to-json', { csv: 'a\n1' })
    expect((await desk.job(json.job_id)).slug).toBe('text-csv-to-json')
  })

  it('says that a provider is missing, as the call would, and charges nothing', async () => {
    const { json } = await desk.submit('/v1/async/llm-summarize', { text: 'Long.' })
    expect(await desk.finished(json.job_id)).toMatchObject({
      status: 'completed',
      envelope: { ok: false, data: { _engine: 'needs_key' }, meta: { credits_used: 0 } },
    })
    expect(desk.gateway.balance()).toBe(500)
  })

  const refusals: Record<string, [path: string, call: TestCall, status: number, code: string]> = {
    'no key': [SHA, { key: null, body: { text: 'a' } }, 401, 'auth_required'],
    'a key that is not known': [SHA, { key: `${OWNER_KEY}0`, body: { text: 'a' } }, 401, 'invalid_key'],
    'a slug that does not exist': ['/v1/async/crypto-hash', { body: { text: 'a' } }, 404, 'api_not_found'],
    'an input that does not fit': [SHA, { body: { text: 5 } }, 400, 'validation_error'],
    'a body that is not JSON': [SHA, { body: '{"text"' }, 400, 'validation_error'],
    'a body that is not an object': [SHA, { body: '[]' }, 400, 'validation_error'],
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
      const answer = await desk.gateway.send(path, call)
      expect([answer.status, answer.json.error.code]).toEqual([status, code])
      expect((await desk.gateway.send('/v1/jobs')).json.jobs).toEqual([])
    },
  )

  it('counts against the rate limit of the key', async () => {
    const key = await desk.otherKey({ rateLimit: 1 })
    expect((await desk.submit(SHA, { text: 'a' }, { key })).status).toBe(202)
    const second = await desk.submit(SHA, { text: 'a' }, { key })
    expect([second.status, second.json.error.code]).toEqual([429, 'rate_limited'])
  })

  it('refuses a tool out of the scope of the key', async () => {
    const key = await desk.otherKey({ kind: 'team', scopes: { slugs: ['text-diff'] } })
    const answer = await desk.submit(SHA, { text: 'a' }, { key })
    expect([answer.status, answer.json.error.code]).toEqual([403, 'scope_denied'])
  })

  it('asks for credits before it accepts', async () => {
    const answer = await desk.submit(
      '/v1/async/webhook-send',
      { url: desk.origin },
      { key: await desk.otherKey({ grant: 4 }) },
    )
    expect(answer.status).toBe(402)
    expect(answer.json.error).toEqual({
      code: 'insufficient_credits',
      message: 'This job needs 5 credits and 4 are left. Buy credits with POST /v1/credits/buy.',
      need: 5,
      have: 4,
    })
  })

  it('fails a job whose credits are gone when it runs', async () => {
    const key = await desk.otherKey({ grant: 29 })
    const jobs: string[] = []
    // Four run and hold 20 credits; of the two that wait only one can be paid.
    for (let i = 0; i < 6; i++) {
      const { status, json } = await desk.submit('/v1/async/webhook-send', { url: desk.origin }, { key })
      expect(status).toBe(202)
      jobs.push(json.job_id)
      if (i < 4) await desk.arrived(i + 1)
    }
    for (const response of desk.held) response.end()
    // The first four are done with once the fifth is on its way; the sixth finds too little then.
    await desk.arrived(5)
    expect(await desk.finished(jobs[5]!, { key })).toMatchObject({
      status: 'failed',
      error: { code: 'insufficient_credits', need: 5, have: 4 },
    })
    desk.held[4]!.end()
    expect(await desk.finished(jobs[4]!, { key })).toMatchObject({ status: 'completed' })
  })

  it('fails a job whose result is larger than a job keeps, and charges nothing', async () => {
    // Each of the numbers is on a line of its own, behind 300 spaces.
    const numbers = Array.from({ length: 30_000 }, () => 1).join(',')
    const body = { json: `${'['.repeat(30)}${numbers}${']'.repeat(30)}`, indent: 10 }
    const { json } = await desk.submit('/v1/async/text-json-format', body)
    const failed = await desk.finished(json.job_id)
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'handler_error' } })
    expect(failed.error.message).toContain('larger than the 8388608 bytes that a job can store')
    expect(desk.gateway.balance()).toBe(500)
  })

  it('says why a job failed and charges nothing for it', async () => {
    const { json } = await desk.submit('/v1/async/webhook-send', { url: 'http://127.0.0.1:1' })
    const failed = await desk.finished(json.job_id)
    expect(failed).toMatchObject({ status: 'failed', error: { code: expect.any(String) } })
    expect(failed).not.toHaveProperty('envelope')
    expect(desk.gateway.balance()).toBe(500)
  })

  it('does not run the jobs of a key that was revoked meanwhile', async () => {
    for (let i = 0; i < 4; i++) await desk.webhook()
    await desk.arrived(4)
    const { json } = await desk.webhook()
    await desk.gateway.instance.services.keys.revoke(desk.gateway.keyId)
    for (const response of desk.held) response.end()
    // The key itself can ask for nothing any more.
    const left = () => desk.gateway.instance.jobs.find(desk.gateway.keyId, json.job_id)
    await waitUntil(async () => (await left()).status === 'failed', 'the waiting job fails')
    expect((await left()).error?.code).toBe('invalid_key')
    expect(desk.held).toHaveLength(4)
  })
})

describe('Idempotency-Key on POST /v1/async/{slug}', () => {
  const headers = { 'idempotency-key': 'once' }

  it('makes one job of a request that is sent again, and charges it once', async () => {
    const first = await desk.submit(SHA, { text: 'abc' }, { headers })
    await desk.finished(first.json.job_id)
    const again = await desk.submit(SHA, { text: 'abc' }, { headers })
    expect([again.status, again.json]).toEqual([202, first.json])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect((await desk.gateway.send('/v1/jobs')).json.jobs).toHaveLength(1)
    expect(desk.gateway.balance()).toBe(499)
  })

  it('refuses another body under the same key', async () => {
    await desk.submit(SHA, { text: 'abc' }, { headers })
    const other = await desk.submit(SHA, { text: 'abd' }, { headers })
    expect([other.status, other.json.error.code]).toEqual([422, 'idempotency_mismatch'])
  })
})

describe('the queue', () => {
  it('runs four jobs of a key at once and lets the others wait', async () => {
    const jobs = []
    for (let i = 0; i < 6; i++) jobs.push((await desk.webhook()).json.job_id)
    await desk.arrived(4)
    await desk.running(jobs[3])
    expect([(await desk.job(jobs[4])).status, (await desk.job(jobs[5])).status]).toEqual([
      'queued',
      'queued',
    ])
    desk.held[0]!.end()
    await desk.arrived(5)
    for (const response of desk.held) response.end()
    await desk.arrived(6)
    desk.held[5]!.end()
    for (const id of jobs) expect((await desk.finished(id)).status).toBe('completed')
    expect(desk.gateway.balance()).toBe(500 - 6 * 5)
  })

  it('refuses the 101st waiting job of a key, and tells how long to wait', async () => {
    let taken = 0
    let refused = await desk.webhook()
    // Four run. A slow machine may take so long over the others that some of these are ended meanwhile.
    for (; refused.status === 202 && taken < 1_000; taken++) refused = await desk.webhook()
    expect(taken).toBeGreaterThanOrEqual(104)
    expect(taken).toBeLessThanOrEqual(desk.held.length + 100)
    expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await desk.submit(SHA, { text: 'a' }, { key: await desk.otherKey() })).status).toBe(202)
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
])

describe('POST /v1/dry-run/{slug}', () => {
  it('names the address that runs the call as a job', async () => {
    const { json } = await desk.submit('/v1/dry-run/crypto-hash-sha256', { text: 'a' })
    expect(json.hints.async).toBe('POST /v1/async/crypto-hash-sha256')
  })
})
