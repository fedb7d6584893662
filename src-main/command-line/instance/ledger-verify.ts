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
 * Checks a stopped instance's ledger, audit trail and receipts and says the outcome.
 * @returns the exit code, 0 or 1
 */
export async function verifyLedgerOf(dataDir: string, json: boolean): Promise<number> {
  return await reporting(false, async () => verify(dataDir, json))
}

/** What is wrong with the ledger of a stopped instance; nothing when it adds up. */
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
  if (ok) return `The receipts are whole: ${receipts}, each signed and naming the one before.`
  return withProblems(`The receipts are not whole (${receipts} read):`, problems)
}

function auditText({ ok, problems, rows, head }: AuditVerdict): string {
  if (ok) return `The audit trail is whole: ${counted(rows, 'row')}, the last one's hash is ${head}.`
  return withProblems(`The audit trail is not whole (${counted(rows, 'row')}):`, problems)
}

function withProblems(summary: string, problems: readonly string[]): string {
  return [summary, ...problems.map((problem) => `  ${problem}`)].join('\n')
}
