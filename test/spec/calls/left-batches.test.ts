import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BATCH_ITEMS } from '../../../src-main/pipeline/batch.ts'
import { LeaveDesk, SEND } from '../../support/gateway/leave-desk.ts'
import type { Json } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

const HASHES = 10
const SENDS = 36
const AT_ONCE = BATCH_ITEMS.perKey

let desk: LeaveDesk
beforeEach(async () => {
  desk = await LeaveDesk.open()
  await desk.useTeamKey()
})
afterEach(async () => await desk.close())

// More sends than run at once, so that some wait while the first ones have left.
const calls = (): object[] => [
  ...Array.from({ length: HASHES }, (_, n) => ({
    slug: 'crypto-hash-sha256',
    input: { text: `row ${n}` },
  })),
  ...Array.from({ length: SENDS }, () => ({ slug: 'webhook-send', input: desk.toReceiver() })),
]

/** Repeats the batch until its earlier attempt has ended, and answers whatever it sends. */
async function repeated(name: string): Promise<{ headers: Headers; json: Json }> {
  for (;;) {
    const sent = desk.post('/v1/batch', { calls: calls() }, { headers: { 'idempotency-key': name } })
    let answer: Response | undefined
    void sent.then((response) => (answer = response))
    await waitUntil(() => {
      for (const held of desk.held) if (!held.writableEnded) held.end('ok')
      return answer !== undefined
    }, 'the repetition is answered')
    const json = await answer!.json()
    if (answer!.status !== 409) return { headers: answer!.headers, json }
  }
}

/** Sends the batch, leaves it once something has been sent, and says what that has cost. */
async function cutOff(name: string): Promise<number> {
  const call = desk.leavable('/v1/batch', { calls: calls() }, { 'idempotency-key': name })
  await desk.arrived(AT_ONCE)
  return (await call.leave()).spent
}

describe('a batch that its caller cut off and repeats under its Idempotency-Key', () => {
  // Catches: a kept answer that says of 17 calls in 40 that they were cancelled, for a day.
  it('runs what had not run, sends nothing twice, and charges each call once', async () => {
    const before = await cutOff('cut')
    const { headers, json } = await repeated('cut')
    expect(headers.get('idempotent-replayed')).toBeNull()
    expect(desk.held).toHaveLength(SENDS)
    const errors = json.results.flatMap((one: Json) => (one.ok ? [] : [one.error.code]))
    expect(errors).toEqual(Array(AT_ONCE).fill('caller_left'))
    expect(json.results.map(({ credits }: Json) => credits)).toEqual(
      calls().map((_, index) => (index < HASHES ? 1 : SEND)),
    )
    expect(json.total_credits).toBe(HASHES + SENDS * SEND)
    expect(headers.get('x-credits-used')).toBe(String(json.total_credits - before))
    expect((await desk.money()).spent).toBe(json.total_credits)
  })

  it('keeps the whole answer from then on', async () => {
    await cutOff('whole')
    const { json } = await repeated('whole')
    const again = await repeated('whole')
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.json).toEqual(json)
    expect((await desk.money()).spent).toBe(HASHES + SENDS * SEND)
  })

  it('may be cut off again and again', async () => {
    const first = await cutOff('twice')
    let arrived = false
    while (!arrived) {
      const call = desk.leavable('/v1/batch', { calls: calls() }, { 'idempotency-key': 'twice' })
      const refused = await Promise.race([desk.arrived(2 * AT_ONCE).then(() => null), call.ended])
      arrived = refused === null
      if (arrived) expect((await call.leave()).spent).toBeGreaterThan(first)
    }
    await repeated('twice')
    expect(desk.held).toHaveLength(SENDS)
    expect((await desk.money()).spent).toBe(HASHES + SENDS * SEND)
  })
})
