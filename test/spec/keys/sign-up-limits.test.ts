import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { OWNER_KEY, TestGateway, type TestAnswer } from '../../support/gateway/test-gateway.ts'

const HOUR = 60 * 60 * 1_000

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
  onTestFinished(() => gateway.close())
})

let people = 0
const signUp = (key: string | null = null): Promise<TestAnswer> =>
  gateway.send('/v1/auth/signup', { key, body: { email: `p${people++}@example.com`, name: 'P' } })
const madeBySignUp = () =>
  gateway.instance.services.keys.list().filter(({ email }) => email !== null).length

describe('sign-up', () => {
  // Catches: counting by the key that is presented, each of which brings a new limit.
  it('makes at most 200 keys a day, whatever keys hundreds of requests present', async () => {
    await gateway.instance.services.keys.setRateLimit(gateway.ownerId, 100_000, 60)
    let key = gateway.key
    let refused = 0
    for (let hour = 0; hour < 24; hour++) {
      for (let i = 0; i < 25; i++) {
        const { status, json } = await signUp(i % 2 === 0 ? key : OWNER_KEY)
        if (status === 201) key = json.key
        else {
          expect([status, json.error.code]).toEqual([429, 'rate_limited'])
          refused++
        }
      }
      gateway.advance(HOUR - 1_000)
    }
    expect(madeBySignUp()).toBe(200)
    expect(refused).toBe(400)
  })

  it('makes at most 100 keys an hour for an address, and then tells the true wait', async () => {
    for (let i = 0; i < 100; i++) expect((await signUp(OWNER_KEY)).status).toBe(201)
    gateway.advance(HOUR / 2)
    const refused = await signUp()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1800'])
    expect(refused.json.error.message).toContain('100 sign-ups in an hour from one address')
    gateway.advance(HOUR / 2)
    expect((await signUp()).status).toBe(201)
  })

  it('leaves room for 40 new users of one machine within a few minutes', async () => {
    for (let i = 0; i < 40; i++) {
      expect((await signUp()).status).toBe(201)
      gateway.advance(4_000)
    }
  })

  it('obeys the limits that the owner sets, at once', async () => {
    const set = (body: object) => gateway.send('/app/settings', { method: 'PATCH', key: OWNER_KEY, body })
    await set({ sign_ups_per_day: 1 })
    expect([(await signUp()).status, (await signUp()).status]).toEqual([201, 429])
    await set({ sign_ups_per_day: 10, sign_ups_per_address: 3 })
    expect([(await signUp()).status, (await signUp()).status]).toEqual([201, 429])
  })
})
