import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { EventReader, ReadEvent } from '../../support/events/event-reader.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { chargeMany, openUsage, readUpTo } from '../../support/events/usage-events.ts'

let gateway: TestGateway
beforeEach(async () => {
  // Nothing listens at port 1, so that a webhook to it fails.
  gateway = await TestGateway.create({ allowedOrigins: ['http://127.0.0.1:1'] })
  onTestFinished(() => gateway.close())
})

const open = (): Promise<EventReader> => openUsage(gateway)
const from = (id: string) => openUsage(gateway, { headers: { 'last-event-id': id } })

describe('Last-Event-ID', () => {
  const idsOf = (events: readonly ReadEvent[]) => events.map(({ data }) => data.request_id)
  const call = async (text: string) =>
    (await gateway.call('crypto-hash-sha256', { text })).headers.get('x-request-id')!

  it('brings what was missed, in order and once', async () => {
    const first = await open()
    await first.take(1)
    const seen = await call('seen')
    const [last] = await readUpTo(first, seen)
    await first.close()
    const missed = [await call('a'), await call('b')]
    const again = await from(last!.id)
    const [balance] = await again.take(1)
    const live = await call('c')
    const told = await readUpTo(again, live)
    expect(balance).toMatchObject({ event: 'balance', id: last!.id, data: { balance: 497 } })
    expect(idsOf(told)).toEqual([...missed, live])
  })

  it('brings everything after a connection that broke right after it opened', async () => {
    const first = await open()
    const [opening] = await first.take(1)
    await first.close()
    const missed = await call('a')
    const again = await from(opening!.id)
    expect(idsOf((await again.take(2)).slice(1))).toEqual([missed])
  })

  it('starts from now when the id is from a later ledger than this one', async () => {
    await call('before')
    const reader = await from('999999999')
    const live = await call('after')
    expect(await readUpTo(reader, live)).toHaveLength(2)
  })

  it('says how many events are too far back, and brings the rest', async () => {
    const failed = await gateway.call('webhook-send', { url: 'http://127.0.0.1:1' })
    expect(failed.status).toBe(500)
    await chargeMany(gateway.instance.services, gateway.keyId, 10_500)
    const reader = await from('0')
    const events = await readUpTo(reader, 'many:10499')
    // The grant, the failed call and 500 of the others.
    expect(events[1]).toMatchObject({ event: 'gap', data: { missed: 502 } })
    expect(idsOf(events.slice(2))).toEqual(Array.from({ length: 10_000 }, (_, i) => `many:${i + 500}`))
  })
})

describe('a slow reader', () => {
  it('is told how much it missed, and holds nothing up', async () => {
    const slow = await open()
    const fast = await open()
    await Promise.all([slow.take(1), fast.take(1)])
    await chargeMany(gateway.instance.services, gateway.keyId, 6_000)
    expect(await readUpTo(fast, 'many:5999')).toHaveLength(6_000)
    await chargeMany(gateway.instance.services, gateway.keyId, 6_000, 'more')
    const events = await readUpTo(slow, 'more:5999')
    expect(events[0]).toMatchObject({ event: 'gap', data: { missed: 2_000 } })
    expect(events).toHaveLength(10_001)
    expect(isRising(events.map(({ id }: Json) => Number(id)))).toBe(true)
  })

  const isRising = (ids: readonly number[]) => ids.every((id, index) => index === 0 || id > ids[index - 1]!)
})
