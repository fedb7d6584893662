import { describe, expect, it } from 'vitest'
import { endGateway } from '../../../../src-main/ledger/postgres/gateway-row.ts'
import { closeCall } from '../../../../src-main/ledger/postgres/call-charge.ts'
import type { OpenedLedger } from '../../../../src-main/ledger/postgres/open-ledger.ts'
import { IdempotencyStore } from '../../../../src-main/storage/idempotency-store.ts'
import { ampleStorage, CALL } from '../../../support/gateway/open-stores.ts'
import { openGateways, verify } from '../../../support/postgres/postgres-gateways.ts'

const ID = { keyId: 'key_a', path: '/v1/x', idemKey: 'once' }
const ANSWER = { status: 200, headers: { a: 'b' }, body: '{"ok":true}' }

async function openStores(count: number) {
  const { gateways } = await openGateways(count, 100)
  const stores = gateways.map(
    ({ engine, ledger }) => new IdempotencyStore(engine, ampleStorage(), () => ledger.gateway),
  )
  const begin = (index: number, chargeId: string) =>
    stores[index % count]!.begin({ ...ID, fingerprint: 'f', chargeId, now: 1_000 })
  return { gateways, stores, begin }
}

async function charge({ ledger }: OpenedLedger, store: IdempotencyStore, id: string): Promise<number> {
  await ledger.reserve({ id, account: 'key_a', credits: 3 })
  return ledger.settle(id, CALL, () => store.finish({ ...ID, ...ANSWER }))
}

describe('a request with an Idempotency-Key at several gateways', () => {
  it('is one charge, also when 20 equal ones come to four gateways at once', async () => {
    const { gateways, stores, begin } = await openStores(4)
    const call = async (index: number): Promise<string> => {
      const begun = await begin(index, `charge_${index}`)
      if (begun.state === 'new') await charge(gateways[index % 4]!, stores[index % 4]!, begun.chargeId)
      return begun.state
    }
    const states = await Promise.all(Array.from({ length: 20 }, (_, index) => call(index)))
    expect(states.filter((state) => state === 'new')).toHaveLength(1)
    expect(await verify(gateways[0]!)).toMatchObject({ problems: [], entries: 2 })
    for (const index of [0, 1, 2, 3])
      expect(await begin(index, 'later')).toEqual({ state: 'replay', ...ANSWER })
  })

  it('is in progress while its gateway lives, and a mismatch with another body', async () => {
    const { stores, begin } = await openStores(2)
    expect(await begin(0, 'charge_1')).toEqual({ state: 'new', chargeId: 'charge_1' })
    expect(await begin(1, 'charge_2')).toEqual({ state: 'in_progress' })
    const other = { ...ID, fingerprint: 'other', chargeId: 'charge_3', now: 1_000 }
    expect(await stores[1]!.begin(other)).toEqual({ state: 'mismatch' })
    await stores[0]!.abandon(ID)
    expect(await begin(1, 'charge_4')).toEqual({ state: 'new', chargeId: 'charge_4' })
  })

  it('of a gateway that was taken for dead is taken over, and it can neither charge nor answer it', async () => {
    const { gateways, stores, begin } = await openStores(3)
    await begin(0, 'charge_1')
    const { ledger } = gateways[0]!
    await ledger.reserve({ id: 'charge_1', account: 'key_a', credits: 3 })
    await gateways[1]!.engine.write('gateway', () => endGateway(ledger.gateway, 1_000))
    const begun = await Promise.all([1, 2].map((index) => begin(index, `charge_${index}`)))
    expect(begun.map(({ state }) => state).toSorted()).toEqual(['in_progress', 'new'])
    expect(begun.find(({ state }) => state === 'new')).toMatchObject({
      chargeId: 'charge_1',
      wasLeft: true,
    })
    const late = ledger.settle('charge_1', CALL, () => stores[0]!.finish({ ...ID, ...ANSWER }))
    await expect(late).rejects.toMatchObject({ code: 'storage_unavailable' })
    const next = begun[0]?.state === 'new' ? 1 : 2
    expect(await charge(gateways[next]!, stores[next]!, 'charge_1')).toBe(97)
    expect(await verify(gateways[1]!)).toMatchObject({ problems: [], entries: 2 })
  })

  it('that was left without an answer is taken over while its gateway lives', async () => {
    const { stores, begin } = await openStores(2)
    await begin(0, 'charge_1')
    await stores[0]!.leave(ID)
    expect(await begin(1, 'charge_2')).toMatchObject({ state: 'new', chargeId: 'charge_1' })
    expect(await begin(0, 'charge_3')).toEqual({ state: 'in_progress' })
  })

  it('is charged under another id once its own is closed', async () => {
    const { gateways, stores, begin } = await openStores(1)
    await begin(0, 'charge_1')
    await charge(gateways[0]!, stores[0]!, 'charge_1')
    const { engine, ledger } = gateways[0]!
    const closed = { id: 'charge_1', account: 'key_a', sub: null, requestId: 'r', slug: 's', at: 1 }
    await engine.write('charge_1', () => closeCall({ ...closed, gateway: ledger.gateway }, true))
    const other = new IdempotencyStore(
      gateways[0]!.engine,
      ampleStorage(),
      () => gateways[0]!.ledger.gateway,
    )
    const again = await other.begin({ ...ID, fingerprint: 'f', chargeId: 'charge_2', now: 1_000 })
    expect(again).toEqual({ state: 'new', chargeId: 'charge_2' })
  })
})
