import { hash, randomBytes } from 'node:crypto'
import type { Database, Statement } from 'better-sqlite3'
import { counted } from '../../src-shared/counted.ts'
import { FILE_LIMITS } from '../../src-shared/files/file-limits.ts'
import { FILE_URI, type UploadedFile } from '../../src-shared/files/file-reference.ts'
import { PerKeyQuota, type Amount } from '../storage/quota/per-key-quota.ts'
import { PruneTimer } from '../storage/quota/prune-timer.ts'
import { QuotaExceeded } from '../storage/quota/quota-exceeded.ts'
import type { StoredData } from '../storage/quota/stored-data.ts'
import { runWork } from '../storage/sqlite/run-work.ts'
import { one, run, statement, type Work } from '../storage/engine/work.ts'

/** Bytes counted for each file besides its content. */
const ROW_BYTES = 512
const MIB = 1024 * 1024

const USAGE = statement<{ key_id: string }, Amount>(
  'SELECT count(*) AS rows, coalesce(sum(bytes), 0) AS bytes FROM file WHERE key_id = :key_id',
)
const PRUNE = statement<{ at: number; rows: number }>(
  'DELETE FROM file WHERE seq IN (SELECT seq FROM file WHERE expires_at <= :at LIMIT :rows)',
)

/** A file to keep. */
export interface NewFile {
  readonly name: string
  readonly mediaType: string
  readonly content: Buffer
  /** Seconds until it ends. */
  readonly ttlSeconds: number
}

interface FileRow {
  readonly id: string
  readonly name: string
  readonly media_type: string
  readonly sha256: string
  readonly size: number
  readonly created_at: number
  readonly expires_at: number
}

/** What a key keeps, and may keep. */
export interface FileUsage {
  readonly files: number
  readonly bytes: number
  readonly max_files: number
  readonly max_bytes: number
}

/** The uploaded files of all keys. Each belongs to one key and ends by itself; what changes one is in a transaction. */
export class FileStore {
  readonly #now: () => number
  readonly #insert: Statement<(string | number)[]>
  readonly #insertContent: Statement<[string, Buffer]>
  readonly #list: Statement<[string, number], FileRow>
  readonly #find: Statement<[string, string, number], FileRow>
  readonly #content: Statement<[string], Buffer>
  readonly #remove: Statement<[string, string]>
  readonly #db: Database
  readonly #quota: PerKeyQuota
  readonly #pruning: PruneTimer

  /** @param now milliseconds since 1970 */
  constructor(db: Database, now: () => number, stored: StoredData) {
    this.#db = db
    this.#now = now
    const shown = 'id, name, media_type, sha256, size, created_at, expires_at'
    this.#insert = db.prepare(
      `INSERT INTO file (id, key_id, name, media_type, sha256, size, bytes, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#insertContent = db.prepare('INSERT INTO file_content (file, content) VALUES (?, ?)')
    this.#list = db.prepare(
      `SELECT ${shown} FROM file WHERE key_id = ? AND expires_at > ? ORDER BY seq DESC`,
    )
    this.#find = db.prepare(`SELECT ${shown} FROM file WHERE id = ? AND key_id = ? AND expires_at > ?`)
    this.#content = db.prepare<[string], Buffer>('SELECT content FROM file_content WHERE file = ?').pluck()
    this.#remove = db.prepare('DELETE FROM file WHERE id = ? AND key_id = ?')
    const most = { rows: FILE_LIMITS.perKey, bytes: FILE_LIMITS.bytesPerKey }
    this.#quota = new PerKeyQuota(most, (keyId) => one(USAGE, { key_id: keyId }), stored)
    this.#pruning = new PruneTimer((at, rows) => run(PRUNE, { at, rows }))
  }

  /**
   * Keeps a file. Nothing else is deleted for it: a caller may still need every file that it has uploaded.
   * @throws QuotaExceeded validation_error when the key keeps too much, storage_full when all keys together do
   */
  add(keyId: string, { name, mediaType, content, ttlSeconds }: NewFile): UploadedFile {
    const now = this.#now()
    runWork(this.#db, this.#pruning.prune(now))
    const bytes = ROW_BYTES + content.length
    if (!runWork(this.#db, this.#quota.makeRoom(keyId, nothing, { rows: 1, bytes })))
      throw this.#fullFor(keyId)
    const row: FileRow = {
      id: `file_${randomBytes(12).toString('hex')}`,
      name,
      media_type: mediaType,
      sha256: hash('sha256', content),
      size: content.length,
      created_at: now,
      expires_at: now + ttlSeconds * 1_000,
    }
    const { id, sha256, size, expires_at } = row
    this.#insert.run(id, keyId, name, mediaType, sha256, size, bytes, now, expires_at)
    this.#insertContent.run(id, content)
    return toUploadedFile(row)
  }

  /** The files of a key that have not ended, the newest first. */
  list(keyId: string): readonly UploadedFile[] {
    return this.#list.all(keyId, this.#now()).map(toUploadedFile)
  }

  /** A file of a key; null when there is none, it has ended, or it is another key's. */
  find(keyId: string, id: string): UploadedFile | null {
    const row = this.#find.get(id, keyId, this.#now())
    return row ? toUploadedFile(row) : null
  }

  /** The content of such a file. */
  read(keyId: string, id: string): Buffer | null {
    return this.find(keyId, id) && (this.#content.get(id) ?? null)
  }

  /** Deletes a file. @returns false when there is none */
  remove(keyId: string, id: string): boolean {
    return this.#remove.run(id, keyId).changes === 1
  }

  /** What a key keeps, files included that have ended and are not deleted yet. */
  usageOf(keyId: string): FileUsage {
    const { rows, bytes } = runWork(this.#db, one(USAGE, { key_id: keyId })) ?? { rows: 0, bytes: 0 }
    const most = this.#quota.mostOf(keyId)
    return { files: rows, bytes, max_files: most.rows, max_bytes: most.bytes }
  }

  #fullFor(keyId: string): QuotaExceeded {
    const { rows, bytes } = this.#quota.mostOf(keyId)
    return new QuotaExceeded(
      'validation_error',
      `A key may keep ${counted(rows, 'file')} and ${Math.floor(bytes / MIB)} MB of them. Delete some with ` +
        'DELETE /v1/files/{id}; GET /v1/files lists them.',
    )
  }
}

function* nothing(): Work<number> {
  return 0
}

function toUploadedFile(row: FileRow): UploadedFile {
  return {
    id: row.id,
    uri: FILE_URI + row.id,
    name: row.name,
    media_type: row.media_type,
    bytes: row.size,
    sha256: row.sha256,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
  }
}
