import type { Database } from 'better-sqlite3'
import Sqlite from 'better-sqlite3'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FileStore } from '../../../../src-main/files/file-store.ts'
import { SessionMemoryStore } from '../../../../src-main/memory/session-memory.ts'
import { BatchStore } from '../../../../src-main/storage/batch-store.ts'
import { IdempotencyStore } from '../../../../src-main/storage/idempotency-store.ts'
import { JobStore } from '../../../../src-main/storage/jobs/job-store.ts'
import { migrate } from '../../../../src-main/storage/migrate.ts'
import { MIGRATIONS } from '../../../../src-main/storage/migrations.ts'
import { limits } from '../../../../src-main/storage/migrations/020-limits.ts'
import { openDatabase } from '../../../../src-main/storage/open-database.ts'
import { StoredData, type Standing } from '../../../../src-main/storage/quota/stored-data.ts'
import { randomOf } from '../../../crash/crash-load.ts'
import { atOnce, joining } from '../../../support/gateway/at-once.ts'
import { openStores } from '../../../support/gateway/open-stores.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const MIB = 1024 * 1024
const TABLES = [
  'memory',
  'memory_version',
  'memory_counter',
  'memory_message',
  'idempotency',
  'job',
  'batch',
  'file',
]

const sumOf = (db: Database) =>
  TABLES.reduce(
    (sum, table) => sum + Number(db.prepare(`SELECT coalesce(sum(bytes), 0) FROM ${table}`).pluck().get()),
    0,
  )

function open(limit = 800, standing: Standing = 'known') {
  const stores = openStores()
  const rules = { limit, standing }
  const data = new StoredData({ limit: () => rules.limit, standingOf: () => rules.standing })
  const { db, clock, engine } = stores
  return {
    ...stores,
    rules,
    stored: atOnce(db, data),
    memory: atOnce(db, new SessionMemoryStore(joining(db), clock.now, data)),
    jobs: atOnce(db, new JobStore(clock.now, data)),
    batches: new BatchStore(joining(db), clock.now, data),
    files: new FileStore(joining(db), clock.now, data),
    idempotency: new IdempotencyStore(engine, data),
  }
}

const PATH = '/v1/x'
const ANSWER = { status: 200, headers: {} }
type Opened = ReturnType<typeof open>

/** Everything that a store can do, with texts of random lengths. */
const ACTS: readonly ((opened: Opened, key: string, random: () => number) => unknown)[] = [
  ({ memory }, key, random) =>
    memory.forKey(key).set({
      namespace: 'n',
      key: `k${Math.floor(random() * 5)}`,
      value: 'x'.repeat(random() * 500),
      ...(random() < 0.3 ? { ttlSeconds: 60 } : {}),
    }),
  ({ memory }, key, random) => memory.forKey(key).delete('n', `k${Math.floor(random() * 5)}`),
  ({ memory }, key, random) =>
    memory.forKey(key).queues.push({ queue: 'q', value: 'x'.repeat(random() * 99), delaySeconds: 0 }),
  ({ memory }, key, random) =>
    memory.forKey(key).queues.pop({ queue: 'q', lease: `${random()}`, leaseSeconds: 0 }),
  ({ memory }, key, random) =>
    memory.forKey(key).counters.add({ name: `c${random()}`, by: 1, ttlSeconds: 9 }),
  ({ jobs }, keyId, random) =>
    jobs.insert({
      ...{ id: `j${random()}`, keyId, slug: 's', chargeId: 'c', requestId: 'r' },
      call: 'x'.repeat(random() * 999),
    }),
  ({ jobs }, _key, random) => {
    const [next] = jobs.open()
    if (next)
      jobs.finish(next.id, { status: 'completed', envelope: 'x'.repeat(random() * 2_000), credits: 1 })
  },
  ({ batches }, key, random) =>
    batches.create(key, {
      ...{ id: `b${random()}`, name: 'n', source: 's' },
      options: { retry_once: false, floor: null },
    }),
  async ({ batches }, key, random) => {
    const [batch] = await batches.list(key)
    const row = {
      position: Math.floor(random() * 9),
      slug: 's',
      label: 'l',
      cells: null,
      input: 'x'.repeat(random() * 99),
    }
    if (batch) await batches.putRows(key, batch.batch_id, [row])
  },
  ({ files }, key, random) =>
    files.add(key, {
      ...{ name: 'n', mediaType: 't/t', content: Buffer.alloc(Math.ceil(random() * 999)) },
      ttlSeconds: Math.ceil(random() * 9_999),
    }),
  async ({ files }, key) => {
    const [file] = await files.list(key)
    if (file) await files.remove(key, file.id)
  },
  async ({ batches, clock }, key) => {
    const [batch] = await batches.list(key)
    if (batch) await batches.remove(key, batch.batch_id)
    clock.time += 20 * 60_000
  },
]

describe('what all keys store', () => {
  it('is counted exactly, whatever is written, replaced, deleted, pruned and rolled back', async () => {
    const opened = open(Number.MAX_SAFE_INTEGER)
    const { db, memory, stored } = opened
    const random = randomOf(20)
    for (let step = 0; step < 3_000; step++) {
      const act = ACTS[Math.floor(random() * ACTS.length)]!
      const key = `key_${Math.floor(random() * 3)}`
      const lasts = random() < 0.9
      db.exec('BEGIN')
      await act(opened, key, random)
      db.exec(lasts ? 'COMMIT' : 'ROLLBACK')
      if (step % 50 === 0) memory.prune()
      if (step % 10 === 0) expect([step, stored.state().bytes]).toEqual([step, sumOf(db)])
    }
    expect(sumOf(db)).toBeGreaterThan(10_000)
  })

  it('includes the answers for repetitions, also those that were abandoned', async () => {
    const { db, stored, idempotency, engine } = open(Number.MAX_SAFE_INTEGER)
    const begin = (idemKey: string) =>
      idempotency.begin({ keyId: 'a', path: PATH, idemKey, fingerprint: 'f', chargeId: 'c', now: 0 })
    await Promise.all([begin('kept'), begin('left'), begin('failed')])
    await engine.write('a', () =>
      idempotency.finish({ keyId: 'a', path: PATH, idemKey: 'kept', ...ANSWER, body: 'x'.repeat(5_000) }),
    )
    await idempotency.abandon({ keyId: 'a', path: PATH, idemKey: 'failed' })
    expect(stored.state().bytes).toBe(sumOf(db))
    expect(stored.state().bytes).toBeGreaterThan(6_000)
  })

  it('is counted once when an older database is opened', () => {
    const folder = makeTempDir()
    openDatabase(folder).close()
    const old = new Sqlite(join(folder, 'old.db'))
    migrate(old, MIGRATIONS.slice(0, MIGRATIONS.indexOf(limits)))
    old.exec(`INSERT INTO memory_usage VALUES ('a', 1, 10), ('b', 1, 5); INSERT INTO job_usage VALUES ('a', 1, 100);
      INSERT INTO memory_space VALUES ('a', 'version', 1, 1000); INSERT INTO idempotency_usage VALUES ('b', 10000)`)
    migrate(old)
    expect(old.prepare('SELECT bytes FROM stored_total').pluck().get()).toBe(11_115)
    old.close()
  })
})

describe('the limit of what all keys store', () => {
  const set = ({ memory }: Opened, key: string, bytes: number, name = 'k') =>
    memory.write(key, { namespace: 'n', key: name, value: 'x'.repeat(bytes - 6 - name.length + 1) })

  it('keeps an eighth for the owner and half for keys that the owner made, to the byte', () => {
    const opened = open(800)
    const { rules, stored } = opened
    const room = (standing: Standing, key: string) => {
      rules.standing = standing
      return stored.roomFor(key)
    }
    expect([room('visitor', 'a'), room('known', 'a'), room('owner', 'a')]).toEqual([200, 200, 800])
    for (const key of ['a', 'b', 'c']) set(opened, key, 130)
    expect(stored.state().bytes).toBe(390)
    expect([room('visitor', 'd'), room('known', 'd'), room('owner', 'd')]).toEqual([10, 200, 410])
    rules.standing = 'visitor'
    expect(() => set(opened, 'd', 11)).toThrow(
      expect.objectContaining({ code: 'storage_full', status: 507 }),
    )
    set(opened, 'd', 10)
    rules.standing = 'known'
    for (const key of ['e', 'f']) set(opened, key, 150)
    expect([room('visitor', 'g'), room('known', 'g'), room('owner', 'g')]).toEqual([-300, 0, 100])
    set(opened, 'owner', 100)
    expect(() => set(opened, 'owner', 9, 'l')).toThrow(/its limit is 0 MB/)
  })

  it('lets no key but the owner take more than a quarter', async () => {
    const opened = open(800)
    set(opened, 'a', 150)
    await opened.memory.forKey('a').counters.add({ name: 'x'.repeat(50), by: 1 })
    expect(() => set(opened, 'a', 9, 'l')).toThrow(expect.objectContaining({ code: 'storage_full' }))
    await expect(opened.memory.forKey('a').counters.add({ name: 'y', by: 1 })).rejects.toThrow(/limit/)
    set(opened, 'b', 200)
  })

  it('gives a visitor a quarter of what other keys may keep of each kind', async () => {
    const opened = open(Number.MAX_SAFE_INTEGER, 'visitor')
    const memory = opened.memory.forKey('a')
    const value = 'x'.repeat(MIB - 100)
    for (let i = 0; i < 16; i++) await memory.set({ namespace: 'n', key: `k${i}`, value })
    await expect(memory.set({ namespace: 'n', key: 'more', value })).rejects.toThrow(
      /10,000 entries and 16 MiB/,
    )
    for (let i = 0; i < 4; i++) await memory.queues.push({ queue: 'q', value, delaySeconds: 0 })
    await expect(memory.queues.push({ queue: 'q', value, delaySeconds: 0 })).rejects.toThrow(
      /messages and 4 MiB/,
    )
    for (let i = 0; i < 20; i++)
      await memory.set({ namespace: 'n', key: 'k0', value: `${i}${value.slice(0, -9)}` })
    const kept = opened.db.prepare(`SELECT bytes FROM memory_space WHERE key_id = 'a' AND kind = 'version'`)
    expect(kept.pluck().get()).toBeLessThanOrEqual(4 * MIB)
  })

  it('refuses a repeatable request before it can run, and forgets no answer for it', async () => {
    const { rules, idempotency, engine } = open(8_000)
    const begin = (idemKey: string, keyId = 'a') =>
      idempotency.begin({ keyId, path: PATH, idemKey, fingerprint: 'f', chargeId: 'c', now: 0 })
    await begin('first')
    await engine.write('a', () =>
      idempotency.finish({ keyId: 'a', path: PATH, idemKey: 'first', ...ANSWER, body: 'x'.repeat(1_400) }),
    )
    await expect(begin('second')).rejects.toMatchObject({ code: 'storage_full' })
    expect(await begin('first')).toMatchObject({ state: 'replay' })
    rules.limit = 80_000
    expect(await begin('second')).toMatchObject({ state: 'new' })
  })

  it('deletes the finished jobs of the key itself before it refuses a job, and none in vain', () => {
    const { jobs, rules, db } = open(20_000)
    const insert = (id: string, keyId: string, length: number) =>
      db.transaction(() =>
        jobs.insert({ id, keyId, slug: 's', chargeId: 'c', requestId: 'r', call: 'x'.repeat(length) }),
      )()
    const ids = (keyId: string) => jobs.list(keyId, { limit: 9 }).map(({ id }) => id)
    for (const id of ['1', '2']) {
      insert(id, 'a', 10)
      jobs.finish(id, { status: 'completed', envelope: 'x'.repeat(1_500), credits: 1 })
    }
    insert('3', 'a', 2_000)
    expect(ids('a')).toEqual(['3', '2'])
    rules.limit = 1_000
    expect(() => insert('4', 'a', 1_000)).toThrow(expect.objectContaining({ code: 'storage_full' }))
    expect(ids('a')).toEqual(['3', '2'])
  })
})
