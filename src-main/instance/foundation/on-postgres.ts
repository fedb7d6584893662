import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { GatewayError } from '../../../src-shared/errors.ts'
import { keysInDatabase } from '../../accounts/keys-in-database.ts'
import { verifyAuditRows } from '../../accounts/verify-audit-rows.ts'
import type { StoredVerdict } from '../../evidence/check-head.ts'
import { NO_HUBS } from '../../hub/no-hubs.ts'
import { endGateway, namedSo } from '../../ledger/postgres/gateway-row.ts'
import { DoubtFile } from '../../ledger/postgres/doubt-file.ts'
import { NO_NOTES } from '../../ledger/postgres/doubt-notes.ts'
import { openPostgresLedger, type OpenedLedger } from '../../ledger/postgres/open-ledger.ts'
import { SettledHead } from '../../ledger/postgres/settled-head.ts'
import { verifyLeases } from '../../ledger/postgres/verify-leases.ts'
import { Readiness, unsoundLedger } from '../../ledger/readiness.ts'
import type { Services } from '../../pipeline/services.ts'
import { KeyChain } from '../../receipts/key-chain.ts'
import { SecretStore } from '../../secrets/secret-store.ts'
import type { Engine } from '../../storage/engine/engine.ts'
import { run, statement, type Work } from '../../storage/engine/work.ts'
import { DATABASE_FILE } from '../../storage/open-database.ts'
import { FolderLock } from '../../storage/folder-lock.ts'
import type { Place } from '../../storage/postgres/connection.ts'
import { GatewayName } from '../../storage/postgres/gateway-name.ts'
import { StartupError } from '../../storage/startup-error.ts'
import type { Foundation, FoundationParts } from './foundation.ts'
import { DatabaseSeal, SecretsInDatabase } from './secrets-in-database.ts'
import { storedEpoch, storedKey } from './stored-key.ts'

/** A database that an instance keeps its data in instead of its folder. */
export interface DatabaseOptions {
  readonly place: Place
  /** The name of this gateway among those of the schema, under which it signs receipts. */
  readonly name: string
  /** TOOLGATE_SECRET, with which secrets and the signing key are sealed. */
  readonly passphrase: string
  /** The most connections that read at once. */
  readonly readers?: number | undefined
}

interface Options extends FoundationParts {
  /** For what is this machine's own: the record of calls, packages. */
  readonly dataDir: string
  readonly database: DatabaseOptions
}

/** Writes what changes nothing but has to reach the disk. */
const TOUCH = statement('UPDATE layout SET version = version WHERE version = 1')

/**
 * Opens the database of an instance on a PostgreSQL.
 * @throws StartupError when it cannot be used, a gateway of this name runs on it, it was sealed with another
 *   passphrase, or another gateway has the folder
 */
export async function openOnPostgres({ dataDir, database, ...parts }: Options): Promise<Foundation> {
  const folder = takeFolder(dataDir)
  try {
    const foundation = await onDatabase({ dataDir, database, ...parts })
    return { ...foundation, close: () => foundation.close().finally(() => folder?.release()) }
  } catch (error) {
    folder?.release()
    throw error
  }
}

async function onDatabase({ dataDir, database, ...parts }: Options): Promise<Foundation> {
  let takenOver: () => void = () => undefined
  const taken = await GatewayName.take(database.place, database.name, () => takenOver())
  try {
    const notes = dataDir === ':memory:' ? NO_NOTES : new DoubtFile(dataDir)
    const opened = await openPostgresLedger(database.place, {
      ...database,
      ...{ now: parts.now, timed: parts.timed, notes },
    })
    takenOver = () => {
      opened.ledger.stop(otherGateway())
      parts.reportBug(otherGateway(), 'database')
    }
    try {
      const foundation = await onLedger(opened, database, parts)
      return {
        ...foundation,
        begin: async (services) => {
          await foundation.begin(services)
          await taken.started()
        },
        close: async () => {
          try {
            await opened.close()
          } finally {
            await taken.close()
          }
        },
      }
    } catch (error) {
      await opened.close()
      throw error
    }
  } catch (error) {
    await taken.close()
    throw error
  }
}

async function onLedger(
  { engine, ledger, beat }: OpenedLedger,
  { name, passphrase }: DatabaseOptions,
  { now, reportBug }: FoundationParts,
): Promise<Omit<Foundation, 'close'>> {
  // There is one gateway of this name, so the earlier ones have ended.
  for (const { id } of await engine.read(() => namedSo(name, ledger.gateway)))
    await engine.write('gateway', () => endGateway(id, now()))
  const seal = await DatabaseSeal.open(engine, passphrase)
  const key = await storedKey(engine, seal, name)
  return {
    ...{ engine, ledger, begun: null },
    others: {
      self: () => ledger.gateway,
      live: () => beat.live,
      aside: (work) => engine.aside(work),
      settled: new SettledHead(engine),
      send: (text) => beat.send(text),
      join: (onBeat, onNotice) => beat.join(onBeat, onNotice),
    },
    readiness: new Readiness(engine, () => engine.write('ready', touch), now),
    secrets: new SecretStore(null, new SecretsInDatabase(engine, seal)),
    receipts: {
      key,
      epoch: await engine.read(storedEpoch),
      chain: new KeyChain(() => key.publicKey.keyId),
    },
    keptKeys: keysInDatabase(engine),
    verifyStored: () => verifyStored(engine),
    backUp: null,
    openHubs: async () => NO_HUBS,
    begin: async (services) => void watch(engine, services, reportBug),
    stop: () => undefined,
  }
}

// Where a database is, its tables are not, and two programs would take the folder for theirs.
function takeFolder(dataDir: string): FolderLock | null {
  if (dataDir === ':memory:') return null
  if (existsSync(join(dataDir, DATABASE_FILE)))
    throw new StartupError(
      `${dataDir} has the data of an instance of its own. Name another folder with --data-dir for what a gateway ` +
        'on PostgreSQL keeps on its machine: the record of its calls, packages.',
    )
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return FolderLock.take(dataDir)
}

async function verifyStored(engine: Engine): Promise<StoredVerdict> {
  const ledger = await engine.read(verifyLeases)
  return { ledger, audit: await engine.read(verifyAuditRows), head: null }
}

// All of it, while calls go on: a start must not wait for millions of rows.
async function watch(engine: Engine, services: Services, report: Services['reportBug']): Promise<void> {
  try {
    const { ledger, audit } = await verifyStored(engine)
    for (const problem of audit.problems)
      report(new Error(`The audit trail was tampered with or damaged: ${problem}`), 'start')
    if (ledger.ok) return
    services.readiness.doubt()
    services.ledger.stop(unsoundLedger())
    report(new Error(`The ledger does not add up: ${ledger.problems.slice(0, 3).join('; ')}`), 'ledger')
  } catch (error) {
    report(error, 'ledger')
  }
}

function* touch(): Work<void> {
  yield* run(TOUCH, {})
}

function otherGateway(): GatewayError {
  return new GatewayError(
    'overloaded',
    'Another gateway has taken over the name of this one while the database could not be reached from here. Nothing ' +
      'is charged here any more. Stop this gateway.',
  )
}
