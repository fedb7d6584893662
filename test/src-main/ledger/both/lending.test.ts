import { beforeEach, describe, expect, it } from 'vitest'
import { CALL } from '../../../support/gateway/open-stores.ts'
import { LEDGERS, type TestLedger } from '../../../support/ledger/ledgers.ts'

const LAPTOP = `gw_${'a'.repeat(32)}`
const SITE = `gw_${'b'.repeat(32)}`

describe.each(LEDGERS)('credits that are lent on %s', (_name, open) => {
  let { engine, ledger, problems, nextStart }: TestLedger = {} as TestLedger
  beforeEach(async () => {
    ;({ engine, ledger, problems, nextStart } = await open())
    await ledger.credit({ id: 'grant', account: 'key_a', kind: 'grant', credits: 500 })
  })

  const give = (number: number, credits: number, instance = LAPTOP, keyId = 'key_a'): Promise<number> =>
    ledger.leases.give({ instance, keyId, name: 'Laptop', number, credits })
  const take = (charges: Readonly<Record<string, number>>, instance = LAPTOP, keyId = 'key_a') =>
    ledger.leases.take(
      keyId,
      instance,
      Object.entries(charges).map(([id, credits]) => ({ id, credits, slug: 's', requestId: `r-${id}` })),
    )
  const reserve = async (credits: number, account = 'key_a'): Promise<void> =>
    await ledger.reserve({ id: `own-${credits}`, account, credits })

  // Catches: a hub that lends its credits, starts again, and spends them itself.
  it('stay reserved when the hub starts again', async () => {
    await give(1, 100)
    await take({ c1: 30 })
    ledger = await nextStart()
    expect(await ledger.balanceOf('key_a')).toEqual({ balance: 470, reserved: 70 })
    await expect(async () => reserve(401)).rejects.toMatchObject({ details: { have: 400 } })
    await reserve(400)
    expect(await give(2, 5)).toBe(0)
    expect(await problems()).toEqual([])
  })

  it('are what calls here do not need, down to the last credit', async () => {
    await reserve(3)
    await ledger.settle('own-3', CALL)
    await reserve(97)
    for (const [number, credits] of [100, 100, 100, 100].entries())
      expect(await give(number + 1, 1_000)).toBe(credits)
    expect(await give(5, 1_000)).toBe(0)
    await ledger.release('own-97')
    expect(await give(5, 1_000)).toBe(97)
    expect(await ledger.balanceOf('key_a')).toEqual({ balance: 497, reserved: 497 })
    expect(await problems()).toEqual([])
  })

  it('are charged in the order in which they were spent, each id once', async () => {
    await give(1, 100)
    const charges = { c3: 3, c1: 1, c2: 2 }
    await Promise.all([take(charges), take(charges), take({ c2: 2 })])
    const entries = await ledger.entries('key_a', { limit: 3 })
    expect(entries.map(({ id, balanceAfter }) => [id, balanceAfter])).toEqual([
      [`${LAPTOP}:c2`, 494],
      [`${LAPTOP}:c1`, 496],
      [`${LAPTOP}:c3`, 497],
    ])
    await expect(take({ c1: 2 })).rejects.toMatchObject({ code: 'validation_error' })
    expect(await ledger.leases.holders()).toMatchObject([{ id: LAPTOP, given: 100, spent: 6 }])
    expect(await problems()).toEqual([])
  })

  it('are charged to nobody once they are freed, and are kept as late once each', async () => {
    await give(1, 100)
    await take({ c1: 1 })
    expect(await ledger.leases.end(LAPTOP, null)).toBe(99)
    const late = { charged: 1, known: 1, late: 2, ended: true, left: 0 }
    for (let again = 0; again < 2; again++) expect(await take({ c1: 1, c2: 2, c3: 3 })).toEqual(late)
    await expect(take({ c2: 3 })).rejects.toMatchObject({ code: 'validation_error' })
    expect(await ledger.leases.holders()).toMatchObject([{ lateCharges: 2, lateCredits: 5, freed: 99 }])
    expect(await ledger.balanceOf('key_a')).toEqual({ balance: 499, reserved: 0 })
    expect(await problems()).toEqual([])
  })

  it('tell whoever refills a key that it was charged', async () => {
    const payers: string[] = []
    ledger.onCharge((payer) => payers.push(payer))
    await give(1, 100)
    await take({ c1: 0 })
    expect(payers).toEqual([])
    await take({ c2: 1 })
    expect(payers).toEqual(['key_a'])
  })

  it('keep what is spent of a key whose limit is within what its payer has', async () => {
    await engine.write('keys', () =>
      ledger.writeSubAccount({ id: 'key_t', payer: 'key_a', creditLimit: 40 }),
    )
    expect(await give(1, 100, LAPTOP, 'key_t')).toBe(40)
    expect(await give(1, 1_000, SITE)).toBe(115)
    await take({ c1: 15 }, LAPTOP, 'key_t')
    expect(await ledger.balanceOf('key_t')).toEqual({ balance: 25, reserved: 25 })
    expect(await ledger.balanceOf('key_a')).toEqual({ balance: 485, reserved: 140 })
    const handedOver = engine.write('keys', () =>
      ledger.writeSubAccount({ id: 'key_u', payer: 'key_a', creditLimit: 1 }, 'key_t'),
    )
    await expect(handedOver).rejects.toMatchObject({ code: 'forbidden' })
    expect(await ledger.leases.end(LAPTOP, 'key_t')).toBe(25)
    expect(await ledger.balanceOf('key_t')).toEqual({ balance: 25, reserved: 0 })
    expect(await problems()).toEqual([])
  })

  it('are those of the payer alone where a team key has no limit', async () => {
    await engine.write('keys', () =>
      ledger.writeSubAccount({ id: 'key_t', payer: 'key_a', creditLimit: null }),
    )
    expect(await give(1, 1_000, LAPTOP, 'key_t')).toBe(125)
    await take({ c1: 25 }, LAPTOP, 'key_t')
    expect(await ledger.leases.end(LAPTOP, null)).toBe(100)
    expect(await ledger.subAccountOf('key_t')).toMatchObject({ spent: 25 })
    expect(await ledger.balanceOf('key_a')).toEqual({ balance: 475, reserved: 0 })
    expect(await problems()).toEqual([])
  })

  // Catches: a lease that the disk refused, with its row of the audit trail or without.
  it('stay here when what belongs to the lease cannot be written', async () => {
    const fail = function* (): Generator<never, void> {
      throw new Error('no')
    }
    const wanted = { instance: LAPTOP, keyId: 'key_a', name: 'Laptop', number: 1, credits: 100 }
    await expect(ledger.leases.give(wanted, fail)).rejects.toThrow('no')
    expect(await ledger.leases.holders()).toEqual([])
    expect(await ledger.balanceOf('key_a')).toEqual({ balance: 500, reserved: 0 })
    await give(1, 100)
    await expect(ledger.leases.end(LAPTOP, null, fail)).rejects.toThrow('no')
    expect(await ledger.balanceOf('key_a')).toEqual({ balance: 500, reserved: 100 })
    expect(await problems()).toEqual([])
  })

  it('go to fifty gateways of a key, and to one more when one of them has ended', async () => {
    const id = (n: number): string => `gw_${String(n).padStart(32, '0')}`
    for (let n = 0; n < 50; n++) expect(await give(1, 1, id(n))).toBe(1)
    await expect(give(1, 1, id(50))).rejects.toMatchObject({ code: 'forbidden' })
    expect(await give(2, 1, id(0))).toBe(1)
    await ledger.leases.end(id(1), 'key_a')
    expect(await give(1, 1, id(50))).toBe(1)
  })

  it('are not to be had under an id of a gateway of another key', async () => {
    await ledger.credit({ id: 'grant-b', account: 'key_b', kind: 'grant', credits: 500 })
    await give(1, 100)
    const answers = await Promise.allSettled([
      give(2, 1, LAPTOP, 'key_b'),
      take({ c1: 1 }, LAPTOP, 'key_b'),
      ledger.leases.end(LAPTOP, 'key_b'),
      ledger.leases.end(SITE, null),
    ])
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } })
    expect(await ledger.balanceOf('key_b')).toEqual({ balance: 500, reserved: 0 })
  })

  // Catches: requests that see the same credits, of which one lends what the other has lent or charged.
  it('never exceed what there is, whatever is asked at once', async () => {
    await engine.write('keys', () =>
      ledger.writeSubAccount({ id: 'key_t', payer: 'key_a', creditLimit: 300 }),
    )
    const calls = Array.from({ length: 60 }, async (_, at) => {
      const keyId = at % 2 === 0 ? 'key_a' : 'key_t'
      if (at % 3 === 0) {
        await ledger.reserve({ id: `c${at}`, account: keyId, credits: 20 })
        return await ledger.settle(`c${at}`, CALL)
      }
      const instance = `gw_${String(at % 10).padStart(32, keyId === 'key_a' ? 'a' : 'b')}`
      if (at % 3 === 1) return await give(1 + Math.floor(at / 30), 90, instance, keyId)
      return await take({ [`s${at}`]: 30 }, instance, keyId)
    })
    await Promise.allSettled(calls)
    expect(await problems()).toEqual([])
    for (const { id } of await ledger.leases.holders()) await ledger.leases.end(id, null)
    expect(await problems()).toEqual([])
    expect((await ledger.balanceOf('key_a')).reserved).toBe(0)
  })
})
