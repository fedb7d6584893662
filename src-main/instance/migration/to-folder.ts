import type { Database } from 'better-sqlite3'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { verifyAudit } from '../../accounts/verify-audit.ts'
import { writeInstanceFile } from '../../data-folder/instance-file.ts'
import { writePrivateFile } from '../../data-folder/private-file.ts'
import { reap } from '../../ledger/postgres/gateway-row.ts'
import { verifyLedger } from '../../ledger/verify-ledger.ts'
import { verifyReceipts } from '../../receipts/verify-receipts.ts'
import { SecretFile } from '../../secrets/secret-file.ts'
import { GatewayName } from '../../storage/postgres/gateway-name.ts'
import { migratePostgres } from '../../storage/postgres/layout.ts'
import { PostgresEngine } from '../../storage/postgres/postgres-engine.ts'
import { all, statement } from '../../storage/engine/work.ts'
import { openDatabase } from '../../storage/open-database.ts'
import { StartupError } from '../../storage/startup-error.ts'
import type { DatabaseOptions } from '../foundation/on-postgres.ts'
import { DatabaseSeal } from '../foundation/secrets-in-database.ts'
import { copyTables, type Change } from './copy-tables.ts'
import { FolderRows, withoutTriggers } from './folder-rows.ts'
import { PostgresRows } from './postgres-rows.ts'
import { inTransaction, type Moved } from './to-postgres.ts'

export interface ToFolder {
  /** A new folder, or an empty one. */
  readonly folder: string
  /** Its name tells which of the signing keys the folder gets. */
  readonly database: DatabaseOptions
  /** Milliseconds since 1970. */
  readonly now: number
}

const RUNNING = statement<Readonly<Record<never, never>>, { readonly name: string }>(
  'SELECT name FROM gateway',
)

/**
 * Copies the data of a schema, on which no gateway runs, into a new folder. The schema stays as it is.
 * @throws StartupError when one of them cannot be used for that
 */
export async function copyToFolder({ folder, database, now }: ToFolder): Promise<Moved> {
  const isNew = !existsSync(folder)
  if (!isNew && readdirSync(folder).length > 0)
    throw new StartupError(`${folder} is not empty. Name a new folder, or an empty one.`)
  const { place, name, passphrase } = database
  const taken = await GatewayName.take(place, name, () => undefined)
  const engine = new PostgresEngine(place)
  try {
    await migratePostgres(place)
    await refuseRunning(engine, now)
    const seal = await DatabaseSeal.open(engine, passphrase)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    try {
      const db = openDatabase(folder)
      try {
        return await inTransaction(database, (client) =>
          copy(client, db, { folder, name, passphrase, seal }),
        )
      } finally {
        db.close()
      }
    } catch (error) {
      for (const file of readdirSync(folder)) rmSync(join(folder, file), { recursive: true })
      if (isNew) rmSync(folder, { recursive: true })
      throw error
    }
  } finally {
    await engine.close()
    await taken.close()
  }
}

// Those that were killed are ended, which charges what they had sent.
async function refuseRunning(engine: PostgresEngine, now: number): Promise<void> {
  while (await engine.write('gateway', () => reap('15 seconds', now)));
  const running = await engine.read(() => all(RUNNING, {}))
  if (running.length > 0)
    throw new StartupError(
      `Gateways run on this database: ${running.map(({ name }) => name).join(', ')}. Stop them first. One that was ` +
        'killed is forgotten 15 seconds later.',
    )
}

interface Parts {
  readonly folder: string
  readonly name: string
  readonly passphrase: string
  readonly seal: DatabaseSeal
}

async function copy(client: pg.Client, db: Database, parts: Parts): Promise<Moved> {
  const keyId = await keepOwn(client, parts)
  const rows = new PostgresRows(client, { receipt: keyId === null ? 'false' : `key_id = '${keyId}'` })
  const tables = await withoutTriggers(db, async () => {
    db.exec('DELETE FROM epoch')
    const copied = await copyTables(rows, new FolderRows(db), CHANGES)
    const { rows: totals } = await client.query<{ bytes: number }>('SELECT bytes FROM stored_total')
    db.prepare('UPDATE stored_total SET bytes = ?').run(totals[0]!.bytes)
    db.exec("INSERT INTO memory_search (memory_search) VALUES ('rebuild')")
    return copied
  })
  const receipts = await client.query<{ count: number }>('SELECT count(*) AS count FROM receipt')
  const left = receipts.rows[0]!.count - tables.find(({ name }) => name === 'receipt')!.rows
  return { tables, ...verified(db), lost: [], left }
}

const inFile =
  (column: string): Change =>
  (row) => ({ [column]: row[column] === 'database' ? 'file' : row[column]! })

const CHANGES: Readonly<Record<string, Change>> = {
  provider: inFile('secret_place'),
  source_secret: inFile('place'),
  hub_link: inFile('secret_place'),
}

/** Keeps what is sealed in the database in files. @returns the id of the signing key; null where there is none */
async function keepOwn(
  client: pg.Client,
  { folder, name, passphrase, seal }: Parts,
): Promise<string | null> {
  const secrets = await client.query<{ id: string; sealed: string }>('SELECT id, sealed FROM secret')
  const file = new SecretFile(folder, passphrase)
  for (const { id, sealed } of secrets.rows) await file.save(id, seal.unseal(`secret ${id}`, sealed))
  const demo = await client.query<{ key: string }>('SELECT key FROM demo_key')
  writeInstanceFile(folder, { demoKey: demo.rows[0]?.key ?? null })
  const key = await client.query<{ key_id: string; sealed: string }>(
    'SELECT key_id, sealed FROM signing_key WHERE name = $1',
    [name],
  )
  const signing = key.rows[0]
  if (!signing) return null
  writePrivateFile(join(folder, 'instance-key.pem'), seal.unseal(`signing key ${name}`, signing.sealed))
  return signing.key_id
}

function verified(db: Database): Pick<Moved, 'credits' | 'auditHead'> {
  const audit = verifyAudit(db)
  const problems = [...verifyLedger(db).problems, ...audit.problems, ...verifyReceipts(db).problems]
  if (problems.length > 0)
    throw new StartupError(`The copy does not add up: ${problems.slice(0, 3).join('; ')}`)
  const credits = db.prepare<[], number>('SELECT coalesce(sum(balance), 0) FROM account').pluck().get()!
  return { credits, auditHead: audit.head }
}
