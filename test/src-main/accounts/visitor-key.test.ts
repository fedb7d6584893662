import { SqliteEngine } from '../../../src-main/storage/sqlite/sqlite-engine.ts'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { KeyStore } from '../../../src-main/accounts/key-store.ts'
import { isVisitorKey } from '../../../src-main/accounts/visitor-key.ts'
import { SqliteLedger } from '../../../src-main/ledger/sqlite-ledger.ts'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { migrate } from '../../../src-main/storage/migrate.ts'
import { MIGRATIONS } from '../../../src-main/storage/migrations.ts'

/** The layout before budgets for language models. */
const OLDER_LAYOUT = 17

it('tells the keys of an older database apart by what it has stored of them', async () => {
  const db = new Sqlite(':memory:')
  migrate(db, MIGRATIONS.slice(0, OLDER_LAYOUT))
  const key = db.prepare(
    `INSERT INTO api_key (id, hash, kind, name, email, email_key, permissions, rate_limit, window_seconds,
       created_at, last4) VALUES (@id, @id, @kind, @id, @email, @email, '[]', 60, 60, 1, '0000')`,
  )
  const payer = db.prepare('INSERT INTO sub_account (id, payer, spent) VALUES (?, ?, 0)')
  for (const [id, kind, email, pays] of [
    ['demo', 'demo', null, null],
    ['owner', 'personal', null, null],
    ['ada', 'personal', 'ada@example.com', null],
    ['of the owner', 'team', null, 'owner'],
    ['of ada', 'team', null, 'ada'],
    ['of the demo key', 'team', null, 'demo'],
    ['of nobody', 'team', null, 'gone'],
  ] as const) {
    key.run({ id, kind, email })
    if (pays !== null) payer.run(id, pays)
  }
  migrate(db)
  const commits = new GroupCommit(db)
  const engine = new SqliteEngine(db, commits)
  const ledger = new SqliteLedger(db, commits, () => 1)
  const keys = await KeyStore.open(engine, ledger, () => 1)
  const made = keys.list().filter((account) => !isVisitorKey(account, keys, ledger))
  expect(made.map(({ id }) => id).sort()).toEqual(['of the owner', 'owner'])
  expect(keys.list().map(({ modelBudget }) => modelBudget)).toEqual(
    Array(7).fill({ questions: null, tokens: null }),
  )
})
