import { hash, randomBytes } from 'node:crypto'
import { counted } from '../../src-shared/counted.ts'
import { FILE_LIMITS } from '../../src-shared/files/file-limits.ts'
import { FILE_URI, type UploadedFile } from '../../src-shared/files/file-reference.ts'
import { PerKeyQuota, type Amount } from '../storage/quota/per-key-quota.ts'
import { PruneTimer } from '../storage/quota/prune-timer.ts'
import { QuotaExceeded } from '../storage/quota/quota-exceeded.ts'
import type { StoredData } from '../storage/quota/stored-data.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { all, one, run, statement, type Work } from '../storage/engine/work.ts'

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

type FileRow = {
  readonly id: string
  readonly name: string
  readonly media_type: string
  readonly sha256: string
  readonly size: number
  readonly created_at: number
  readonly expires_at: number
}

type Place = { readonly id: string; readonly key_id: string }

const SHOWN = 'id, name, media_type, sha256, size, created_at, expires_at'
const INSERT = statement<FileRow & { key_id: string; bytes: number }>(
  `INSERT INTO file (id, key_id, name, media_type, sha256, size, bytes, created_at, expires_at)
   VALUES (:id, :key_id, :name, :media_type, :sha256, :size, :bytes, :created_at, :expires_at)`,
)
const INSERT_CONTENT = statement<{ id: string; content: Buffer }>(
  'INSERT INTO file_content (file, content) VALUES (:id, :content)',
)
const LIST = statement<{ key_id: string; now: number }, FileRow>(
  `SELECT ${SHOWN} FROM file WHERE key_id = :key_id AND expires_at > :now ORDER BY seq DESC`,
)
const FIND = statement<Place & { now: number }, FileRow>(
  `SELECT ${SHOWN} FROM file WHERE id = :id AND key_id = :key_id AND expires_at > :now`,
)
const CONTENT = statement<{ id: string }, { content: Buffer }>(
  'SELECT content FROM file_content WHERE file = :id',
)
const REMOVE = statement<Place>('DELETE FROM file WHERE id = :id AND key_id = :key_id')

/** What a key keeps, and may keep. */
export interface FileUsage {
  readonly files: number
  readonly bytes: number
  readonly max_files: number
  readonly max_bytes: number
}

/** The uploaded files of all keys. Each belongs to one key and ends by itself. */
export class FileStore {
  readonly #engine: Engine
  readonly #now: () => number
  readonly #quota: PerKeyQuota
  readonly #pruning: PruneTimer

  /** @param now milliseconds since 1970 */
  constructor(engine: Engine, now: () => number, stored: StoredData) {
    this.#engine = engine
    this.#now = now
    const most = { rows: FILE_LIMITS.perKey, bytes: FILE_LIMITS.bytesPerKey }
    this.#quota = new PerKeyQuota(most, (keyId) => one(USAGE, { key_id: keyId }), stored)
    this.#pruning = new PruneTimer((at, rows) => run(PRUNE, { at, rows }))
  }

  /**
   * Keeps a file. Nothing else is deleted for it: a caller may still need every file that it has uploaded.
   * @throws QuotaExceeded validation_error when the key keeps too much, storage_full when all keys together do
   */
  async add(keyId: string, { name, mediaType, content, ttlSeconds }: NewFile): Promise<UploadedFile> {
    const now = this.#now()
    const row: FileRow = {
      id: `file_${randomBytes(12).toString('hex')}`,
      name,
      media_type: mediaType,
      sha256: hash('sha256', content),
      size: content.length,
      created_at: now,
      expires_at: now + ttlSeconds * 1_000,
    }
    await this.#engine.write(keyId, () => this.#insert(keyId, row, content))
    return toUploadedFile(row)
  }

  *#insert(keyId: string, row: FileRow, content: Buffer): Work<void> {
    yield* this.#pruning.prune(row.created_at)
    const bytes = ROW_BYTES + content.length
    if (!(yield* this.#quota.makeRoom(keyId, nothing, { rows: 1, bytes }))) throw this.#fullFor(keyId)
    yield* run(INSERT, { ...row, key_id: keyId, bytes })
    yield* run(INSERT_CONTENT, { id: row.id, content })
  }

  /** The files of a key that have not ended, the newest first. */
  async list(keyId: string): Promise<readonly UploadedFile[]> {
    const rows = await this.#engine.read(() => all(LIST, { key_id: keyId, now: this.#now() }))
    return rows.map(toUploadedFile)
  }

  /** A file of a key; null when there is none, it has ended, or it is another key's. */
  async find(keyId: string, id: string): Promise<UploadedFile | null> {
    const place = { id, key_id: keyId, now: this.#now() }
    const row = await this.#engine.read(() => one(FIND, place))
    return row ? toUploadedFile(row) : null
  }

  /** The content of such a file. */
  async read(keyId: string, id: string): Promise<Buffer | null> {
    if (!(await this.find(keyId, id))) return null
    return (await this.#engine.read(() => one(CONTENT, { id })))?.content ?? null
  }

  /** Deletes a file. @returns false when there is none */
  async remove(keyId: string, id: string): Promise<boolean> {
    return (await this.#engine.write(keyId, () => run(REMOVE, { id, key_id: keyId }))) === 1
  }

  /** What a key keeps, files included that have ended and are not deleted yet. */
  async usageOf(keyId: string): Promise<FileUsage> {
    const used = await this.#engine.read(() => one(USAGE, { key_id: keyId }))
    const { rows, bytes } = used ?? { rows: 0, bytes: 0 }
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
