import { runWork } from '../../../src-main/storage/sqlite/run-work.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { SqliteLedger } from '../../../src-main/ledger/sqlite-ledger.ts'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import { openSub, grant, openStores, type Stores } from '../../support/gateway/open-stores.ts'

const CALL = { requestId: 'req', slug: 'webhook-send', engine: 'real' } as const
/** A reason that does not fit into the pages that the database has. */
const LARGE = { ...CALL, slug: 'x'.repeat(20_000) }

let stores: Stores
beforeEach(async () => {
  stores = openStores()
  await grant(stores, 'key_a', 10)
})

const reserve = (id: string, account = 'key_a') => stores.ledger.reserve({ id, account, credits: 5 })

/** A call from which something has left. */
async function departed(id: string, account = 'key_a'): Promise<void> {
  reserve(id, account)
  await stores.ledger.depart(id, CALL)
}

/** The next process over the same data, after this one was killed. */
async function nextStart(): Promise<SqliteLedger> {
  const next = new SqliteLedger(stores.db, stores.commits, stores.clock.now)
  expect(await next.chargeDeparted()).toEqual([])
  expect(verifyLedger(stores.db).problems).toEqual([])
  expect(stores.db.prepare('SELECT count(*) FROM departure').pluck().get()).toBe(0)
  return next
}

const chargeOf = (ledger: SqliteLedger, id: string) => runWork(stores.db, ledger.chargeOf(id))

const chargesOf = async (ledger: SqliteLedger, account = 'key_a') =>
  (await ledger.entries(account, { limit: 10 }))
    .filter(({ kind }) => kind === 'charge')
    .map(({ id, credits, unanswered }) => [id, credits, unanswered])

/** Lets the database refuse a kind of change until the function that it returns is called. */
function refuse(change: string): () => void {
  stores.db.exec(`CREATE TEMP TRIGGER stuck BEFORE ${change} BEGIN SELECT RAISE(ABORT, 'stuck'); END`)
  return () => stores.db.exec('DROP TRIGGER stuck')
}

describe('a process that is killed after something has left', () => {
  it('has its call charged by the next start, once, with the reason', async () => {
    await departed('c1')
    for (let start = 0; start < 2; start++) {
      const next = await nextStart()
      expect(next.lastKnown('key_a')).toEqual({ balance: 5, reserved: 0 })
      expect(await chargesOf(next)).toEqual([['c1', -5, 'killed']])
      expect(await next.entries('key_a', { limit: 1 })).toMatchObject([
        { requestId: 'req', slug: 'webhook-send' },
      ])
      expect([chargeOf(next, 'c1'), chargeOf(next, 'c2')]).toEqual([5, null])
    }
  })

  it('has the rest charged of a call whose earlier attempt paid a part', async () => {
    const again = () => stores.ledger.reserve({ id: 'c1', account: 'key_a', credits: 5, hasParts: true })
    again()
    await stores.ledger.settlePart('c1', 2, { ...CALL, unanswered: 'step_failed' })
    again()
    await stores.ledger.depart('c1', CALL)
    for (let start = 0; start < 2; start++) {
      const next = await nextStart()
      expect([chargeOf(next, 'c1'), next.lastKnown('key_a')]).toEqual([5, { balance: 5, reserved: 0 }])
    }
  })

  it('has a call charged that spent all that was left', async () => {
    await Promise.all([departed('c1'), departed('c2')])
    expect((await nextStart()).lastKnown('key_a')).toEqual({ balance: 0, reserved: 0 })
  })

  it('has the call of a team key charged to its payer, and counted against its own limit', async () => {
    openSub(stores, { id: 'key_team', payer: 'key_a', creditLimit: 5 })
    await departed('c1', 'key_team')
    const next = await nextStart()
    expect(await next.subAccountOf('key_team')).toMatchObject({ spent: 5 })
    expect(next.lastKnown('key_a').balance).toBe(5)
    expect(await chargesOf(next, 'key_team')).toEqual([['c1', -5, 'killed']])
  })

  // Catches: a repetition under a charge that was paid already, charged again.
  it('has a repetition of a paid call charged nothing more', async () => {
    reserve('c1')
    await stores.ledger.settle('c1', CALL)
    await departed('c1')
    expect((await nextStart()).lastKnown('key_a')).toEqual({ balance: 5, reserved: 0 })
  })

  it('has a repetition of a paid call charged what its price rose by', async () => {
    reserve('c1')
    await stores.ledger.settle('c1', CALL)
    stores.ledger.reserve({ id: 'c1', account: 'key_a', credits: 7 })
    await stores.ledger.depart('c1', CALL)
    for (let start = 0; start < 2; start++) {
      const next = await nextStart()
      expect([chargeOf(next, 'c1'), next.lastKnown('key_a')]).toEqual([7, { balance: 3, reserved: 0 }])
    }
  })

  it('leaves nothing to charge of calls from which nothing has left', async () => {
    reserve('c1')
    expect((await nextStart()).lastKnown('key_a')).toEqual({ balance: 10, reserved: 0 })
  })
})

describe('a call from which something has left', () => {
  it('is charged once when it is settled', async () => {
    await departed('c1')
    await stores.ledger.settle('c1', CALL)
    expect(await chargesOf(await nextStart())).toEqual([['c1', -5, null]])
  })

  it.each([[CALL], [undefined]])('is free when it is released: %j', async (refund) => {
    await departed('c1')
    expect(await stores.ledger.release('c1', refund)).toBe(10)
    expect((await nextStart()).lastKnown('key_a')).toEqual({ balance: 10, reserved: 0 })
  })

  // Catches: a row that reaches the disk after the call that wrote it has ended.
  it('is free when it is released while its row is still on its way', async () => {
    reserve('c1')
    const marked = stores.ledger.depart('c1', CALL)
    await Promise.all([marked, stores.ledger.release('c1')])
    expect((await nextStart()).lastKnown('key_a').balance).toBe(10)
  })

  it('cannot be marked once it is ending', async () => {
    reserve('c1')
    const ending = stores.ledger.release('c1', CALL)
    await expect(stores.ledger.depart('c1', CALL)).rejects.toThrow('already being settled or released')
    await ending
  })
})

describe('a repetition of a call that was charged', () => {
  // Catches: a charge that is written again, and needs the credits once more before it is recognised.
  it('is not charged again by the next start, also on an empty account', async () => {
    for (const id of ['c1', 'c2']) {
      reserve(id)
      await stores.ledger.settle(id, CALL)
    }
    await departed('c1')
    expect((await nextStart()).lastKnown('key_a')).toEqual({ balance: 0, reserved: 0 })
  })
})

describe('a disk that is full', () => {
  it('refuses the mark, and then nothing is charged', async () => {
    reserve('c1')
    stores.db.pragma(`max_page_count = ${Number(stores.db.pragma('page_count', { simple: true }))}`)
    await expect(stores.ledger.depart('c1', LARGE)).rejects.toMatchObject({ code: 'storage_full' })
    stores.db.pragma('max_page_count = 1000000')
    await stores.ledger.release('c1')
    expect((await nextStart()).lastKnown('key_a')).toEqual({ balance: 10, reserved: 0 })
  })

  // Catches: a caller who was told that nothing is charged, charged by the next start.
  it.each(['settle', 'release'] as const)(
    'keeps no row of a call that ended free because of it, once anything is written again: %s',
    async (end) => {
      await departed('c1')
      const free = refuse('DELETE ON departure')
      await expect(stores.ledger[end]('c1', CALL)).rejects.toThrow('stuck')
      // The row is tried once more, in vain.
      await stores.commits.enqueue(() => undefined)
      // As long as the next start would charge it, nothing else may spend its credits.
      expect(stores.ledger.lastKnown('key_a')).toEqual({ balance: 10, reserved: 5 })
      free()
      await departed('c2')
      await stores.ledger.release('c2')
      expect(stores.ledger.lastKnown('key_a')).toEqual({ balance: 10, reserved: 0 })
      expect((await nextStart()).lastKnown('key_a').balance).toBe(10)
    },
  )

  it('keeps the row of its repetition, from which something has left, whatever else departs with it', async () => {
    await departed('c1')
    const free = refuse('DELETE ON departure')
    await expect(stores.ledger.settle('c1', CALL)).rejects.toThrow('stuck')
    await stores.commits.enqueue(() => undefined)
    free()
    reserve('c1')
    const again = stores.ledger.depart('c1', CALL)
    stores.ledger.reserve({ id: 'c2', account: 'key_a', credits: 0 })
    await Promise.all([again, stores.ledger.depart('c2', CALL)])
    expect(await chargesOf(await nextStart())).toContainEqual(['c1', -5, 'killed'])
  })

  it('removes that row at once if only the charge was refused', async () => {
    await departed('c1')
    const failed = stores.ledger.settle('c1', CALL, function* () {
      throw new Error('injected')
    })
    await expect(failed).rejects.toThrow('injected')
    await stores.commits.enqueue(() => undefined)
    expect((await nextStart()).lastKnown('key_a').balance).toBe(10)
  })

  it('keeps the credits of a caller who left reserved, and the next start charges them', async () => {
    await departed('c1')
    const free = refuse('INSERT ON entry')
    const left = stores.ledger.settle('c1', { ...CALL, unanswered: 'left' })
    await expect(left).rejects.toThrow('stuck')
    expect(stores.ledger.lastKnown('key_a')).toEqual({ balance: 10, reserved: 5 })
    free()
    // A repetition of the same call does not free them.
    reserve('c1')
    await stores.ledger.release('c1')
    expect(stores.ledger.lastKnown('key_a')).toEqual({ balance: 10, reserved: 5 })
    expect((await nextStart()).lastKnown('key_a')).toEqual({ balance: 5, reserved: 0 })
  })

  it('keeps the credits reserved that a start cannot charge, and says why', async () => {
    await departed('c1')
    const next = new SqliteLedger(stores.db, stores.commits, stores.clock.now)
    const free = refuse('INSERT ON entry')
    expect(await next.chargeDeparted()).toMatchObject([{ message: 'stuck' }])
    expect(next.lastKnown('key_a')).toEqual({ balance: 10, reserved: 5 })
    free()
    expect((await nextStart()).lastKnown('key_a')).toEqual({ balance: 5, reserved: 0 })
  })
})
