import { describe, expect, it } from 'vitest'
import { localPayments, type PaymentProvider } from '../../../src-main/ledger/payment-provider.ts'
import { Purchases } from '../../../src-main/ledger/purchases.ts'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import { openStores } from '../../support/gateway/open-stores.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { waitUntil } from '../../support/wait-until.ts'

const ANN = { id: 'key_a', permissions: new Set<string>() }
const OWNER = { id: 'key_owner', permissions: new Set(['admin']) }
const DAY_MS = 86_400_000

function open(provider: PaymentProvider = localPayments, dataDir?: string) {
  const stores = openStores(dataDir)
  const purchases = new Purchases({ ...stores, provider })
  const buy = (credits: number, account = ANN) =>
    purchases.buy({ account, credits, now: stores.clock.time })
  const balance = (): number => stores.ledger.lastKnown('key_a').balance
  return { ...stores, purchases, buy, balance }
}

describe('buying', () => {
  it('adds the credits and says what they cost', async () => {
    const { buy, ledger } = open()
    const answer = await buy(2_500)
    expect(answer).toEqual({
      status: 'completed',
      credits_added: 2_500,
      balance: 2_500,
      amount_usd: '2.5',
      purchase_id: expect.stringMatching(/^pur_[0-9a-f]{16}$/),
    })
    expect(await ledger.entries('key_a', { limit: 9 })).toMatchObject([
      { id: answer.purchase_id, kind: 'purchase', credits: 2_500, balanceAfter: 2_500 },
    ])
  })

  it('refuses sums that cannot be bought', async () => {
    const { buy, balance } = open()
    for (const credits of [0, 999, -1_000, 1_000.5, NaN, Infinity, 1e12])
      await expect(buy(credits)).rejects.toMatchObject({ code: 'validation_error', status: 400 })
    expect(balance()).toBe(0)
  })

  // Catches: a process that dies between buying and saving the answer lets the caller's repetition buy again.
  it('buys an order once, however often it is repeated, and whatever its outcome', async () => {
    const { purchases, balance, clock } = open()
    const order = { account: ANN, credits: 9_000, now: clock.time, orderId: 'order-1' }
    const first = await purchases.buy(order)
    expect(await purchases.buy(order)).toEqual(first)
    expect(balance()).toBe(9_000)

    const waiting = { ...order, orderId: 'order-2' }
    const { purchase_id } = await purchases.buy(waiting)
    expect(await purchases.buy(waiting)).toMatchObject({ status: 'pending', purchase_id })
    await purchases.decline(purchase_id, clock.time)
    await expect(purchases.buy(waiting)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await purchases.list(ANN.id, { limit: 9 })).toHaveLength(2)
  })

  it('holds simultaneous purchases together to the allowance of 10,000', async () => {
    const { buy, balance } = open()
    const answers = await Promise.all(Array.from({ length: 5 }, () => buy(4_000)))
    expect(answers.map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'pending',
      'pending',
      'pending',
    ])
    expect(answers[2]).toMatchObject({ credits_added: 0, amount_usd: '4' })
    expect(balance()).toBe(8_000)
    expect(await buy(2_000)).toMatchObject({ status: 'completed', balance: 10_000 })
  })

  it('renews the allowance after 30 days, for each key separately', async () => {
    const { buy, clock } = open()
    await buy(10_000)
    expect(await buy(1_000, { ...ANN, id: 'key_b' })).toMatchObject({ status: 'completed' })
    clock.time += 30 * DAY_MS - 1
    expect(await buy(1_000)).toMatchObject({ status: 'pending' })
    clock.time += 1
    expect(await buy(10_000)).toMatchObject({ status: 'completed' })
  })

  it('asks nobody when the owner buys', async () => {
    const { buy } = open()
    expect(await buy(1_000_000, OWNER)).toMatchObject({ status: 'completed', balance: 1_000_000 })
    expect(await buy(1_000_000, OWNER)).toMatchObject({ status: 'completed', balance: 2_000_000 })
  })

  it('lets no key fill the list that waits for the owner', async () => {
    const { buy, purchases } = open()
    for (let i = 0; i < 10; i++) await buy(20_000)
    await expect(buy(20_000)).rejects.toMatchObject({ code: 'validation_error' })
    expect(await purchases.pending()).toHaveLength(10)
  })
})

describe('approval', () => {
  it('completes a pending purchase once and does not use up the allowance', async () => {
    const { buy, purchases, balance } = open()
    const { purchase_id } = await buy(50_000)
    expect(await purchases.pending()).toMatchObject([
      { id: purchase_id, account: 'key_a', credits: 50_000 },
    ])
    const twice = await Promise.allSettled([
      purchases.approve(purchase_id, 1),
      purchases.approve(purchase_id, 1),
    ])
    expect(twice).toMatchObject([
      { status: 'fulfilled', value: { status: 'completed', balance: 50_000 } },
      { status: 'rejected', reason: { code: 'not_found' } },
    ])
    expect(await buy(10_000)).toMatchObject({ status: 'completed' })
    expect(balance()).toBe(60_000)
    expect(await purchases.pending()).toEqual([])
  })

  it('cannot complete a purchase that was declined', async () => {
    const { buy, purchases, balance } = open()
    const { purchase_id } = await buy(50_000)
    await purchases.decline(purchase_id, 1)
    await expect(purchases.approve(purchase_id, 2)).rejects.toMatchObject({ code: 'not_found' })
    await expect(purchases.decline(purchase_id, 2)).rejects.toMatchObject({ code: 'not_found' })
    expect(balance()).toBe(0)
  })
})

describe('a payment', () => {
  it('that is refused adds nothing and gives the allowance back', async () => {
    let refuses = true
    const provider: PaymentProvider = {
      name: 'card',
      pay: ({ purchaseId }) =>
        refuses ? Promise.reject(new Error('no cover')) : Promise.resolve({ reference: purchaseId }),
    }
    const { buy, balance } = open(provider)
    await expect(buy(10_000)).rejects.toThrow('refused purchase')
    expect(balance()).toBe(0)
    refuses = false
    expect(await buy(10_000)).toMatchObject({ status: 'completed', balance: 10_000 })
  })

  it('is completed once at the next start if the process died meanwhile', async () => {
    const folder = makeTempDir()
    const paid = new Set<string>()
    const provider: PaymentProvider = {
      name: 'card',
      pay: ({ purchaseId }) => {
        paid.add(purchaseId)
        return paid.size === 1 && !restarted
          ? new Promise(() => undefined)
          : Promise.resolve({ reference: 'r' })
      },
    }
    let restarted = false
    const first = open(provider, folder)
    void first.buy(5_000)
    await waitUntil(() => paid.size === 1, 'the payment began')
    first.close()
    restarted = true
    const second = open(provider, folder)
    expect(await second.purchases.resume(1)).toEqual([])
    expect(await second.purchases.resume(2)).toEqual([])
    expect(second.balance()).toBe(5_000)
    expect(paid.size).toBe(1)
    expect(verifyLedger(second.db)).toMatchObject({ ok: true, entries: 1 })
  })
})
