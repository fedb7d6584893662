import { one, run, statement, type Work } from '../engine/work.ts'
import { StartupError } from '../startup-error.ts'
import type { Connection, Place } from './connection.ts'
import { drive } from './group.ts'
import { commitMarks } from './migrations/001-commit-marks.ts'
import { ledger } from './migrations/002-ledger.ts'
import { leaseFunctions } from './migrations/003-lease-functions.ts'
import { keys } from './migrations/004-keys.ts'
import { calls } from './migrations/005-calls.ts'
import { memory } from './migrations/006-memory.ts'
import { evidence } from './migrations/007-evidence.ts'
import { memorySearch } from './migrations/008-memory-search.ts'
import { hubs } from './migrations/009-hubs.ts'
import { teamKeys } from './migrations/010-team-keys.ts'
import { ledgerFunctions } from './migrations/011-ledger-functions.ts'
import { changes } from './migrations/020-changes.ts'
import { idempotencyOwners } from './migrations/021-idempotency-owners.ts'
import { ownParts } from './migrations/030-own-parts.ts'
import { jobOwners } from './migrations/040-job-owners.ts'
import { rates } from './migrations/041-rates.ts'
import { moreChanges } from './migrations/042-more-changes.ts'
import { pageSessions } from './migrations/043-page-sessions.ts'
import { Writer } from './writer.ts'

/** Every change of the layout, in order. Released ones are never edited; add a new one instead. */
const MIGRATIONS = [
  commitMarks,
  ledger,
  leaseFunctions,
  keys,
  calls,
  memory,
  evidence,
  memorySearch,
  hubs,
  teamKeys,
  ledgerFunctions,
  changes,
  idempotencyOwners,
  ownParts,
  jobOwners,
  rates,
  moreChanges,
  pageSessions,
]

/** Any number: gateways that start at once take turns by it. */
const LOCK = 4_777

const VERSION = statement<Record<never, never>, { version: number }>(
  'SELECT coalesce(max(version), 0) AS version FROM layout',
)
const NOTE = statement<{ version: number }>('INSERT INTO layout (version) VALUES (:version)')

/**
 * Makes the schema of a place and the newest layout in it, or brings an older one up to date.
 * @throws StartupError when a newer Toolgate made the layout
 */
export async function migratePostgres(place: Place): Promise<void> {
  const writer = new Writer(place)
  try {
    const connection = await writer.open()
    await connection.command('BEGIN ISOLATION LEVEL READ COMMITTED')
    await connection.command(`SELECT pg_advisory_xact_lock(${LOCK})`)
    await connection.command(`CREATE SCHEMA IF NOT EXISTS ${place.schema}`)
    await connection.command('CREATE TABLE IF NOT EXISTS layout (version int PRIMARY KEY)')
    await migrate(connection, place)
    await connection.command('COMMIT')
  } finally {
    await writer.close()
  }
}

async function migrate(connection: Connection, { schema }: Place): Promise<void> {
  const version = (await drive(connection, one(VERSION, {})))?.version ?? 0
  if (version > MIGRATIONS.length)
    throw new StartupError(
      `The schema ${schema} was made by a newer Toolgate (its layout is version ${version}; this program ` +
        `knows ${MIGRATIONS.length}). Nothing was changed. Start the newer Toolgate.`,
    )
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < version) continue
    await connection.command(sql)
    await drive(connection, noted(index + 1))
  }
}

function noted(version: number): Work<number> {
  return run(NOTE, { version })
}
