import { expect, it, onTestFinished } from 'vitest'
import { sharerOf } from '../../../src-main/accounts/account.ts'
import { readBatch, runBatch } from '../../../src-main/pipeline/batch.ts'
import type { Place } from '../../../src-main/shares/place.ts'
import { callOf } from '../../support/gateway/call-of.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

const ITEMS = 50

it('lets every item of a batch wait for the disk at once, without its place', async () => {
  const gateway = await TestGateway.create()
  try {
    const { services } = gateway.instance
    const before = gateway.balance()
    let settling = 0
    const disk = Promise.withResolvers<void>()
    // The ledger itself, whose disk is not done before the test says so.
    const ledger = new Proxy(services.ledger, {
      get: (real, name) => {
        const value: unknown = Reflect.get(real, name, real)
        if (name !== 'settle') return typeof value === 'function' ? (value.bind(real) as unknown) : value
        return async (...args: Parameters<typeof real.settle>) => {
          settling++
          await disk.promise
          return await real.settle(...args)
        }
      },
    })
    const calls = Array.from({ length: ITEMS }, (_, n) => ({
      slug: 'crypto-hash-sha256',
      input: { text: `place ${n}` },
    }))
    const { account, requestId, chargeId, caller } = callOf(gateway, { slug: 'batch' })
    const from = { account, requestId, chargeId, caller, agentMode: false }
    const ended = runBatch(readBatch({ calls }), from, { ...services, ledger })
    await waitUntil(() => settling === ITEMS, 'all items wait for the disk')
    expect(services.batchItems.state()).toMatchObject({ in_use: 0, waiting: 0, entered_total: ITEMS })
    expect(gateway.balance()).toBe(before)
    disk.resolve()
    expect(await ended).toMatchObject({ ok: true, total_credits: ITEMS, balance: before - ITEMS })
    expect(services.batchItems.state()).toMatchObject({ in_use: 0, in_use_by_owner: 0 })
  } finally {
    await gateway.close()
  }
})

// Catches: an agent whose batch runs on for two minutes after its owner has stopped it.
it.each([
  ['paused', 'forbidden'],
  ['revoked', 'invalid_key'],
])('runs no item any more of a key that was %s while they waited', async (how, code) => {
  const gateway = await TestGateway.create()
  onTestFinished(() => gateway.close())
  const { services } = gateway.instance
  const { keys, batchItems } = services
  const { account, requestId, chargeId, caller } = callOf(gateway, { slug: 'batch' })
  const taken: Place[] = []
  for (
    let place = batchItems.tryEnter(sharerOf(account));
    place;
    place = batchItems.tryEnter(sharerOf(account))
  )
    taken.push(place)
  const calls = Array.from({ length: 3 }, () => ({ slug: 'crypto-hash-sha256', input: { text: 'a' } }))
  const from = { account, requestId, chargeId, caller, agentMode: false }
  const ended = runBatch(readBatch({ calls }), from, services)
  await waitUntil(() => batchItems.state().waiting === 3, 'all items wait')
  if (how === 'paused') await keys.setRules(account.id, () => ({ paused: true }))
  else await keys.revoke(account.id)
  for (const place of taken) place.leave()
  expect((await ended).results).toMatchObject(Array(3).fill({ ok: false, credits: 0, error: { code } }))
  expect(gateway.balance()).toBe(500)
})
