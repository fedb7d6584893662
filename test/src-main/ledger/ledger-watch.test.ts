import { afterEach, describe, expect, it } from 'vitest'
import { watchLedger } from '../../../src-main/instance/watch-ledger.ts'
import type { LedgerWatch } from '../../../src-main/ledger/ledger-watch.ts'
import { readPlace } from '../../../src-main/ledger/ledger-sums.ts'
import { Readiness } from '../../../src-main/ledger/readiness.ts'
import { verifySincePlace } from '../../../src-main/ledger/verify-ledger.ts'
import { CALL, grant, openStores, reserve, type Stores } from '../../support/gateway/open-stores.ts'
import { waitUntil } from '../../support/wait-until.ts'

let watch: LedgerWatch | undefined
afterEach(() => watch?.close())

/** A watch whose rests end when the test says so, as a restarted gateway would begin it. */
function beginWatch({ db, commits, engine, ledger, clock }: Stores) {
  const resting: (() => void)[] = []
  const bugs: string[] = []
  const readiness = new Readiness(engine, async () => {}, clock.now)
  const services = { commits, ledger, readiness, reportBug: (bug: unknown) => bugs.push(String(bug)) }
  const begun = watchLedger(db, verifySincePlace(db), services, {
    rest: (_ms, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('The watch was closed')))
        resting.push(resolve)
      }),
  })
  watch = begun
  /** Lets the watch do its work up to its next rest. */
  const goOn = async (): Promise<void> => {
    await waitUntil(() => resting.length > 0, 'the watch rests')
    resting.shift()!()
  }
  return { watch: begun, readiness, bugs, goOn, isResting: () => resting.length > 0 }
}

async function charge(stores: Stores, id: string): Promise<void> {
  reserve(stores, id)
  await stores.ledger.settle(id, CALL)
}

async function usedLedger(calls = 3): Promise<Stores> {
  const stores = openStores()
  await grant(stores, 'key_a', 10_000)
  for (let call = 0; call < calls; call++) await charge(stores, `c${call}`)
  return stores
}

// What the guards of the tables refuse; every sum but that of the first entries stays as it was.
const OLD_ENTRY = `DROP TRIGGER entry_is_never_updated;
  UPDATE entry SET credits = -1 WHERE id = 'c0'; UPDATE entry SET credits = -5 WHERE id = 'c1'`

describe('the watch over a ledger', () => {
  it('notes how far the ledger is verified, and the next start begins there', async () => {
    const stores = await usedLedger()
    const { goOn } = beginWatch(stores)
    expect(readPlace(stores.db)).toBeNull()
    await goOn()
    await waitUntil(() => readPlace(stores.db)?.seq === 4, 'the place is noted')
    expect(verifySincePlace(stores.db)).toMatchObject({ isWhole: false, verdict: { ok: true, entries: 0 } })

    await charge(stores, 'later')
    await goOn()
    await waitUntil(() => readPlace(stores.db)?.seq === 5, 'the place is noted')
  })

  it('notes it once more as the gateway stops', async () => {
    const stores = await usedLedger()
    const { watch } = beginWatch(stores)
    await charge(stores, 'last')
    watch.close()
    stores.commits.flush()
    expect(readPlace(stores.db)?.seq).toBe(5)
    expect(verifySincePlace(stores.db)).toMatchObject({ isWhole: false, verdict: { ok: true, entries: 0 } })
  })

  it('finds an old entry that was changed, says so, and ends charging; the next start refuses', async () => {
    const stores = await usedLedger()
    const first = beginWatch(stores)
    first.watch.close()
    stores.commits.flush()
    stores.db.exec(OLD_ENTRY)

    const second = beginWatch(stores)
    await second.readiness.check()
    expect(second.bugs).toEqual([])
    await charge(stores, 'later')
    await second.goOn()
    await waitUntil(() => second.bugs.length > 0, 'the fault is reported')
    expect(second.bugs).toEqual([expect.stringContaining('Entry 2 of key_a says 9997')])
    await expect(second.readiness.check()).rejects.toThrow('does not add up')
    stores.clock.time += 60_000
    await expect(second.readiness.check()).rejects.toThrow('does not add up')
    expect(() => reserve(stores, 'another')).toThrow('does not add up')
    await waitUntil(() => readPlace(stores.db) === null, 'the place is forgotten')
    expect(verifySincePlace(stores.db)).toMatchObject({ isWhole: true, verdict: { ok: false } })

    second.watch.close()
    stores.commits.flush()
    expect(readPlace(stores.db)).toBeNull()
  })

  it('finds what is changed while it follows the calls', async () => {
    const stores = await usedLedger()
    const { goOn, bugs } = beginWatch(stores)
    await goOn()
    await waitUntil(() => readPlace(stores.db) !== null, 'the place is noted')
    await charge(stores, 'later')
    stores.db.exec(`UPDATE account SET balance = balance + 1`)
    await goOn()
    await waitUntil(() => bugs.length > 0, 'the fault is reported')
    expect(bugs[0]).toContain('The balance of key_a is 9989')
  })

  it('rests after each slice of a long ledger, and calls go on in between', async () => {
    const stores = await usedLedger(1_200)
    const first = beginWatch(stores)
    first.watch.close()
    stores.commits.flush()
    const { goOn, isResting, bugs } = beginWatch(stores)
    // The rest before the whole check, then one after each of two full slices of 500.
    for (let slice = 0; slice < 3; slice++) {
      await goOn()
      await waitUntil(isResting, 'the watch rests')
      await charge(stores, `between${slice}`)
    }
    await goOn()
    await waitUntil(() => readPlace(stores.db)?.seq === 1_204, 'the place is noted')
    expect(bugs).toEqual([])
  })

  it('ends in the middle of a long ledger, without a word about it', async () => {
    const stores = await usedLedger(1_200)
    const first = beginWatch(stores)
    first.watch.close()
    stores.commits.flush()
    const { goOn, isResting, watch, bugs } = beginWatch(stores)
    await goOn()
    await waitUntil(isResting, 'the watch rests')
    watch.close()
    await new Promise((resolve) => setImmediate(resolve))
    expect(bugs).toEqual([])
  })
})
