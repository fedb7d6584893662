import type { MemoryNamespace, SessionMemory } from '../tool-kit/tool-context.ts'
import { all, statement, type Work } from '../storage/engine/work.ts'

type Page = Parameters<SessionMemory['namespaces']>[0]

type NamespaceRow = Omit<MemoryNamespace, 'updated_at'> & { readonly updated_at: number }

const LIST = statement<{ key_id: string; after: string; now: number; rows: number }, NamespaceRow>(
  `SELECT namespace, count(*) AS entries, sum(bytes) AS bytes, max(updated_at) AS updated_at FROM memory
   WHERE key_id = :key_id AND namespace > :after AND (expires_at IS NULL OR expires_at > :now)
   GROUP BY namespace ORDER BY namespace LIMIT :rows`,
)

/**
 * A page of the namespaces that contain entries of a key, sorted by their bytes.
 * @param now milliseconds since 1970
 */
export function* namespacesOf(
  keyId: string,
  { limit, after = '' }: Page,
  now: number,
): Work<Awaited<ReturnType<SessionMemory['namespaces']>>> {
  const rows = yield* all(LIST, { key_id: keyId, after, now, rows: limit + 1 })
  const namespaces = rows
    .slice(0, limit)
    .map((row) => ({ ...row, updated_at: new Date(row.updated_at).toISOString() }))
  return { namespaces, more: rows.length > limit }
}
