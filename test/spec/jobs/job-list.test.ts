import { beforeEach, describe, expect, it } from 'vitest'
import { JobDesk } from '../../support/gateway/job-desk.ts'
import { itObeysTheRules } from '../../support/documents/route-rules.ts'
import { OWNER_KEY, type Json } from '../../support/gateway/test-gateway.ts'

const SHA = '/v1/async/crypto-hash-sha256'

let desk: JobDesk
beforeEach(async () => {
  desk = await JobDesk.open()
})

describe('GET /v1/jobs', () => {
  it('lists the key’s own jobs, newest first, a page at a time', async () => {
    await desk.submit(SHA, { text: 'x' }, { key: await desk.otherKey() })
    const ids = []
    for (const text of ['a', 'b', 'c']) ids.push((await desk.submit(SHA, { text })).json.job_id)
    const first = (await desk.gateway.send('/v1/jobs?limit=2')).json
    expect(first.jobs.map((one: Json) => one.job_id)).toEqual([ids[2], ids[1]])
    const last = (await desk.gateway.send(`/v1/jobs?limit=2&cursor=${first.next_cursor}`)).json
    expect(last.jobs.map((one: Json) => one.job_id)).toEqual([ids[0]])
    expect(last).not.toHaveProperty('next_cursor')
  })

  it('shows only jobs in the requested state, without their envelopes', async () => {
    const { json } = await desk.submit(SHA, { text: 'a' })
    await desk.finished(json.job_id)
    await desk.webhook()
    await desk.arrived(1)
    const of = async (status: string) => (await desk.gateway.send(`/v1/jobs?status=${status}`)).json.jobs
    const completed = await of('completed')
    expect(completed).toEqual([
      {
        job_id: json.job_id,
        slug: 'crypto-hash-sha256',
        status: 'completed',
        progress: 100,
        credits_used: 1,
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
      const answer = await desk.gateway.send(`/v1/jobs?${query}`)
      expect([answer.status, answer.json.error.code]).toEqual([400, 'validation_error'])
    },
  )
})

describe('/v1/jobs/{id}', () => {
  it.each(['GET', 'DELETE'])(
    '%s answers not_found for another key’s job and for an unknown id',
    async (method) => {
      const { json } = await desk.webhook()
      const key = await desk.otherKey()
      for (const [id, sender] of [
        [json.job_id, key],
        [json.job_id, OWNER_KEY],
        ['job_000000000000000000000000', desk.gateway.key],
        ['__proto__', desk.gateway.key],
      ] as const) {
        const answer = await desk.gateway.send(`/v1/jobs/${id}`, { method, key: sender })
        expect([answer.status, answer.json.error.code]).toEqual([404, 'not_found'])
      }
      expect((await desk.job(json.job_id)).status).toBe('running')
    },
  )

  it.each(['/v1/jobs', '/v1/jobs/job_1'])('%s needs a key', async (path) => {
    const answer = await desk.gateway.send(path, { key: null })
    expect([answer.status, answer.json.error.code]).toEqual([401, 'auth_required'])
  })
})

describe('DELETE /v1/jobs/{id}', () => {
  const remove = (id: string) => desk.gateway.send(`/v1/jobs/${id}`, { method: 'DELETE' })

  it('takes a waiting job out of the queue', async () => {
    const jobs = []
    for (let i = 0; i < 5; i++) jobs.push((await desk.webhook()).json.job_id)
    await desk.arrived(4)
    const answer = await remove(jobs[4])
    expect(answer.json).toEqual({
      ok: true,
      job_id: jobs[4],
      status: 'cancelled',
      action: 'cancelled',
      credits_used: 0,
    })
    for (const response of desk.held) response.end()
    for (const id of jobs.slice(0, 4)) expect((await desk.finished(id)).status).toBe('completed')
    expect(desk.held).toHaveLength(4)
    expect((await desk.job(jobs[4])).status).toBe('cancelled')
  })

  it('frees the place of a waiting job that is cancelled', async () => {
    const jobs: string[] = []
    for (let i = 0; i < 104; i++) jobs.push((await desk.webhook()).json.job_id)
    expect((await desk.webhook()).status).toBe(429)
    expect((await remove(jobs[103]!)).json).toMatchObject({ action: 'cancelled' })
    expect([(await desk.webhook()).status, (await desk.webhook()).status]).toEqual([202, 429])
  })

  it('stops a running job, hangs up on its receiver, and charges what has been sent', async () => {
    const { json } = await desk.webhook()
    await desk.arrived(1)
    const hungUp = new Promise((resolve) => desk.held[0]!.on('close', resolve))
    expect((await remove(json.job_id)).json).toEqual({
      ok: true,
      job_id: json.job_id,
      status: 'cancelled',
      action: 'cancelled',
      credits_used: 5,
    })
    await hungUp
    expect((await desk.gateway.send('/v1/credits/balance')).json).toMatchObject({
      balance: 495,
      reserved: 0,
    })
    const cancelled = await desk.job(json.job_id)
    expect(cancelled).toMatchObject({ status: 'cancelled', credits_used: 5 })
    expect(cancelled).not.toHaveProperty('error')
    expect(desk.gateway.bugs).toEqual([])
  })

  it('forgets a job that has finished', async () => {
    const { json } = await desk.submit(SHA, { text: 'abc' })
    await desk.finished(json.job_id)
    expect((await remove(json.job_id)).json).toMatchObject({ status: 'completed', action: 'removed' })
    expect((await desk.gateway.send(`/v1/jobs/${json.job_id}`)).status).toBe(404)
    expect((await remove(json.job_id)).status).toBe(404)
    expect(desk.gateway.balance()).toBe(499)
  })

  it('forgets results on its own after seven days', async () => {
    const { json } = await desk.submit(SHA, { text: 'abc' })
    await desk.finished(json.job_id)
    desk.gateway.advance(7 * 86_400_000)
    expect((await desk.gateway.send(`/v1/jobs/${json.job_id}`)).status).toBe(404)
    expect((await desk.gateway.send('/v1/jobs')).json.jobs).toEqual([])
  })
})

itObeysTheRules([
  { method: 'GET', path: '/v1/jobs', admin: false },
  { method: 'GET', path: '/v1/jobs/job_1', admin: false },
  { method: 'DELETE', path: '/v1/jobs/job_1', admin: false },
])
