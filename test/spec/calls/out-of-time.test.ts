import { afterEach, beforeEach, expect, it } from 'vitest'
import { ASK, HEADERS, LeaveDesk, QUESTION } from '../../support/gateway/leave-desk.ts'
import type { Json } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

let desk: LeaveDesk
beforeEach(async () => {
  desk = await LeaveDesk.open()
})
afterEach(async () => await desk.close())

// The shortest time that an owner can give a model is ten seconds, so everything waits for them together.
it('a call whose own time is over is charged once a model has begun to answer, and says so', async () => {
  const limits = { call_seconds: 1, model_call_seconds: 10 }
  const patch = { method: 'PATCH', headers: HEADERS, body: JSON.stringify(limits) }
  expect((await fetch(`${desk.gateway.url}/app/settings`, patch)).status).toBe(200)
  desk.llm.script = { hang: true }
  const free = [desk.post('/v1/webhook-send', desk.toReceiver()), desk.post('/v1/llm-summarize', QUESTION)]
  await desk.asked()
  desk.llm.script = { hold: new Promise(() => undefined) }
  const { job_id: id } = await (await desk.post('/v1/async/llm-summarize', QUESTION)).json()
  const calls = [{ slug: 'llm-summarize', input: QUESTION }]
  const [answer, events, batch] = await Promise.all([
    desk.post('/v1/llm-summarize', QUESTION),
    desk.post('/v1/stream/llm-summarize', QUESTION).then((response) => response.text()),
    desk.post('/v1/batch', { calls }).then((response): Promise<Json> => response.json()),
  ])
  expect(answer.status).toBe(504)
  const headers = ['x-credits-used', 'x-engine'].map((name) => answer.headers.get(name))
  expect(headers).toEqual(['10', 'llm'])
  const outOfTime = { code: 'out_of_time', timed_out: true, credits_used: ASK }
  expect((await answer.json()).error).toMatchObject(outOfTime)
  expect(events).toMatch(/event: error\ndata: .*"code":"out_of_time"/)
  expect(events).toMatch(/event: done\ndata: .*"ok":false.*"credits_used":10/)
  expect(batch).toMatchObject({ ok: false, total_credits: ASK })
  expect(batch.results).toMatchObject([{ ok: false, credits: ASK, error: outOfTime }])
  const job = await waitUntil(async () => {
    const now = await desk.read(`/v1/jobs/${id}`)
    return now.finished_at !== null && now
  }, 'the job ends')
  expect(job).toMatchObject({ status: 'failed', credits_used: ASK, error: outOfTime })

  // A receiver that keeps silent has failed, and so has a model that says nothing.
  for (const failed of await Promise.all(free)) {
    expect(failed.headers.get('x-credits-used')).toBe('0')
    expect((await failed.json()).error).toMatchObject({ code: 'handler_error', timed_out: true })
  }
  const { spent, entries } = await desk.money()
  expect(spent).toBe(4 * ASK)
  expect(entries.filter(({ unanswered }) => unanswered === 'out_of_time')).toHaveLength(4)
})
