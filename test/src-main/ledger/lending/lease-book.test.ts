import { expect, it } from 'vitest'
import { verifyLedger } from '../../../../src-main/ledger/verify-ledger.ts'
import { grant, openStores, type Stores } from '../../../support/gateway/open-stores.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const INSTANCE = `gw_${'a'.repeat(32)}`
const WANTED = { instance: INSTANCE, keyId: 'key_a', name: 'Laptop', number: 1, credits: 100 }
const CHARGE = { id: 'c1', credits: 30, slug: 's', requestId: 'r' }

/** A hub that has lent 100 of 500 credits, of which 30 are spent. */
async function lending(dataDir = ':memory:'): Promise<Stores> {
  const stores = openStores(dataDir)
  await grant(stores, 'key_a', 500)
  await stores.ledger.leases.give(WANTED)
  await stores.ledger.leases.take('key_a', INSTANCE, [CHARGE])
  return stores
}

// Catches: a hub that lends its credits, starts again, and spends them itself.
it('what is leased stays reserved when the hub starts again', async () => {
  const dataDir = makeTempDir()
  const before = await lending(dataDir)
  before.close()
  const { ledger } = openStores(dataDir)
  expect(ledger.lastKnown('key_a')).toEqual({ balance: 470, reserved: 70 })
  expect(() => ledger.reserve({ id: 'c', account: 'key_a', credits: 401 })).toThrow('400 are left')
})

it('a lease that the disk refuses holds nothing', async () => {
  const { db, ledger } = openStores()
  await ledger.credit({ id: 'g', account: 'key_a', kind: 'grant', credits: 500 })
  db.exec(`CREATE TRIGGER full BEFORE INSERT ON instance BEGIN SELECT RAISE(ABORT, 'no'); END`)
  await expect(ledger.leases.give(WANTED)).rejects.toThrow('no')
  expect(ledger.lastKnown('key_a')).toEqual({ balance: 500, reserved: 0 })
})

it('a charge that the disk refuses takes no other with it, and is taken when it is sent again', async () => {
  const { db, ledger } = await lending()
  db.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON entry WHEN NEW.id GLOB '*:c3'
           BEGIN SELECT RAISE(ABORT, 'no'); END`)
  const charges = ['c2', 'c3'].map((id) => ({ ...CHARGE, id, credits: 5 }))
  await expect(ledger.leases.take('key_a', INSTANCE, charges)).rejects.toThrow('no')
  expect(ledger.lastKnown('key_a')).toEqual({ balance: 470, reserved: 70 })
  db.exec('DROP TRIGGER full')
  expect(await ledger.leases.take('key_a', INSTANCE, charges)).toMatchObject({ charged: 2, left: 60 })
  expect(ledger.lastKnown('key_a')).toEqual({ balance: 460, reserved: 60 })
})

const TAMPERINGS = {
  'more leased than there is': `UPDATE instance SET given = given + 1000`,
  'a lease that has spent less than its charges': `UPDATE instance SET spent = spent - 1`,
  'a lease that was taken out of another gateway': `UPDATE instance SET id = 'gw_b'`,
}

it('an honest hub adds up', async () => {
  expect(verifyLedger((await lending()).db).problems).toEqual([])
})

for (const [name, sql] of Object.entries(TAMPERINGS))
  it(`ledger verify finds ${name}`, async () => {
    const { db } = await lending()
    db.exec(sql)
    expect(verifyLedger(db).problems).toHaveLength(1)
  })
