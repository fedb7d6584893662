import type { Database } from 'better-sqlite3'
import type { AuditAction } from '../accounts/audit-row.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import type { HeadProblem } from './check-tables.ts'
import type { HeadStatement } from './head.ts'
import { KeyRecords, type KeyRecord } from './key-records.ts'

/** What the audit trail says of each key after the head was written. */
type Acts = ReadonlyMap<string, ReadonlySet<AuditAction>>

/** For the acts that concern every key. */
const ALL = '*'

/**
 * Compares what the keys grant with what a head states. A head that the gateway did not write as it stopped may be
 * older than the database, so it may differ where the audit trail records a change after it.
 */
export function checkKeys(db: Database, said: HeadStatement): HeadProblem[] {
  const acts: Acts = said.final ? new Map() : actsAfter(db, said.audit.last?.[0] ?? 0)
  const found = new KeyRecords(db).all()
  const known = new Map(Object.entries(said.keys))
  const problems: string[] = []
  for (const [id, record] of found) {
    const before = known.get(id)
    const did = (action: AuditAction) =>
      acts.get(id)?.has(action) === true || acts.get(ALL)?.has(action) === true
    if (before) problems.push(...differences(id, before, record, did))
    else if (!did('key.created') && !did('key.signed_up')) problems.push(`The key ${id} was added.`)
  }
  for (const id of known.keys()) if (!found.has(id)) problems.push(`The key ${id} is gone.`)
  return problems.map((text) => ({ kind: 'keys', text }))
}

/** The acts after which a key may grant something else. */
const CHANGES: readonly AuditAction[] = [
  'key.rules_set',
  'key.rate_limit_set',
  'key.credit_limit_raised',
  'key.tool_added',
  'key.source_granted',
  'key.source_taken',
  'key.adopted',
  // A key that makes another may hand over a part of its own credit limit.
  'key.created',
]

function differences(
  id: string,
  before: KeyRecord,
  now: KeyRecord,
  did: (action: AuditAction) => boolean,
): string[] {
  const problems: string[] = []
  if (before.permissions !== now.permissions)
    problems.push(`The key ${id} had the permissions ${before.permissions} and has ${now.permissions} now.`)
  if (before.state !== now.state && !isRecorded(before, now, did))
    problems.push(`The key ${id} was ${before.state} and is ${now.state} now.`)
  if (before.digest !== now.digest && !CHANGES.some(did))
    problems.push(`The scopes, limits, rules, expiry, maker or secret of the key ${id} were changed.`)
  return problems
}

function isRecorded(before: KeyRecord, now: KeyRecord, did: (action: AuditAction) => boolean): boolean {
  if (before.state === 'revoked') return false
  if (now.state === 'revoked') return did('key.revoked')
  return now.state === 'suspended' ? did('instance.restored') : did('key.confirmed')
}

function actsAfter(db: Database, seq: number): Acts {
  const acts = new Map<string, Set<AuditAction>>()
  const note = (id: unknown, action: AuditAction) => {
    if (typeof id !== 'string') return
    acts.set(id, (acts.get(id) ?? new Set()).add(action))
  }
  const rows = db.prepare<[number], { action: AuditAction; body: string }>(
    'SELECT action, body FROM audit WHERE seq > ? ORDER BY seq',
  )
  for (const { action, body } of rows.iterate(seq)) {
    // The table accepts only JSON, and its chain is checked beside this.
    const { target, detail } = parseJson(body) as { target: unknown; detail?: { made_by?: unknown } }
    note(target, action)
    note(detail?.made_by, action)
    if (action === 'instance.restored') note(ALL, action)
  }
  return acts
}
