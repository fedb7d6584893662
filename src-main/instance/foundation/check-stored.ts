import type { Database } from 'better-sqlite3'
import { verifyAudit } from '../../accounts/verify-audit.ts'
import { verifyHeadInTurns, type StoredVerdict } from '../../evidence/check-head.ts'
import { readHeadFile } from '../../evidence/head-file.ts'
import { verifyLedgerInTurns, verifySincePlace, type StartCheck } from '../../ledger/verify-ledger.ts'
import type { Services } from '../../pipeline/services.ts'
import type { InstanceKey } from '../../receipts/instance-key.ts'
import { StartupError } from '../../storage/startup-error.ts'

/** Rows of the audit trail that a start checks; `toolgate ledger verify` checks all. */
const AUDIT_ROWS_AT_START = 50_000

/**
 * Checks the stored data, as far as it was not verified before. A ledger that does not add up must not be charged; an
 * incomplete audit trail is reported but does not stop the start.
 * @throws StartupError when the ledger does not add up
 */
export function checkStored(db: Database, dataDir: string, reportBug: Services['reportBug']): StartCheck {
  const started = verifySincePlace(db)
  const { ok, problems } = started.verdict
  if (!ok) throw new StartupError(unsound(dataDir, problems))
  for (const problem of verifyAudit(db, AUDIT_ROWS_AT_START).problems)
    reportBug(new Error(`The audit trail was tampered with or damaged: ${problem}`), 'start')
  return started
}

/** Checks the ledger, the end of the audit trail and the signed head while calls go on. */
export async function verifyStored(
  db: Database,
  dataDir: string,
  key: InstanceKey,
): Promise<StoredVerdict> {
  const ledger = await verifyLedgerInTurns(db)
  const audit = verifyAudit(db, AUDIT_ROWS_AT_START)
  if (dataDir === ':memory:') return { ledger, audit, head: null }
  const head = { text: readHeadFile(dataDir), trusted: key.publicKey }
  return { ledger, audit, head: await verifyHeadInTurns(db, head) }
}

function unsound(dataDir: string, problems: readonly string[]): string {
  return (
    `The ledger in ${dataDir} does not add up: ${problems.slice(0, 3).join('; ')}. Nothing was changed. ` +
    'Restore the database from a backup, or start a new instance in another folder.'
  )
}
