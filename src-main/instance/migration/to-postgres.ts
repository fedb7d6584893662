import type { Database } from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { verifyAuditRows } from '../../accounts/verify-audit-rows.ts'
import { readInstanceFile } from '../../data-folder/instance-file.ts'
import { isMigrated, writeMigratedFile } from '../../data-folder/migrated-file.ts'
import { readPrivateFile } from '../../data-folder/private-file.ts'
import { verifyLeases } from '../../ledger/postgres/verify-leases.ts'
import { verifyLedger } from '../../ledger/verify-ledger.ts'
import { InstanceKey } from '../../receipts/instance-key.ts'
import { SecretFile } from '../../secrets/secret-file.ts'
import { SecretStore, type SecretBackend } from '../../secrets/secret-store.ts'
import { configOf, Connection } from '../../storage/postgres/connection.ts'
import { GatewayName } from '../../storage/postgres/gateway-name.ts'
import { drive } from '../../storage/postgres/group.ts'
import { migratePostgres } from '../../storage/postgres/layout.ts'
import { PostgresEngine } from '../../storage/postgres/postgres-engine.ts'
import { DATABASE_FILE, openDatabase } from '../../storage/open-database.ts'
import { StartupError } from '../../storage/startup-error.ts'
import type { DatabaseOptions } from '../foundation/on-postgres.ts'
import { DatabaseSeal } from '../foundation/secrets-in-database.ts'
import { copyTables, type Change, type CopiedTable } from './copy-tables.ts'
import { FolderRows } from './folder-rows.ts'
import { KEPT_TABLES } from './kept-tables.ts'
import { secretsOf, type MovedSecrets } from './moved-secrets.ts'
import { PostgresRows } from './postgres-rows.ts'

/** A folder adds up what other gateways hold whenever it starts; a PostgreSQL keeps the sums. */
const LENT = [
  `UPDATE account a SET held = h.credits, lent = h.credits FROM (
     SELECT coalesce(s.payer, i.key_id) AS id, sum(i.given - i.spent - i.freed) AS credits
     FROM instance i LEFT JOIN sub_account s ON s.id = i.key_id GROUP BY 1) AS h WHERE a.id = h.id`,
  `UPDATE sub_account s SET held = h.credits, lent = h.credits FROM (
     SELECT key_id AS id, sum(given - spent - freed) AS credits FROM instance GROUP BY 1) AS h
   WHERE s.id = h.id AND s.credit_limit IS NOT NULL`,
]

/** What was moved. */
export interface Moved {
  readonly tables: readonly CopiedTable[]
  /** The sum of all balances. */
  readonly credits: number
  /** The hash of the last row of the audit trail. */
  readonly auditHead: string
  /** Whose secrets could not be read. */
  readonly lost: readonly string[]
  /** Receipts of other signing keys, which stay where they are. */
  readonly left: number
}

export interface ToPostgres {
  readonly dataDir: string
  readonly database: DatabaseOptions
  /** The system's keychain, where secrets of the folder may be. */
  readonly keychain: SecretBackend | null
}

/**
 * Copies a stopped instance of a folder into an empty schema, in one transaction, and marks the folder, which does not
 * start any more then.
 * @throws StartupError when one of them cannot be used for that; nothing was changed then
 */
export async function moveToPostgres({ dataDir, database, keychain }: ToPostgres): Promise<Moved> {
  if (!existsSync(join(dataDir, DATABASE_FILE)))
    throw new StartupError(`There is no instance in ${dataDir}. Name its folder with --data-dir.`)
  if (isMigrated(dataDir))
    throw new StartupError(`The data of ${dataDir} was moved to a PostgreSQL already.`)
  const { place, name, passphrase } = database
  const db = openDatabase(dataDir)
  try {
    refuseUnfinished(db)
    const secrets = await secretsOf(db, new SecretStore(keychain, new SecretFile(dataDir, passphrase)))
    const taken = await GatewayName.take(place, name, () => undefined)
    const engine = new PostgresEngine(place)
    try {
      await migratePostgres(place)
      const seal = await DatabaseSeal.open(engine, passphrase)
      const moved = await inTransaction(database, (client) =>
        copy(db, client, { dataDir, name, seal, secrets }),
      )
      writeMigratedFile(dataDir, { database: place.database, schema: place.schema })
      return moved
    } finally {
      await engine.close()
      await taken.close()
    }
  } finally {
    db.close()
  }
}

// What a gateway on PostgreSQL does not have, and what a start would still do.
function refuseUnfinished(db: Database): void {
  const { ok, problems } = verifyLedger(db)
  if (!ok) throw new StartupError(`The ledger does not add up: ${problems.slice(0, 3).join('; ')}`)
  const has = (sql: string): boolean => db.prepare(`SELECT 1 FROM ${sql} LIMIT 1`).get() !== undefined
  if (has('departure'))
    throw new StartupError(
      'A call was running when this instance was killed. Start it once and stop it, which charges the call.',
    )
  if (has("hub_link WHERE state IN ('active', 'leaving')"))
    throw new StartupError(
      'This instance spends the credits of a hub, which a gateway on PostgreSQL does not. End that first: toolgate hub.',
    )
}

/** Runs some work in one transaction of a connection of its own. */
export async function inTransaction<T>(
  { place }: Pick<DatabaseOptions, 'place'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...configOf(place, 'read'), query_timeout: 0 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    const done = await work(client)
    const { command } = await client.query('COMMIT')
    if (command !== 'COMMIT') throw new Error(`PostgreSQL answered COMMIT with ${command}`)
    return done
  } finally {
    await client.end()
  }
}

interface Parts {
  readonly dataDir: string
  readonly name: string
  readonly seal: DatabaseSeal
  readonly secrets: MovedSecrets
}

async function copy(db: Database, client: pg.Client, parts: Parts): Promise<Moved> {
  await refuseFilled(client)
  const names = KEPT_TABLES.map(({ name }) => name)
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  await client.query('DELETE FROM epoch')
  const tables = await copyTables(new FolderRows(db), new PostgresRows(client), changesOf(db))
  for (const { name, counter } of KEPT_TABLES)
    if (counter !== undefined) await countOn(client, name, counter)
  await client.query(
    `UPDATE audit_head h SET seq = a.seq, hash = a.hash FROM (SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1) AS a`,
  )
  for (const sql of LENT) await client.query(sql)
  await keepOwn(client, parts)
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  return { tables, ...(await verified(client)), lost: parts.secrets.lost, left: 0 }
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const filled =
    'SELECT 1 FROM api_key UNION ALL SELECT 1 FROM entry UNION ALL SELECT 1 FROM gateway LIMIT 1'
  if ((await client.query(filled)).rows.length > 0)
    throw new StartupError(
      'The schema has the data of a gateway already. Name an empty one with --database-schema.',
    )
}

function changesOf(db: Database): Readonly<Record<string, Change>> {
  const counts = new Map(
    db
      .prepare<[], { key_id: string; entries: number }>(
        'SELECT key_id, count(*) AS entries FROM idempotency GROUP BY key_id',
      )
      .all()
      .map(({ key_id, entries }) => [key_id, entries]),
  )
  const inDatabase =
    (column: string): Change =>
    (row) => ({
      [column]: row[column] === 'environment' || row[column] === null ? row[column]! : 'database',
    })
  return {
    idempotency_usage: ({ key_id }) => ({ entries: counts.get(String(key_id)) ?? 0 }),
    // The table accepts only receipts.
    receipt: ({ receipt }) => ({ key_id: (parseJson(String(receipt)) as { key_id: string }).key_id }),
    provider: inDatabase('secret_place'),
    source_secret: inDatabase('place'),
    hub_link: inDatabase('secret_place'),
    // Where the signed head is beside the database, there is none here.
    epoch: () => ({ has_head: 0 }),
  }
}

/** Lets a table count on behind its last row. */
async function countOn(client: pg.Client, table: string, column: string): Promise<void> {
  await client.query(
    `SELECT setval(s.name, m.last) FROM pg_get_serial_sequence('${table}', '${column}') AS s (name),
       (SELECT max(${column}) AS last FROM ${table}) AS m WHERE s.name IS NOT NULL AND m.last IS NOT NULL`,
  )
}

// The signing key, the demo key and the secrets, sealed where they are secret.
async function keepOwn(client: pg.Client, { dataDir, name, seal, secrets }: Parts): Promise<void> {
  for (const [id, secret] of secrets.secrets)
    await client.query('INSERT INTO secret (id, sealed) VALUES ($1, $2)', [
      id,
      seal.seal(`secret ${id}`, secret),
    ])
  const pem = readPrivateFile(join(dataDir, 'instance-key.pem'))
  if (pem !== null) {
    const { keyId, hex } = InstanceKey.of(pem).publicKey
    const row = [name, keyId, hex, seal.seal(`signing key ${name}`, pem)]
    await client.query(
      'INSERT INTO signing_key (name, key_id, public_key, sealed) VALUES ($1, $2, $3, $4)',
      row,
    )
  }
  const demoKey = readInstanceFile(dataDir)?.demoKey
  if (demoKey) await client.query('INSERT INTO demo_key (only_row, key) VALUES (1, $1)', [demoKey])
}

async function verified(client: pg.Client): Promise<Pick<Moved, 'credits' | 'auditHead'>> {
  const connection = new Connection(client)
  const ledger = await drive(connection, verifyLeases())
  const audit = await drive(connection, verifyAuditRows())
  const problems = [...ledger.problems, ...audit.problems]
  if (problems.length > 0)
    throw new StartupError(`The copy does not add up: ${problems.slice(0, 3).join('; ')}`)
  const { rows } = await client.query<{ credits: number }>(
    'SELECT coalesce(sum(balance), 0) AS credits FROM account',
  )
  return { credits: rows[0]!.credits, auditHead: audit.head }
}
