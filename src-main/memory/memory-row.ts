import type { MemoryListed, MemoryRecord } from '../tool-kit/tool-context.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** The columns of a stored entry without its value. Times are milliseconds since 1970. */
export interface ListedRow {
  readonly id: number
  readonly namespace: string
  readonly key: string
  readonly tags: string
  readonly bytes: number
  readonly created_at: number
  readonly updated_at: number
  readonly expires_at: number | null
}

/** The same with the value, as JSON. */
export type MemoryRow = Omit<ListedRow, 'id' | 'namespace' | 'key'> & { readonly value: string }

/** An entry as a list shows it. */
export function toListed(row: ListedRow): MemoryListed {
  const { namespace, key, bytes } = row
  return { namespace, key, bytes, ...tagsAndTimesOf(row) }
}

/** An entry with its value. */
export function toRecord(namespace: string, key: string, row: MemoryRow): MemoryRecord {
  return { namespace, key, value: parseJson(row.value), ...tagsAndTimesOf(row) }
}

/** Whether an entry has not expired. @param now milliseconds since 1970 */
export function isAlive(row: Pick<MemoryRow, 'expires_at'>, now: number): boolean {
  return row.expires_at === null || row.expires_at > now
}

function tagsAndTimesOf(
  row: Omit<MemoryRow, 'value' | 'bytes'>,
): Pick<MemoryRecord, 'tags' | 'created_at' | 'updated_at' | 'expires_at'> {
  return {
    // Written by SessionMemoryStore from a list of strings.
    tags: parseJson(row.tags) as readonly string[],
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    expires_at: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
  }
}
