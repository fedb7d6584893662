import type { Database } from 'better-sqlite3'
import type { Amount } from '../storage/quota/per-key-quota.ts'

/** How much a key keeps of one kind beside its entries, as triggers count it. */
export function spaceOf(
  db: Database,
  kind: 'counter' | 'message' | 'version',
): (keyId: string) => Amount | undefined {
  const select = db.prepare<[string, string], Amount>(
    'SELECT entries AS rows, bytes FROM memory_space WHERE key_id = ? AND kind = ?',
  )
  return (keyId) => select.get(keyId, kind)
}
