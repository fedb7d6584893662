import { onTestFinished } from 'vitest'
import type { Place } from '../../../src-main/storage/postgres/connection.ts'
import {
  PostgresEngine,
  type PostgresEngineOptions,
} from '../../../src-main/storage/postgres/postgres-engine.ts'
import { commitMarks } from '../../../src-main/storage/postgres/migrations/001-commit-marks.ts'
import { PostgresServer } from './postgres-server.ts'

let server: Promise<PostgresServer> | null = null
let schemas = 0

/** The server of this worker of the tests, started for the first that asks. It ends with the worker. */
export function postgresServer(): Promise<PostgresServer> {
  return (server ??= PostgresServer.start())
}

/** A schema for the running test, with nothing but what an engine itself needs. */
export async function makeSchema(of: Promise<PostgresServer> = postgresServer()): Promise<Place> {
  const { host } = await of
  const schema = `test_${++schemas}`
  await (await of).run(`CREATE SCHEMA ${schema}; SET search_path = ${schema}; ${commitMarks}`)
  return { host, user: 'toolgate', database: 'postgres', schema }
}

/** An engine on a schema, closed when the test ends. */
export function openPostgres(place: Place, options?: PostgresEngineOptions): PostgresEngine {
  const engine = new PostgresEngine(place, options)
  onTestFinished(() => engine.close())
  return engine
}
