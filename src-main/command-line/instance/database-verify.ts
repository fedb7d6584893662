import type { AuditVerdict } from '../../accounts/verify-audit.ts'
import { verifyAuditRows } from '../../accounts/verify-audit-rows.ts'
import type { LedgerVerdict } from '../../ledger/ledger-check.ts'
import { verifyLeases } from '../../ledger/postgres/verify-leases.ts'
import { verifyReceiptRows } from '../../receipts/verify-receipt-rows.ts'
import type { ReceiptsVerdict } from '../../receipts/verify-receipts.ts'
import type { Work } from '../../storage/engine/work.ts'
import { postgresCodeOf, type Place } from '../../storage/postgres/connection.ts'
import { PostgresEngine } from '../../storage/postgres/postgres-engine.ts'
import { StartupError } from '../../storage/startup-error.ts'
import { readPlace, type DatabaseArguments } from '../serve/database-options.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { reporting } from '../terminal/reporting.ts'
import { print } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { auditText, ledgerText, receiptsText } from './ledger-verify.ts'

/** The server knows no table of this name. */
const NO_TABLE = '42P01'
/** For how long a server that does not answer is asked. */
const PATIENCE_MS = 2_000

interface Asked extends DatabaseArguments {
  readonly head?: string | undefined
  readonly json?: boolean | undefined
}

/**
 * Checks the ledger, the audit trail and the receipts of a PostgreSQL at one moment, and prints the outcome.
 * @returns the exit code; null when neither arguments nor variables name a database
 */
export async function verifyDatabase(asked: Asked, env: NodeJS.ProcessEnv): Promise<number | null> {
  let isNamed = true
  const code = await reporting(false, async () => {
    const place = readPlace(asked, env)
    isNamed = place !== null
    if (place && asked.head !== undefined)
      throw new UsageError('--head is of a data folder: no signed head is beside a PostgreSQL.')
    return place ? await verify(place, asked.json === true) : EXIT.done
  })
  return isNamed ? code : null
}

async function verify(place: Place, json: boolean): Promise<number> {
  const { ledger, audit, receipts } = await read(place)
  const ok = ledger.ok && audit.ok && receipts.ok
  print(
    json
      ? JSON.stringify({ ...ledger, ok, audit, receipts })
      : [ledgerText(ledger), auditText(audit), receiptsText(receipts)].join('\n'),
  )
  return ok ? EXIT.done : EXIT.failed
}

async function read(place: Place) {
  const engine = new PostgresEngine(place, { patienceMs: PATIENCE_MS })
  try {
    return await engine.read(verdicts)
  } catch (error) {
    if (postgresCodeOf(error) !== NO_TABLE) throw error
    throw new StartupError(
      `No gateway has kept its data in the schema ${place.schema} of this database yet.`,
      {
        cause: error,
      },
    )
  } finally {
    await engine.close()
  }
}

function* verdicts(): Work<{
  readonly ledger: LedgerVerdict
  readonly audit: AuditVerdict
  readonly receipts: ReceiptsVerdict
}> {
  return {
    ledger: yield* verifyLeases(),
    audit: yield* verifyAuditRows(),
    receipts: yield* verifyReceiptRows(),
  }
}
