import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { migrate } from '../../../src-main/storage/migrate.ts'
import { epochs } from '../../../src-main/storage/migrations/021-epochs.ts'
import { MIGRATIONS } from '../../../src-main/storage/migrations.ts'

it('records who made each key, and lets it end with a maker that has limits but not with the owner', () => {
  const db = new Sqlite(':memory:')
  migrate(db, MIGRATIONS.slice(0, MIGRATIONS.indexOf(epochs)))
  const key = db.prepare(
    `INSERT INTO api_key (id, hash, kind, name, permissions, rate_limit, window_seconds, created_at, expires_at, last4)
     VALUES (?, ?, 'team', ?, '["admin"]', 60, 60, 0, ?, 'xxxx')`,
  )
  const made = db.prepare('INSERT INTO audit (body, hash) VALUES (?, ?)')
  const make = (id: string, maker: string | null, expiresAt: number | null = null) => {
    key.run(id, id, id, expiresAt)
    const body = { action: 'key.created', target: id, actor: { key_id: maker } }
    if (maker !== null) made.run(JSON.stringify(body), id)
  }
  make('owner', null)
  make('brief', 'owner', 1)
  make('child', 'brief')
  make('unlimited', 'owner')
  make('grandchild', 'unlimited')
  make('unrecorded', null)
  db.exec(
    `INSERT INTO sub_account (id, payer, credit_limit, spent) VALUES ('unrecorded', 'owner', NULL, 0)`,
  )
  migrate(db)
  const rows = db.prepare('SELECT id, made_by, ends_with FROM api_key ORDER BY rowid').raw().all()
  expect(rows).toEqual([
    ['owner', null, null],
    ['brief', 'owner', null],
    ['child', 'brief', 'brief'],
    ['unlimited', 'owner', null],
    ['grandchild', 'unlimited', null],
    ['unrecorded', 'owner', null],
  ])
  const epoch = db.prepare('SELECT number, length(id), cause, has_head FROM epoch').raw().all()
  expect(epoch).toEqual([[1, 32, 'first', 0]])
  db.close()
})
