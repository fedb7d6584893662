import { afterEach, beforeEach, expect, it } from 'vitest'
import { nothing } from '../../../../src-main/storage/engine/work.ts'
import { TestGateway } from '../../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(() => gateway.close())

const REASON = { requestId: 'r', slug: 'recipe__x', unanswered: 'step_failed' } as const
const charged = (id: string) => gateway.instance.services.engine.read(() => ledgerOf().chargeOf(id))
const ledgerOf = () => gateway.instance.services.ledger
const reserve = async (id: string): Promise<void> =>
  await ledgerOf().reserve({ id, account: gateway.keyId, credits: 10 })
const held = () => ledgerOf().balanceOf(gateway.keyId)

it('charges the part, frees the rest, and says what is left', async () => {
  await reserve('a')
  expect(await held()).toEqual({ balance: 500, reserved: 10 })
  const told: number[] = []
  const within = (balance: number) => {
    told.push(balance)
    return nothing()
  }
  expect(await ledgerOf().settlePart('a', 3, REASON, within)).toBe(497)
  expect(told).toEqual([497])
  expect(await held()).toEqual({ balance: 497, reserved: 0 })
  expect(await ledgerOf().entries(gateway.keyId, { limit: 1 })).toMatchObject([
    { id: 'a:part', kind: 'charge', credits: -3, unanswered: 'step_failed' },
  ])
})

it('ends a reservation once, and never charges more than it holds', async () => {
  await reserve('a')
  await expect(ledgerOf().settlePart('a', 11, REASON)).rejects.toThrow('holds less')
  const ends = await Promise.allSettled([
    ledgerOf().settlePart('a', 3, REASON),
    ledgerOf().settlePart('a', 4, REASON),
    ledgerOf().settle('a', REASON),
    ledgerOf().release('a'),
  ])
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  expect(await held()).toEqual({ balance: 497, reserved: 0 })
})

it('charges nothing where the transaction fails, and frees what was held', async () => {
  await reserve('a')
  const fails = () => {
    throw new Error('no')
  }
  await expect(ledgerOf().settlePart('a', 3, REASON, fails)).rejects.toThrow('no')
  expect(await held()).toEqual({ balance: 500, reserved: 0 })
})

const RUN = { requestId: 'r', slug: 'recipe__x' }
const again = async (id: string): Promise<void> =>
  await ledgerOf().reserve({ id, account: gateway.keyId, credits: 10, hasParts: true })
const spent = async (): Promise<number> => 500 - (await held()).balance

it('charges a part once for its id, and nothing for a call that was charged already', async () => {
  await again('a')
  await ledgerOf().settlePart('a', 3, REASON)
  await again('a')
  await ledgerOf().settlePart('a', 3, REASON)
  expect(await spent()).toBe(3)
  await again('b')
  await ledgerOf().settle('b', RUN)
  await again('b')
  await ledgerOf().settlePart('b', 3, REASON)
  expect(await held()).toEqual({ balance: 487, reserved: 0 })
})

// Catches: a second attempt that came further is free, or one that succeeds costs its first steps twice.
it('costs, over all attempts under an id, what the dearest of them owes', async () => {
  const attempts = [3, 5, 4, 10, 10, 6]
  const totals: number[] = []
  for (const owed of attempts) {
    await again('a')
    if (owed === 10) await ledgerOf().settle('a', RUN)
    else await ledgerOf().settlePart('a', owed, REASON)
    totals.push(await spent())
  }
  expect(totals).toEqual([3, 5, 5, 10, 10, 10])
  const entries = await ledgerOf().entries(gateway.keyId, { limit: 3 })
  expect(entries.map(({ id, credits }) => [id, credits])).toEqual([
    ['a', -5],
    ['a:part-2', -2],
    ['a:part', -3],
  ])
  expect(await charged('a')).toBe(10)
  expect((await held()).reserved).toBe(0)
})

it('says what was charged for a call of which only parts were', async () => {
  expect(await charged('a')).toBeNull()
  await again('a')
  await ledgerOf().settlePart('a', 3, REASON)
  expect(await charged('a')).toBe(3)
})

it('lets a repetition run that can pay the rest, and no other', async () => {
  const { json } = await gateway.asOwner('/v1/enterprise/keys', {
    body: { name: 'Team', credit_limit: 10 },
  })
  const attempt = async (id: string): Promise<void> =>
    await ledgerOf().reserve({ id, account: json.key_id, credits: 10, hasParts: true })
  await attempt('a')
  await ledgerOf().settlePart('a', 3, REASON)
  await expect(attempt('b')).rejects.toMatchObject({ code: 'insufficient_credits' })
  await attempt('a')
  expect(await ledgerOf().balanceOf(json.key_id)).toEqual({ balance: 7, reserved: 7 })
  await ledgerOf().settle('a', RUN)
  expect(await ledgerOf().balanceOf(json.key_id)).toEqual({ balance: 0, reserved: 0 })
})

it('counts against the limit of a team key', async () => {
  const { json } = await gateway.asOwner('/v1/enterprise/keys', {
    body: { name: 'Team', credit_limit: 20 },
  })
  await ledgerOf().reserve({ id: 't', account: json.key_id, credits: 10 })
  await ledgerOf().settlePart('t', 3, REASON)
  expect(await ledgerOf().balanceOf(json.key_id)).toEqual({ balance: 17, reserved: 0 })
})
