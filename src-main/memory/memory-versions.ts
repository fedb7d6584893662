import type { MemoryVersion } from '../tool-kit/tool-context.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import { PerKeyQuota } from '../storage/quota/per-key-quota.ts'
import type { StoredData } from '../storage/quota/stored-data.ts'
import { all, run, statement, type Work } from '../storage/engine/work.ts'
import { spaceOf } from './memory-space.ts'

const MAX_BYTES_PER_KEY = 16 * 1024 * 1024
/** How many are deleted at once when a key has too many. */
const TRIM_ROWS = 50

interface VersionRow {
  readonly value: string
  readonly tags: string
  readonly set_at: number
}

const SELECT = statement<{ key_id: string; namespace: string; key: string; now: number }, VersionRow>(
  `SELECT version.value, version.tags, version.set_at FROM memory
   JOIN memory_version AS version ON version.memory_id = memory.id
   WHERE memory.key_id = :key_id AND namespace = :namespace AND key = :key
     AND (expires_at IS NULL OR expires_at > :now)
   ORDER BY version.id DESC`,
)
const TRIM = statement<{ key_id: string; rows: number }>(
  `DELETE FROM memory_version WHERE id IN
     (SELECT id FROM memory_version WHERE key_id = :key_id ORDER BY id LIMIT :rows)`,
)

/**
 * The previous values of entries. Triggers write a version when a value or its tags change, keep
 * the last ten of each entry, and drop them with their entry.
 */
export class MemoryVersions {
  readonly #quota: PerKeyQuota

  constructor(stored: StoredData) {
    this.#quota = new PerKeyQuota({ bytes: MAX_BYTES_PER_KEY }, spaceOf('version'), stored)
  }

  /** The earlier values of a living entry, latest first. @param now milliseconds since 1970 */
  *of(keyId: string, namespace: string, key: string, now: number): Work<MemoryVersion[]> {
    const rows = yield* all(SELECT, { key_id: keyId, namespace, key, now })
    return rows.map(({ value, tags, set_at }) => ({
      value: parseJson(value),
      // Written by SessionMemoryStore from a list of strings.
      tags: parseJson(tags) as readonly string[],
      set_at: new Date(set_at).toISOString(),
    }))
  }

  /** Drops the oldest versions of a key until they take no more than the key may keep: 16 MiB, or for a visitor 4. */
  *trim(keyId: string): Work<void> {
    yield* this.#quota.makeRoom(keyId, () => run(TRIM, { key_id: keyId, rows: TRIM_ROWS }))
  }
}
