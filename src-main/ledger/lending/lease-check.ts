import type { Database } from 'better-sqlite3'
import { counted } from '../../../src-shared/counted.ts'

interface HeldRow {
  readonly id: string
  readonly held: number
  /** What it may spend at most; null for no limit. */
  readonly most: number | null
}

interface SpentRow {
  readonly id: string
  readonly name: string
  readonly spent: number
  readonly charged: number
}

const LEFT = 'instance.given - instance.spent - instance.freed'

/** Leases that hold more than there is, as sentences; the tables themselves keep each lease within what was given. */
export function leaseProblems(db: Database): string[] {
  const ofAccounts = db.prepare<[], HeldRow>(
    `SELECT account.id, sum(${LEFT}) AS held, account.balance AS most
     FROM instance LEFT JOIN sub_account ON sub_account.id = instance.key_id
     JOIN account ON account.id = coalesce(sub_account.payer, instance.key_id) GROUP BY account.id`,
  )
  const ofKeys = db.prepare<[], HeldRow>(
    `SELECT sub_account.id, sum(${LEFT}) AS held, sub_account.credit_limit - sub_account.spent AS most
     FROM instance JOIN sub_account ON sub_account.id = instance.key_id GROUP BY sub_account.id`,
  )
  return [...ofAccounts.all(), ...ofKeys.all()].flatMap(({ id, held, most }) =>
    most !== null && held > most
      ? [`Gateways hold ${counted(held, 'credit')} of ${id}, which has ${most}.`]
      : [],
  )
}

/** Gateways whose charges are not what their leases say they have spent, as sentences. */
export function leaseSpendingProblems(db: Database): string[] {
  // Their charges have ids that begin with the gateway's own and a colon; the semicolon is the character after it.
  const spending = db.prepare<[], SpentRow>(
    `SELECT id, name, spent, (SELECT 0 - coalesce(sum(credits), 0) FROM entry
       WHERE entry.id > instance.id || ':' AND entry.id < instance.id || ';') AS charged FROM instance`,
  )
  return spending
    .all()
    .flatMap(({ id, name, spent, charged }) =>
      spent === charged
        ? []
        : [`${name} (${id}) has spent ${spent} of its leases, but its charges add up to ${charged}.`],
    )
}
