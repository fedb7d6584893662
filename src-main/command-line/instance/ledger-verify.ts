import { verifyAudit, type AuditVerdict } from '../../accounts/verify-audit.ts'
import { verifyLedger, type LedgerVerdict } from '../../ledger/verify-ledger.ts'
import { verifyReceipts } from '../../receipts/verify-receipts.ts'
import { readInstanceFile } from '../../data-folder/instance-file.ts'
import { openDatabase } from '../../storage/open-database.ts'
import { StartupError } from '../../storage/startup-error.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { reporting } from '../terminal/reporting.ts'
import { print } from '../terminal/terminal.ts'
import { counted } from '../../../src-shared/counted.ts'

/**
 * Checks a stopped instance's ledger, audit trail and receipts and prints the outcome.
 * @returns the exit code, 0 or 1
 */
export async function verifyLedgerOf(dataDir: string, json: boolean): Promise<number> {
  return await reporting(false, async () => verify(dataDir, json))
}

/** The problems of a stopped instance's ledger; empty when it adds up. */
export function checkLedgerOf(dataDir: string): readonly string[] {
  try {
    const db = openDatabase(dataDir)
    try {
      return verifyLedger(db).problems
    } finally {
      db.close()
    }
  } catch (error) {
    if (error instanceof StartupError) return [error.message]
    throw error
  }
}

function verify(dataDir: string, json: boolean): number {
  if (readInstanceFile(dataDir) === null) throw new StartupError(`There is no instance in ${dataDir}.`)
  const db = openDatabase(dataDir)
  try {
    const ledger = verifyLedger(db)
    const audit = verifyAudit(db)
    const receipts = verifyReceipts(db)
    const ok = ledger.ok && audit.ok && receipts.ok
    const text = json
      ? JSON.stringify({ ...ledger, ok, audit, receipts })
      : [ledgerText(ledger), auditText(audit), receiptsText(receipts)].join('\n')
    print(text)
    return ok ? EXIT.done : EXIT.failed
  } finally {
    db.close()
  }
}

function ledgerText({ ok, problems, accounts, entries }: LedgerVerdict): string {
  const scope = `${counted(entries, 'entry', 'entries')} of ${counted(accounts, 'account')}`
  if (ok) return `The ledger adds up: ${scope}; every balance is the sum of its entries.`
  return withProblems(`The ledger does not add up (${scope}):`, problems)
}

function receiptsText({ ok, problems, receipts }: ReturnType<typeof verifyReceipts>): string {
  if (ok) return `The receipts are complete: ${receipts}, each signed and linked to the one before.`
  return withProblems(`The receipts are not complete (${receipts} read):`, problems)
}

function auditText({ ok, problems, rows, head }: AuditVerdict): string {
  if (ok)
    return `The audit trail is complete: ${counted(rows, 'row')}; the hash of the last one is ${head}.`
  return withProblems(`The audit trail is not complete (${counted(rows, 'row')}):`, problems)
}

function withProblems(summary: string, problems: readonly string[]): string {
  return [summary, ...problems.map((problem) => `  ${problem}`)].join('\n')
}
