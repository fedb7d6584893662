import type { Amount } from '../storage/quota/per-key-quota.ts'
import { one, statement, type Work } from '../storage/engine/work.ts'

const SPACE = statement<{ key_id: string; kind: string }, Amount>(
  'SELECT entries AS rows, bytes FROM memory_space WHERE key_id = :key_id AND kind = :kind',
)

/** How much a key keeps of one kind beside its entries, as triggers count it. */
export function spaceOf(
  kind: 'counter' | 'message' | 'version',
): (keyId: string) => Work<Amount | undefined> {
  return (keyId) => one(SPACE, { key_id: keyId, kind })
}
