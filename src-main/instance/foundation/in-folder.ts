import type { Database } from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { KEEPS_NO_KEYS, keysInFolder } from '../../accounts/kept-keys.ts'
import { isMigrated } from '../../data-folder/migrated-file.ts'
import type { HeadKeeper } from '../../evidence/head-keeper.ts'
import { TeamBudget } from '../../hub/team-budget.ts'
import { writeBackup, type Backup } from '../../ledger/backup.ts'
import type { LedgerWatch } from '../../ledger/ledger-watch.ts'
import { Readiness } from '../../ledger/readiness.ts'
import { SqliteLedger } from '../../ledger/sqlite-ledger.ts'
import type { Services } from '../../pipeline/services.ts'
import { currentEpoch } from '../../receipts/epochs.ts'
import { OnlyChain } from '../../receipts/receipt-chain.ts'
import { openSecrets, type SecretOptions } from '../../secrets/open-secrets.ts'
import { noteCleanStop } from '../../storage/clean-stop.ts'
import { GroupCommit } from '../../storage/group-commit.ts'
import { DATABASE_FILE, openDatabase } from '../../storage/open-database.ts'
import { StartupError } from '../../storage/startup-error.ts'
import { SqliteEngine } from '../../storage/sqlite/sqlite-engine.ts'
import { watchLedger } from '../watch-ledger.ts'
import { checkStored, verifyStored } from './check-stored.ts'
import type { Foundation, FoundationParts } from './foundation.ts'
import { openEvidence } from './open-evidence.ts'

interface Options extends FoundationParts {
  readonly dataDir: string
  readonly secrets: SecretOptions
}

/**
 * Opens the data folder of an instance, after what is stored there was checked.
 * @throws StartupError when it is in use, damaged or does not add up
 */
export function openInFolder({ dataDir, secrets, ...parts }: Options): Foundation {
  if (dataDir !== ':memory:' && isMigrated(dataDir))
    throw new StartupError(
      `The data of ${dataDir} was moved to a PostgreSQL. Start with --database-url, and another --data-dir. To go on here ` +
        'without what has happened there since, remove its migrated.json.',
    )
  const db = openDatabase(dataDir, true)
  try {
    return onDatabase(db, dataDir, secrets, parts)
  } catch (error) {
    db.close()
    throw error
  }
}

function onDatabase(
  db: Database,
  dataDir: string,
  secrets: SecretOptions,
  { now, timed, ...parts }: FoundationParts,
): Foundation {
  const { reportBug } = parts
  const checked = checkStored(db, dataDir, reportBug)
  const evidence = openEvidence(db, dataDir, { ...parts, now })
  // Every running call holds credits, also while it streams or waits for the network or a worker.
  const isIdle = (): boolean => ledger.openReservations() === 0
  const commits = new GroupCommit(db, { timed, isIdle })
  const engine = new SqliteEngine(db, commits)
  const ledger = new SqliteLedger(db, commits, now)
  const isKept = dataDir !== ':memory:'
  let heads: HeadKeeper | null = null
  let watch: LedgerWatch | null = null
  // Writing the same layout version changes nothing but still has to reach the disk.
  const touch = (): Promise<void> => commits.enqueue(() => touchLayout(db))
  return {
    ...{ engine, ledger, others: null, begun: evidence.begun },
    readiness: new Readiness(engine, touch, now),
    secrets: openSecrets(dataDir, secrets),
    receipts: { key: evidence.instanceKey, epoch: currentEpoch(db), chain: new OnlyChain() },
    keptKeys: isKept ? keysInFolder(dataDir) : KEEPS_NO_KEYS,
    verifyStored: () => verifyStored(db, dataDir, evidence.instanceKey),
    backUp: isKept ? () => backUp(db, dataDir, now()) : null,
    openHubs: (hubs) => TeamBudget.open({ ...hubs, ledger }),
    begin: async (services) => {
      heads = evidence.keepHead(commits, services)
      watch = isKept ? watchLedger(db, checked, { ...services, commits }) : null
    },
    stop: () => {
      heads?.stop()
      watch?.close()
    },
    close: async () => {
      await engine.close()
      // The last: nothing may follow the head that is written as the gateway stops.
      await heads?.close()
      db.close()
      if (watch && !watch.isUnsound) noteStop(dataDir, reportBug)
    },
  }
}

function touchLayout(db: Database): void {
  db.pragma(`user_version = ${Number(db.pragma('user_version', { simple: true }))}`)
}

// Some systems allow no colons in file names.
async function backUp(db: Database, dataDir: string, now: number): Promise<Backup> {
  const folder = join(dataDir, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const time = new Date(now).toISOString().replaceAll(':', '-')
  return await writeBackup(db, join(folder, `toolgate-${time}-${randomBytes(3).toString('hex')}.db`), now)
}

// Without the note the next start checks every page.
function noteStop(dataDir: string, reportBug: Services['reportBug']): void {
  try {
    noteCleanStop(dataDir, join(dataDir, DATABASE_FILE))
  } catch (error) {
    reportBug(error, 'stop')
  }
}
