import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { QuotaExceeded } from '../../../src-main/storage/quota/quota-exceeded.ts'
import { OWNER_KEY, TestGateway, type TestAnswer } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

const MIB = 1024 * 1024
/** An entry takes a little less than 1 MiB, which is the most for a value. */
const LARGE = 'x'.repeat(MIB - 100)

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
  onTestFinished(() => gateway.close())
  await gateway.send('/app/settings', { method: 'PATCH', key: OWNER_KEY, body: { stored_megabytes: 64 } })
})

const stored = async () => {
  const { engine, stored } = gateway.instance.services
  return (await engine.read(() => stored.state())).bytes
}
const roomFor = async (key: string) => {
  const { engine, stored } = gateway.instance.services
  return await engine.read(() => stored.roomFor(keyIdOf(key)))
}
const signUp = async (name: string): Promise<string> => {
  const body = { email: `${name}@example.com`, name }
  return (await gateway.send('/v1/auth/signup', { key: null, body })).json.key
}
const remember = (key: string, name: string, value = LARGE): Promise<TestAnswer> =>
  gateway.send('/v1/memory-set', { key, body: { key: name, value } })
const rememberAll = (keys: readonly string[], count: number) =>
  Promise.all(keys.flatMap((key) => Array.from({ length: count }, (_, i) => remember(key, `k${i}`))))
const visitors = async () => await Promise.all(['a', 'b', 'c'].map(signUp))
/** Visitors store what they can. */
const fillAsVisitors = async () => await rememberAll(await visitors(), 12)
/** The same without requests, where only what comes after it is looked at. @returns how often it was refused */
const fillBelowTheDoor = async (): Promise<number> => {
  const { memory } = gateway.instance.services
  const writes = (await visitors()).flatMap((key) =>
    Array.from({ length: 12 }, (_, i) => ({ namespace: 'default', key: `k${i}`, value: LARGE, of: key })),
  )
  const ended = await Promise.allSettled(
    writes.map(({ of, ...entry }) => memory.forKey(keyIdOf(of)).set(entry)),
  )
  const refused = ended.filter((one) => one.status === 'rejected')
  for (const { reason } of refused) expect(reason).toBeInstanceOf(QuotaExceeded)
  return refused.length
}

describe('what visitors store', () => {
  it('is at most half of the limit, however many write at once; a refused write costs nothing', async () => {
    const answers = await fillAsVisitors()
    const kept = answers.filter(({ status }) => status === 200)
    expect(kept).toHaveLength(32)
    expect(await stored()).toBeGreaterThan(32 * LARGE.length)
    expect(await stored()).toBeLessThanOrEqual(32 * MIB)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { status, json, headers } of refused) {
      expect([status, json.error.code]).toEqual([507, 'storage_full'])
      expect(json.error.message).toContain('64 MB for all keys together')
      expect(headers.get('x-credits-used')).toBe('0')
    }
  })

  it('leaves room for the keys that the owner made, and those for the owner', async () => {
    await fillBelowTheDoor()
    const { keys } = gateway.instance.services
    const team = await Promise.all(
      ['one', 'two'].map(
        async (name) => (await keys.create({ kind: 'team', name, payer: gateway.ownerId })).key,
      ),
    )
    const answers = await rememberAll(team, 14)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(24)
    expect(await stored()).toBeLessThanOrEqual(56 * MIB)
    expect((await remember(OWNER_KEY, 'mine')).status).toBe(200)
  })

  it('is freed by deleting, and then others may store again', async () => {
    expect(await fillBelowTheDoor()).toBe(4)
    const demo = gateway.instance.demoKey
    expect((await remember(demo, 'mine')).status).toBe(507)
    await gateway.send('/app/settings', {
      method: 'PATCH',
      key: OWNER_KEY,
      body: { stored_megabytes: 128 },
    })
    expect((await remember(demo, 'mine')).status).toBe(200)
    const before = await stored()
    await gateway.send('/v1/memory-delete', { key: demo, body: { key: 'mine' } })
    expect(await stored()).toBe(before - LARGE.length - 'mine'.length - '""[]'.length - 'default'.length)
  })

  it('is 16 MiB of session memory for each, and for a key that the owner made 64', async () => {
    await gateway.send('/app/settings', {
      method: 'PATCH',
      key: OWNER_KEY,
      body: { stored_megabytes: 4_096 },
    })
    const [refused, ...more] = (await rememberAll([await signUp('a')], 17)).filter(
      ({ status }) => status !== 200,
    )
    expect(more).toEqual([])
    expect([refused!.status, refused!.json.error.code]).toEqual([400, 'validation_error'])
    expect(refused!.json.error.message).toContain('10,000 entries and 16 MiB')
    expect((await rememberAll([gateway.key], 17)).map(({ status }) => status)).toEqual(Array(17).fill(200))
  })
})

describe('a gateway that is full for a key', () => {
  const HASH = '/v1/crypto-hash-sha256'

  it('still runs and charges its calls, whose copies in memory are left out', async () => {
    await fillBelowTheDoor()
    const key = await signUp('d')
    const left = await roomFor(key)
    await remember(key, 'rest', 'x'.repeat(left - 100))
    const answer = await gateway.send(HASH, { key, body: { text: 'a', mode: 'agent' } })
    expect([answer.status, answer.json.agent?.memory_persisted]).toEqual([200, null])
  })

  it('refuses a job and a request with an Idempotency-Key before it runs, and charges neither', async () => {
    await fillBelowTheDoor()
    const key = await signUp('d')
    const left = await roomFor(key)
    await remember(key, 'rest', 'x'.repeat(left - 100))
    const before = (await gateway.send('/v1/credits/balance', { key })).json.balance
    const body = { text: 'x'.repeat(200) }
    const job = await gateway.send('/v1/async/crypto-hash-sha256', { key, body })
    const once = await gateway.send(HASH, { key, body, headers: { 'idempotency-key': 'once' } })
    expect([job.status, once.status]).toEqual([507, 507])
    expect((await gateway.send('/v1/credits/balance', { key })).json).toMatchObject({
      balance: before,
      reserved: 0,
    })
    expect((await gateway.send(HASH, { key, body })).status).toBe(200)
  })

  it('still ends the jobs that it has taken, and keeps their results', async () => {
    const key = await signUp('d')
    const { json } = await gateway.send('/v1/async/crypto-hash-sha256', { key, body: { text: 'a' } })
    await fillBelowTheDoor()
    const done = await waitUntil(async () => {
      const job = await gateway.send(json.poll, { key })
      return job.json.finished_at === null ? null : job
    }, 'the job ends')
    expect(done.json).toMatchObject({ status: 'completed', envelope: { ok: true } })
  })
})

function keyIdOf(key: string): string {
  return gateway.instance.services.keys.find(key)!.id
}
