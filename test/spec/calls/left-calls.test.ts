import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  ASK,
  HEADERS,
  LeaveDesk,
  QUESTION,
  REFUNDED,
  SEND,
  chargedWithoutCaller,
  type LeavableCall,
} from '../../support/gateway/leave-desk.ts'
import { waitUntil } from '../../support/wait-until.ts'

let desk: LeaveDesk
beforeEach(async () => {
  desk = await LeaveDesk.open()
})
afterEach(async () => await desk.close())

describe.each(['/v1/', '/v1/stream/'])('a caller who leaves %s…', (path) => {
  it('pays for a request that has left', async () => {
    const call = desk.leavable(`${path}webhook-send`, desk.toReceiver())
    await desk.arrived()
    expect(await call.leave()).toMatchObject(chargedWithoutCaller(SEND))
  })

  it('pays nothing while no request has left', async () => {
    const call = desk.leavable(`${path}webhook-send`, desk.toMute())
    await desk.connected()
    expect(await call.leave()).toMatchObject(REFUNDED)
  })

  it('pays for a model that has begun to answer, and the model is stopped', async () => {
    const hold = Promise.withResolvers<void>()
    desk.llm.script = { hold: hold.promise }
    const call = desk.leavable(`${path}llm-summarize`, QUESTION)
    await desk.asked()
    // The second piece is held back, so the first one has come when the model waits.
    await desk.llm.last.spoken
    expect(await call.leave()).toMatchObject(chargedWithoutCaller(ASK))
    await desk.llm.last.closed
    hold.resolve()
  })

  it('pays nothing for a model that has not begun to answer, and the model is stopped', async () => {
    desk.llm.script = { hang: true }
    const call = desk.leavable(`${path}llm-summarize`, QUESTION)
    await desk.asked()
    expect(await call.leave()).toMatchObject(REFUNDED)
    await desk.llm.last.closed
  })

  // Catches: a token that crosses the leave, which the provider bills and nobody pays.
  it('pays for the first word of a model that crosses the leave', async () => {
    const word = Promise.withResolvers<void>()
    desk.llm.script = { hang: true, lastWord: word.promise }
    const call = desk.leavable(`${path}llm-summarize`, QUESTION)
    await desk.asked()
    const left = call.leave()
    await call.ended
    word.resolve()
    expect(await left).toMatchObject(chargedWithoutCaller(ASK))
  })
})

it('tells the usage stream, the record of calls and the metrics what a left call cost', async () => {
  const call = desk.leavable('/v1/webhook-send', desk.toReceiver())
  await desk.arrived()
  await call.leave()
  const { entries } = await waitUntil(async () => {
    const record = await desk.read('/app/activity')
    return record.entries.length > 0 && record
  }, 'the record of the call')
  expect(entries[0]).toMatchObject({
    slug: 'webhook-send',
    code: 'caller_left',
    engine: 'real',
    credits: SEND,
  })
  const metrics = await (await fetch(`${desk.gateway.url}/metrics`, { headers: HEADERS })).text()
  expect(metrics).toContain('toolgate_credits_total{slug="webhook-send"} 5')
  const stream = await fetch(`${desk.gateway.url}/v1/stream/usage`, {
    headers: { ...HEADERS, 'last-event-id': '1' },
  })
  const reader = stream.body!.getReader()
  let text = ''
  while (!text.includes('event: usage')) text += new TextDecoder().decode((await reader.read()).value)
  await reader.cancel()
  expect(text).toMatch(/"credits":5,.*"engine":"real","ok":false,"unanswered":"left"/)
})

describe('an Idempotency-Key of a call whose caller left', () => {
  /** Sends the call until it is no longer refused because the one before it has not quite ended. */
  async function named(time: number): Promise<LeavableCall> {
    const begun = desk.arrived(time).then(() => null)
    for (;;) {
      const call = desk.leavable('/v1/webhook-send', desk.toReceiver(), { 'idempotency-key': 'once' })
      const refused = await Promise.race([begun, call.ended])
      if (refused === null) return call
      expect(refused).toContain('idempotency_in_progress')
    }
  }

  it('is free again, so that the repetition is a new call with a charge of its own', async () => {
    for (let time = 1; time <= 2; time++) {
      const call = await named(time)
      expect((await call.leave()).spent).toBe(time * SEND)
    }
    const third = await named(3)
    desk.held[2]!.end('ok')
    expect(JSON.parse((await third.ended)!)).toMatchObject({ ok: true, meta: { credits_used: SEND } })
    expect((await desk.money()).spent).toBe(3 * SEND)
  })
})

describe('a batch whose caller leaves', () => {
  it('is charged for the calls that have sent or asked something, and for no other', async () => {
    desk.llm.script = { hang: true }
    const calls = [
      { slug: 'webhook-send', input: desk.toReceiver() },
      { slug: 'webhook-send', input: desk.toMute() },
      { slug: 'llm-summarize', input: QUESTION },
      { slug: 'crypto-hash-sha256', input: { text: 'abc' } },
    ]
    const call = desk.leavable('/v1/batch', { calls })
    await Promise.all([desk.arrived(), desk.connected(), desk.asked()])
    // The hash was answered and charged long before.
    expect((await call.leave()).spent).toBe(SEND + 1)
  })
})

it('a failure of the receiver costs nothing, even after the request has left', async () => {
  const call = desk.post('/v1/webhook-send', desk.toReceiver())
  await desk.arrived()
  desk.held[0]!.destroy()
  expect((await (await call).json()).error.code).toBe('handler_error')
  expect((await desk.money()).spent).toBe(0)
})
