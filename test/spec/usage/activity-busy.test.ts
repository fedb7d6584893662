import Sqlite from 'better-sqlite3'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  HASH,
  change,
  exported,
  flood,
  keptGateway,
  read,
  recorded,
} from '../../support/gateway/call-record.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

it('records every call of a busy moment, and fails none of them', async () => {
  await Promise.all(
    Array.from({ length: 600 }, (_, n) => gateway.call(HASH, { text: `flood ${n}` }, { key: OWNER_KEY })),
  )
  const { entries, missed } = await read(gateway, '/app/activity?limit=200')
  expect(entries.length).toBe(200)
  const { activity } = gateway.instance
  expect([activity.read().count, missed]).toEqual([600, 0])
})

describe('calls of a busy moment', () => {
  const textsOf = (rows: readonly Json[]): string[] =>
    rows.map(({ input }) => String(JSON.parse(input).text)).toSorted()

  it('leave no copy of a deleted one in the file', async () => {
    const dataDir = makeTempDir()
    const kept = await keptGateway(dataDir)
    await flood(kept, 100)
    const rows = await exported(kept)
    // The first are where SQLite moves rows to another page when the file grows.
    const deleted = [0, 1, 5, 76, 99].map((at) => rows[at]!)
    for (const { id } of deleted)
      await kept.send(`/app/activity/${id}`, { method: 'DELETE', key: OWNER_KEY })
    const bytes = readFileSync(join(dataDir, 'activity.db'))
    for (const row of rows)
      expect([row.id, bytes.includes(row.input)]).toEqual([row.id, !deleted.includes(row)])
  })

  it('survive the end of the process in order, even if nobody has looked at them', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    await flood(first, 250)
    await first.call(HASH, { text: 'quiet' }, { key: OWNER_KEY })
    await first.close()
    const second = await keptGateway(dataDir)
    await second.call(HASH, { text: 'after' }, { key: OWNER_KEY })
    const rows = await exported(second)
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 252 }, (_, n) => n + 1))
    expect(rows.slice(-2).map(({ gist }) => gist)).toEqual(['{"text":"quiet"}', '{"text":"after"}'])
    expect(textsOf(rows.slice(0, 250))).toEqual(
      Array.from({ length: 250 }, (_, n) => `flood ${n}`).toSorted(),
    )
    expect(rows[0]).toMatchObject({ slug: HASH, ok: true, credits: 1, cache: 'MISS' })
    const found = await read(second, `/app/activity/${rows[100]?.request_id}`)
    expect(found.call).toMatchObject({ id: 101, input: rows[100]?.input, output: rows[100]?.output })
    expect(await read(second, '/app/usage/days?days=1')).toMatchObject({ cache_today: { calls: 252 } })
  })

  it('keep to the limit, and are gone once cleared', async () => {
    await change(gateway, { activity_max_calls: 150 })
    await flood(gateway, 450)
    const kept = await exported(gateway)
    expect(kept.map(({ id }) => id)).toEqual(Array.from({ length: 150 }, (_, n) => 301 + n))
    await flood(gateway, 200)
    await gateway.send('/app/activity', { method: 'DELETE', key: OWNER_KEY })
    await gateway.call(HASH, { text: 'next' }, { key: OWNER_KEY })
    expect(await recorded(gateway)).toMatchObject([{ gist: '{"text":"next"}', id: 651 }])
  })

  it('leave the record of an older version intact', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    await first.call(HASH, { text: 'before' }, { key: OWNER_KEY })
    await first.close()
    const db = new Sqlite(join(dataDir, 'activity.db'))
    db.pragma('user_version = 1')
    db.close()
    const second = await keptGateway(dataDir)
    await flood(second, 30)
    expect((await exported(second)).map(({ id }) => id)).toEqual(
      Array.from({ length: 31 }, (_, n) => n + 1),
    )
    expect(second.bugs).toEqual([])
  })

  it('are read from a record that kept many of them in one row', async () => {
    const dataDir = makeTempDir()
    const first = await TestGateway.create({ dataDir })
    await flood(first, 60)
    const before = await exported(first)
    await first.close()
    const file = join(dataDir, 'activity.db')
    const db = new Sqlite(file)
    db.pragma('secure_delete = ON')
    // As version 2 wrote them: the first 50 in two slices.
    db.exec(`
      CREATE TABLE slice (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, bytes INTEGER NOT NULL,
        calls TEXT NOT NULL) STRICT;
      INSERT INTO slice SELECT min(seq), max(seq), sum(bytes), json_group_array(json_array(at, request_id,
        key_id, slug, client, form, code, engine, cache, credits, ms, output_hash, bytes, cut, gist, input,
        output) ORDER BY seq) FROM call WHERE seq <= 50 GROUP BY seq <= 20;
      DELETE FROM call WHERE seq <= 50;
      PRAGMA user_version = 2;
    `)
    expect(db.prepare('SELECT count(*) FROM slice').pluck().get()).toBe(2)
    db.close()
    const second = await keptGateway(dataDir)
    expect(await exported(second)).toEqual(before)
    await second.send('/app/activity/7', { method: 'DELETE', key: OWNER_KEY })
    const text = String(JSON.parse(before[6]!.input).text)
    expect(readFileSync(file).includes(`{"text":"${text}"}`)).toBe(false)
    expect(await read(second, '/app/activity?limit=1')).toMatchObject({ missed: 0 })
    expect(second.bugs).toEqual([])
  })
})
