import type { Database, Statement } from 'better-sqlite3'
import type { MemoryNamespace, SessionMemory } from '../tool-kit/tool-context.ts'

type Page = Parameters<SessionMemory['namespaces']>[0]

type NamespaceRow = Omit<MemoryNamespace, 'updated_at'> & { readonly updated_at: number }

/** The namespaces that contain entries of a key. */
export class MemoryNamespaces {
  readonly #list: Statement<[string, string, number, number], NamespaceRow>

  constructor(db: Database) {
    this.#list = db.prepare(
      `SELECT namespace, count(*) AS entries, sum(bytes) AS bytes, max(updated_at) AS updated_at FROM memory
       WHERE key_id = ? AND namespace > ? AND (expires_at IS NULL OR expires_at > ?)
       GROUP BY namespace ORDER BY namespace LIMIT ?`,
    )
  }

  /** A page of them, sorted by their bytes. @param now milliseconds since 1970 */
  page(keyId: string, { limit, after = '' }: Page, now: number): ReturnType<SessionMemory['namespaces']> {
    const rows = this.#list.all(keyId, after, now, limit + 1)
    const namespaces = rows
      .slice(0, limit)
      .map((row) => ({ ...row, updated_at: new Date(row.updated_at).toISOString() }))
    return { namespaces, more: rows.length > limit }
  }
}
