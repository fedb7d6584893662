import { readFileSync } from 'node:fs'
import { verifyAudit, type AuditVerdict } from '../../accounts/verify-audit.ts'
import type { LedgerVerdict } from '../../ledger/ledger-check.ts'
import { verifyLedger } from '../../ledger/verify-ledger.ts'
import { verifyHead, type HeadSource, type HeadVerdict } from '../../evidence/check-head.ts'
import { readHeadFile } from '../../evidence/head-file.ts'
import { InstanceKey } from '../../receipts/instance-key.ts'
import { verifyReceipts, type ReceiptsVerdict } from '../../receipts/verify-receipts.ts'
import { readInstanceFile } from '../../data-folder/instance-file.ts'
import { openDatabase } from '../../storage/open-database.ts'
import { StartupError } from '../../storage/startup-error.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { reporting } from '../terminal/reporting.ts'
import { print } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { counted } from '../../../src-shared/counted.ts'

/**
 * Checks a stopped instance's ledger, audit trail, receipts and keys and prints the outcome.
 * @param headFile a head that was kept elsewhere; without it the one beside the database counts
 * @returns the exit code, 0 or 1
 */
export async function verifyLedgerOf(
  dataDir: string,
  { json, headFile }: { readonly json: boolean; readonly headFile?: string | undefined },
): Promise<number> {
  return await reporting(false, async () => verify(dataDir, json, headFile))
}

/** Prints the signed head of an instance, running or not, so that it can be kept elsewhere. @returns the exit code */
export async function printHeadOf(dataDir: string): Promise<number> {
  return await reporting(false, async () => {
    const text = readHeadFile(dataDir)
    if (text === null)
      throw new StartupError(`There is no signed head in ${dataDir}. The first start writes it.`)
    print(text.trimEnd())
  })
}

/** The problems of a stopped instance's ledger and of its signed head; empty when it adds up and continues the head. */
export function checkLedgerOf(dataDir: string): readonly string[] {
  try {
    const db = openDatabase(dataDir)
    try {
      return [...verifyLedger(db).problems, ...verifyHead(db, headSource(dataDir, undefined)).problems]
    } finally {
      db.close()
    }
  } catch (error) {
    if (error instanceof StartupError) return [error.message]
    throw error
  }
}

function verify(dataDir: string, json: boolean, headFile: string | undefined): number {
  if (readInstanceFile(dataDir) === null) throw new StartupError(`There is no instance in ${dataDir}.`)
  const db = openDatabase(dataDir)
  try {
    const ledger = verifyLedger(db)
    const audit = verifyAudit(db)
    const receipts = verifyReceipts(db)
    const head = verifyHead(db, headSource(dataDir, headFile))
    const ok = ledger.ok && audit.ok && receipts.ok && head.ok
    const text = json
      ? JSON.stringify({ ...ledger, ok, audit, receipts, head })
      : [ledgerText(ledger), auditText(audit), receiptsText(receipts), headText(head)].join('\n')
    print(text)
    return ok ? EXIT.done : EXIT.failed
  } finally {
    db.close()
  }
}

/** The verdict about a ledger, for people. */
export function ledgerText({ ok, problems, accounts, entries }: LedgerVerdict): string {
  const scope = `${counted(entries, 'entry', 'entries')} of ${counted(accounts, 'account')}`
  if (ok) return `The ledger adds up: ${scope}; every balance is the sum of its entries.`
  return withProblems(`The ledger does not add up (${scope}):`, problems)
}

/** The verdict about receipts, for people. */
export function receiptsText({ ok, problems, receipts }: ReceiptsVerdict): string {
  if (ok) return `The receipts are complete: ${receipts}, each signed and linked to the one before.`
  return withProblems(`The receipts are not complete (${receipts} read):`, problems)
}

/** The verdict about an audit trail, for people. */
export function auditText({ ok, problems, rows, head }: AuditVerdict): string {
  if (ok)
    return `The audit trail is complete: ${counted(rows, 'row')}; the hash of the last one is ${head}.`
  return withProblems(`The audit trail is not complete (${counted(rows, 'row')}):`, problems)
}

function headSource(dataDir: string, headFile: string | undefined): HeadSource {
  if (headFile !== undefined) return { text: readText(headFile), trusted: null }
  const text = readHeadFile(dataDir)
  // Asking for the key would make one where there is none.
  return { text, trusted: text === null ? null : new InstanceKey(dataDir).publicKey }
}

function headText({ ok, problems, written_at, restores }: HeadVerdict): string {
  const epochs = restores.map(({ epoch, at, detail }) => `  Epoch ${epoch} began at ${at}: ${detail}`)
  const summary = ok
    ? written_at === null
      ? 'There is no signed head yet; the first start writes it.'
      : `Nothing was changed behind the gateway's back: ledger, audit trail, receipts and keys continue the head signed at ${written_at}.`
    : withProblems('The database does not continue its signed head:', problems)
  return [summary, ...epochs].join('\n')
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function withProblems(summary: string, problems: readonly string[]): string {
  return [summary, ...problems.map((problem) => `  ${problem}`)].join('\n')
}
