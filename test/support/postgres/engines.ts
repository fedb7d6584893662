import type { Engine } from '../../../src-main/storage/engine/engine.ts'
import { openStores } from '../gateway/open-stores.ts'
import { MISSING_POSTGRES } from './missing-postgres.ts'
import { makeSchema, openPostgres, postgresServer } from './test-postgres.ts'

/** A database for a test, with tables of its own beside those of the product. */
export interface TestEngine {
  readonly engine: Engine
  /** Changes the layout, as each engine says it. */
  readonly exec: (sqlite: string, postgres?: string) => Promise<void>
}

async function openSqlite(): Promise<TestEngine> {
  const { db, engine } = openStores()
  return { engine, exec: async (sql) => void db.exec(sql) }
}

async function openOnPostgres(): Promise<TestEngine> {
  const place = await makeSchema()
  const server = await postgresServer()
  const exec = async (sqlite: string, sql = sqlite): Promise<void> => {
    await server.run(`SET search_path = ${place.schema}; ${sql}`)
  }
  return { engine: openPostgres(place), exec }
}

/** The engines that this machine has, by their names. */
export const ENGINES: readonly (readonly [name: string, open: () => Promise<TestEngine>])[] = [
  ['SQLite', openSqlite],
  ...(MISSING_POSTGRES === null ? [['PostgreSQL', openOnPostgres] as const] : []),
]
