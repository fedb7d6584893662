import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import type { Engine } from '../../../src-main/storage/engine/engine.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { migratePostgres } from '../../../src-main/storage/postgres/layout.ts'
import { PostgresEngine } from '../../../src-main/storage/postgres/postgres-engine.ts'
import { SqliteEngine } from '../../../src-main/storage/sqlite/sqlite-engine.ts'
import { MISSING_POSTGRES } from './missing-postgres.ts'
import { makeSchema } from './test-postgres.ts'

/** Engines on one database with the product's own layout, for the tests of a file; `close` ends them. */
export interface LaidOut {
  /** Two where several may share a database, else one twice. */
  readonly engines: readonly [Engine, Engine]
  readonly close: () => Promise<void>
}

async function onSqlite(): Promise<LaidOut> {
  const db = openDatabase(':memory:')
  const engine = new SqliteEngine(db, new GroupCommit(db))
  const close = async (): Promise<void> => {
    await engine.close()
    db.close()
  }
  return { engines: [engine, engine], close }
}

async function onPostgres(): Promise<LaidOut> {
  const place = await makeSchema()
  await migratePostgres(place)
  const engines = [new PostgresEngine(place), new PostgresEngine(place)] as const
  return { engines, close: async () => void (await Promise.all(engines.map((one) => one.close()))) }
}

/** The engines that this machine has, by their names, each with the whole layout. */
export const LAID_OUT: readonly (readonly [name: string, open: () => Promise<LaidOut>])[] = [
  ['SQLite', onSqlite],
  ...(MISSING_POSTGRES === null ? [['PostgreSQL', onPostgres] as const] : []),
]
