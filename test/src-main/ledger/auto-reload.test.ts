import { expect, it } from 'vitest'
import { AutoReload } from '../../../src-main/ledger/auto-reload.ts'
import { localPayments } from '../../../src-main/ledger/payment-provider.ts'
import { Purchases } from '../../../src-main/ledger/purchases.ts'
import { CALL, openWith, reserve } from '../../support/gateway/open-stores.ts'
import { waitUntil } from '../../support/wait-until.ts'

const ANN = { id: 'key_a', permissions: new Set<string>() }
const SETTINGS = { threshold: 1_000, credits: 2_000, enabled: true }

async function open(credits: number) {
  const stores = await openWith(credits)
  const { engine, ledger, clock } = stores
  const purchases = new Purchases({ engine, ledger, provider: localPayments })
  const bugs: unknown[] = []
  const autoReload = await AutoReload.open({
    ...{ engine, ledger, purchases, now: clock.now },
    buyerOf: (account) => (account === ANN.id ? ANN : null),
    report: (error) => bugs.push(error),
  })
  return { ...stores, purchases, autoReload, bugs }
}

it('buys once when it is switched on twice at the same moment', async () => {
  const { autoReload, purchases, ledger } = await open(5)
  const made = await Promise.all([autoReload.set('key_a', SETTINGS), autoReload.set('key_a', SETTINGS)])
  expect(made.filter((one) => one !== null)).toHaveLength(1)
  expect(await purchases.list('key_a', { limit: 9 })).toHaveLength(1)
  expect(ledger.lastKnown('key_a').balance).toBe(2_005)
})

it('buys once for charges that end together, by the balance as it is on disk', async () => {
  const stores = await open(1_005)
  const { autoReload, purchases, ledger, bugs } = stores
  expect(await autoReload.set('key_a', SETTINGS)).toBeNull()
  for (const id of ['c1', 'c2', 'c3']) reserve(stores, id)
  await Promise.all(['c1', 'c2', 'c3'].map((id) => ledger.settle(id, CALL)))
  await waitUntil(() => ledger.lastKnown('key_a').balance > 2_000, 'the purchase')
  expect(await purchases.list('key_a', { limit: 9 })).toHaveLength(1)
  expect(ledger.lastKnown('key_a').balance).toBe(2_996)
  expect(bugs).toEqual([])
})

it('is read again at the next start, and buys what the previous process did not', async () => {
  const { engine, autoReload, ledger, purchases, clock } = await open(1_500)
  await autoReload.set('key_a', SETTINGS)
  await ledger.credit({ id: 'more', account: 'key_b', kind: 'grant', credits: 1 })
  ledger.reserve({ id: 'big', account: 'key_a', credits: 600 })
  // The charge of a process that ends at once: its own auto-reload does not get to it.
  ledger.onCharge(() => undefined)
  await ledger.settle('big', CALL)
  const next = await AutoReload.open({
    ...{ engine, ledger, purchases, now: clock.now, report: (error: unknown) => expect(error).toBeNull() },
    buyerOf: () => ANN,
  })
  expect(await next.of('key_a')).toEqual(SETTINGS)
  await next.resume()
  expect(ledger.lastKnown('key_a').balance).toBe(2_900)
})
