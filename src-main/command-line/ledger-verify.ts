import { verifyLedger } from '../ledger/verify-ledger.ts'
import { verifyReceipts } from '../receipts/verify-receipts.ts'
import { readInstanceFile } from '../storage/instance-file.ts'
import { openDatabase } from '../storage/open-database.ts'
import { StartupError } from '../storage/startup-error.ts'

/** Checks a stopped instance's ledger and its receipts and says the outcome. @returns the exit code, 0 or 1 */
export function verifyLedgerOf(dataDir: string, json: boolean): number {
  try {
    return verify(dataDir, json)
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    process.stderr.write(`${error.message}\n`)
    return error.exitCode
  }
}

function verify(dataDir: string, json: boolean): number {
  if (readInstanceFile(dataDir) === null) throw new StartupError(`There is no instance in ${dataDir}.`)
  const db = openDatabase(dataDir)
  try {
    const ledger = verifyLedger(db)
    const receipts = verifyReceipts(db)
    const ok = ledger.ok && receipts.ok
    if (json) {
      const problems = [...ledger.problems, ...receipts.problems]
      process.stdout.write(`${JSON.stringify({ ...ledger, ...receipts, ok, problems })}\n`)
    } else process.stdout.write(`${toText(ledger)}\n${receiptsText(receipts)}\n`)
    return ok ? 0 : 1
  } finally {
    db.close()
  }
}

function toText({ ok, problems, accounts, entries }: ReturnType<typeof verifyLedger>): string {
  const scope = `${entries} entries of ${accounts} accounts`
  if (ok) return `The ledger adds up: ${scope}; every balance is the sum of its entries.`
  return [`The ledger does not add up (${scope}):`, ...problems.map((problem) => `  ${problem}`)].join('\n')
}

function receiptsText({ ok, problems, receipts }: ReturnType<typeof verifyReceipts>): string {
  if (ok) return `The receipts are whole: ${receipts}, each signed and naming the one before.`
  return [
    `The receipts are not whole (${receipts} read):`,
    ...problems.map((problem) => `  ${problem}`),
  ].join('\n')
}
