import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  ASK,
  HEADERS,
  LeaveDesk,
  QUESTION,
  SEND,
  chargedWithoutCaller,
} from '../../support/gateway/leave-desk.ts'
import type { Json } from '../../support/gateway/test-gateway.ts'

let desk: LeaveDesk
beforeEach(async () => {
  desk = await LeaveDesk.open()
})
afterEach(async () => await desk.close())

describe('a job that is cancelled', () => {
  const submit = async (slug: string, body: object): Promise<string> =>
    (await (await desk.post(`/v1/async/${slug}`, body)).json()).job_id
  const cancel = async (id: string): Promise<Json> =>
    await (await fetch(`${desk.gateway.url}/v1/jobs/${id}`, { method: 'DELETE', headers: HEADERS })).json()

  it.each([
    ['has sent a request', SEND, 'webhook-send', () => desk.toReceiver(), () => desk.arrived()],
    ['has sent nothing yet', 0, 'webhook-send', () => desk.toMute(), () => desk.connected()],
    ['has got no word of a model yet', 0, 'llm-summarize', () => QUESTION, () => desk.asked()],
  ] as const)('says what it was charged when it %s: %i', async (_, credits, slug, body, begun) => {
    desk.llm.script = { hang: true }
    const id = await submit(slug, body())
    await begun()
    expect(await cancel(id)).toMatchObject({ action: 'cancelled', credits_used: credits })
    expect(await desk.read(`/v1/jobs/${id}`)).toMatchObject({ status: 'cancelled', credits_used: credits })
    expect((await desk.read('/v1/jobs')).jobs[0]).toMatchObject({ credits_used: credits })
    expect((await desk.money()).spent).toBe(credits)
  })

  it('is charged for what a model has begun to say', async () => {
    const hold = Promise.withResolvers<void>()
    desk.llm.script = { hold: hold.promise }
    const id = await submit('llm-summarize', QUESTION)
    await desk.asked()
    await desk.llm.last.spoken
    expect(await cancel(id)).toMatchObject({ action: 'cancelled', credits_used: ASK })
    expect(await desk.money()).toMatchObject(chargedWithoutCaller(ASK))
    hold.resolve()
  })
})
