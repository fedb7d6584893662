import { describe, expect, it } from 'vitest'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { SqliteEngine } from '../../../src-main/storage/sqlite/sqlite-engine.ts'
import { IdempotencyStore } from '../../../src-main/storage/idempotency-store.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { ForgetfulDisk } from '../../support/disk/forgetful-disk.ts'
import { ampleStorage, openStores, type Stores } from '../../support/gateway/open-stores.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { waitUntil } from '../../support/wait-until.ts'

const ID = { keyId: 'key_a', path: '/v1/text-word-count', idemKey: 'once' }
const ANSWER = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' }
const DAY_MS = 86_400_000

function open(dataDir?: string) {
  const stores = openStores(dataDir)
  const store = new IdempotencyStore(stores.engine, stores.stored)
  const begin = (change: Partial<Parameters<IdempotencyStore['begin']>[0]> = {}) =>
    store.begin({ ...ID, fingerprint: 'f', chargeId: 'charge_1', now: stores.clock.time, ...change })
  const finish = (answer = ANSWER, id = ID): Promise<void> =>
    stores.engine.write('key_a', () => store.finish({ ...id, ...answer }))
  return { ...stores, store, begin, finish }
}

describe('IdempotencyStore', () => {
  it('lets one of 20 simultaneous requests run', async () => {
    const { begin } = open()
    const states = (await Promise.all(Array.from({ length: 20 }, () => begin()))).map(({ state }) => state)
    expect(states.filter((state) => state === 'new')).toHaveLength(1)
    expect(states.filter((state) => state === 'in_progress')).toHaveLength(19)
  })

  it('is on disk before the call may run', async () => {
    const { begin, db } = open()
    const started = begin()
    expect(db.prepare('SELECT count(*) FROM idempotency').pluck().get()).toBe(0)
    await started
    expect(db.inTransaction).toBe(false)
    expect(db.prepare('SELECT charge_id FROM idempotency').pluck().all()).toEqual(['charge_1'])
  })

  it('replays the first answer to every repetition, 20 at once as well', async () => {
    const { begin, finish } = open()
    await begin()
    await finish()
    const again = await Promise.all(Array.from({ length: 20 }, () => begin({ chargeId: 'charge_2' })))
    for (const result of again) expect(result).toEqual({ state: 'replay', ...ANSWER })
  })

  it('replays no answer whose charge a power cut could still take back', async () => {
    const db = openDatabase(makeTempDir())
    const disk = new ForgetfulDisk(db)
    const commits = new GroupCommit(db, { disk })
    const engine = new SqliteEngine(db, commits)
    const store = new IdempotencyStore(engine, ampleStorage())
    const begin = () => store.begin({ ...ID, fingerprint: 'f', chargeId: 'c', now: 0 })
    const synced = async (): Promise<void> => {
      await waitUntil(() => disk.isBusy, 'a sync')
      disk.confirm()
    }
    await Promise.all([begin(), synced()])
    const finished = engine.write('key_a', () => store.finish({ ...ID, ...ANSWER }))
    commits.flush()
    let replayed = false
    const again = begin().then(() => (replayed = true))
    await new Promise(setImmediate)
    expect(replayed).toBe(false)
    await Promise.all([synced().then(synced), again, finished])
    commits.close()
    db.close()
  })

  it('refuses another body under the same key, running or finished', async () => {
    const { begin, finish } = open()
    await begin()
    expect(await begin({ fingerprint: 'g' })).toEqual({ state: 'mismatch' })
    await finish()
    expect(await begin({ fingerprint: 'g' })).toEqual({ state: 'mismatch' })
  })

  it('keeps API keys, paths and idempotency keys apart', async () => {
    const { begin, finish } = open()
    await begin()
    await finish()
    for (const other of [
      { keyId: 'key_b' },
      { path: '/v1/other' },
      { idemKey: 'twice' },
      { keyId: '["key_a"]' },
    ])
      expect(await begin(other)).toMatchObject({ state: 'new' })
  })

  it('lets a failed request be sent again', async () => {
    const { begin, store } = open()
    await begin()
    await store.abandon(ID)
    expect(await begin({ chargeId: 'charge_2', fingerprint: 'g' })).toEqual({
      state: 'new',
      chargeId: 'charge_2',
    })
  })

  it('lets no repetition take over the charge id of a request that is being abandoned', async () => {
    const { begin, store } = open()
    await begin()
    const abandoned = store.abandon(ID)
    expect(await begin({ chargeId: 'charge_2' })).toEqual({ state: 'in_progress' })
    await abandoned
    expect(await begin({ chargeId: 'charge_2' })).toEqual({ state: 'new', chargeId: 'charge_2' })
  })

  it('keeps an answer that was finished before it is abandoned', async () => {
    const { begin, finish, store } = open()
    await begin()
    await finish()
    await store.abandon(ID)
    expect(await begin()).toMatchObject({ state: 'replay' })
  })

  it('gives a request that a dead process left running its first charge id again', async () => {
    const folder = makeTempDir()
    const first = open(folder)
    await first.begin()
    first.close()
    const second = open(folder)
    expect(await second.begin({ fingerprint: 'g' })).toEqual({ state: 'mismatch' })
    expect(await second.begin({ chargeId: 'charge_2' })).toEqual({
      state: 'new',
      chargeId: 'charge_1',
      wasLeft: true,
    })
    expect(await second.begin()).toEqual({ state: 'in_progress' })
    await second.finish()
    expect(await second.begin()).toMatchObject({ state: 'replay' })
  })

  it('keeps the answer and the charge together: a failed settlement leaves neither', async () => {
    const { begin, store, ledger } = open()
    await ledger.credit({ id: 'g', account: 'key_a', kind: 'grant', credits: 10 })
    await begin()
    ledger.reserve({ id: 'charge_1', account: 'key_a', credits: 3 })
    const settled = ledger.settle('charge_1', { requestId: 'r', slug: 's' }, function* () {
      yield* store.finish({ ...ID, ...ANSWER })
      throw new Error('disk')
    })
    await expect(settled).rejects.toThrow('disk')
    expect(ledger.lastKnown('key_a').balance).toBe(10)
    expect(await begin({ chargeId: 'charge_2' })).toMatchObject({ state: 'new', chargeId: 'charge_1' })
  })

  it('forgets a call whose row the disk refuses, instead of staying "in progress" for ever', async () => {
    const { begin, db } = open()
    const full = (stores: Pick<Stores, 'db'>): void => {
      stores.db.pragma(`max_page_count = ${Number(stores.db.pragma('page_count', { simple: true }))}`)
    }
    full({ db })
    const long = { fingerprint: 'f'.repeat(100_000) }
    await expect(begin(long)).rejects.toMatchObject({ code: 'storage_full' })
    db.pragma('max_page_count = 1000000')
    expect(await begin(long)).toMatchObject({ state: 'new' })
  })

  it('forgets after 24 hours, not a millisecond earlier, and clears the disk', async () => {
    const { begin, finish, clock, db } = open()
    await begin()
    await finish()
    clock.time += DAY_MS - 1
    expect(await begin()).toMatchObject({ state: 'replay' })
    clock.time += 1
    expect(await begin({ fingerprint: 'g', chargeId: 'charge_2' })).toEqual({
      state: 'new',
      chargeId: 'charge_2',
    })
    clock.time += DAY_MS + 120_000
    await begin({ idemKey: 'other' })
    expect(db.prepare('SELECT idem_key FROM idempotency').pluck().all()).toEqual(['other'])
  })

  it('forgets the oldest answers of a key when they take more than 64 MiB', async () => {
    const { begin, finish } = open()
    const body = 'x'.repeat(20 * 1024 * 1024)
    for (const idemKey of ['1', '2', '3', '4']) {
      await begin({ idemKey })
      await finish({ ...ANSWER, body }, { ...ID, idemKey })
    }
    expect(await begin({ idemKey: '1' })).toMatchObject({ state: 'new' })
    expect(await begin({ idemKey: '2' })).toMatchObject({ state: 'replay' })
    expect(await begin({ idemKey: '4' })).toMatchObject({ state: 'replay' })
  })

  it('keeps a request that still runs, however much its key stores meanwhile', async () => {
    const { begin, finish, engine } = open()
    await begin({ idemKey: 'running', chargeId: 'charge_of_running' })
    const body = 'x'.repeat(20 * 1024 * 1024)
    for (const idemKey of ['1', '2', '3', '4']) {
      await begin({ idemKey })
      await finish({ ...ANSWER, body }, { ...ID, idemKey })
    }
    // As after a crash: another process finds the row, and charges under the same id.
    const next = new IdempotencyStore(engine, ampleStorage())
    const again = { ...ID, idemKey: 'running', fingerprint: 'f', chargeId: 'another', now: 0 }
    expect(await next.begin(again)).toMatchObject({ state: 'new', chargeId: 'charge_of_running' })
  })

  it('gives each repetition the part that was kept, under the first charge id, also after a crash', async () => {
    const { begin, store, finish, engine, db, clock } = open()
    await begin()
    await engine.write('key_a', () => store.keepPart(ID, 'half'))
    const again = { state: 'new', chargeId: 'charge_1', part: 'half' }
    expect(await begin({ chargeId: 'charge_2' })).toEqual(again)
    expect(await begin({ chargeId: 'charge_2' })).toEqual({ state: 'in_progress' })
    const next = new IdempotencyStore(engine, ampleStorage())
    const request = { ...ID, fingerprint: 'f', chargeId: 'charge_3', now: clock.time }
    expect(await next.begin(request)).toEqual(again)
    await finish()
    expect(await next.begin({ ...request, idemKey: 'other' })).toEqual({
      state: 'new',
      chargeId: 'charge_3',
    })
    await store.leave(ID)
    expect(await begin()).toEqual({ state: 'replay', ...ANSWER })
    expect(db.prepare('SELECT sum(bytes) FROM idempotency').pluck().get()).toBe(
      db.prepare('SELECT bytes FROM idempotency_usage').pluck().get(),
    )
  })

  it('refuses an empty key, and one that is too long', async () => {
    const { begin } = open()
    await expect(begin({ idemKey: '' })).rejects.toMatchObject({ code: 'validation_error' })
    await expect(begin({ idemKey: 'x'.repeat(256) })).rejects.toMatchObject({ code: 'validation_error' })
  })

  it('treats finishing what never began as a fault', async () => {
    const { finish } = open()
    await expect(finish()).rejects.toThrow('not running')
  })
})
