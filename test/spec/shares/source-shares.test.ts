import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { openServer } from '../../support/tools/source-desk.ts'
import { waitUntil } from '../../support/wait-until.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create({ dataDir: makeTempDir() })
  onTestFinished(() => gateway.close())
  await liftRateLimit(gateway)
  await openServer(gateway)
})

async function teamKey(): Promise<string> {
  const body = { name: 'Team', sources: ['vices'], rate_limit: { limit: 10_000, window_seconds: 60 } }
  const { status, json } = await gateway.asOwner('/v1/enterprise/keys', { body })
  expect([status, json.error]).toEqual([201, undefined])
  return json.key
}

// Ends with the gateway at the latest.
const slow = (key: string, ms: number) => gateway.call('vices__slow', { ms }, { key })

describe('a key that calls a source as often as it can', () => {
  // Catches: a queue in which the calls of one key wait before those of all others.
  it('leaves a turn for every other key, and for the owner', async () => {
    const [greedy, other] = [await teamKey(), await teamKey()]
    const { shares } = gateway.instance.services
    const share = () => shares.states().find(({ resource }) => resource === 'calls_of_vices')
    const attack = Array.from({ length: 100 }, () => slow(greedy, 600_000))
    await waitUntil(() => share()?.waiting === 64, 'the line is full')
    expect(share()?.in_use).toBe(4)
    for (const key of [other, OWNER_KEY]) expect((await slow(key, 1)).status).toBe(200)
    const refused = await Promise.race(attack)
    expect(refused.json.error).toMatchObject({ code: 'overloaded', outcome: 'not_sent' })
  })
})

describe('a source that nobody else calls', () => {
  it('takes eight calls of its owner at once', async () => {
    const calls = Array.from({ length: 8 }, () => slow(OWNER_KEY, 600_000))
    await waitUntil(() => gateway.instance.services.sources.health('vices').inFlight === 8, 'all run')
    expect(calls).toHaveLength(8)
  })
})
