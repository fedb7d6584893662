import type { Database, Statement } from 'better-sqlite3'
import { GatewayError } from '../../src-shared/errors.ts'
import {
  MAX_SAVED_BATCHES,
  MAX_SAVED_BYTES,
  MAX_SAVED_BYTES_PER_KEY,
  type BatchOptions,
  type NewSavedRow,
  type SavedBatch,
  type SavedOutcome,
  type SavedRow,
} from '../../src-shared/saved-batch.ts'
import { type BatchRow, type RowRow, toSavedBatch, toSavedRow } from './batch-row.ts'
import { PerKeyQuota, type Amount } from './quota/per-key-quota.ts'
import type { StoredData } from './quota/stored-data.ts'
import { runWork } from './sqlite/run-work.ts'
import { one, run, statement } from './engine/work.ts'

/** A result longer than this is not kept with its row. */
const MAX_RESULT_BYTES = 256 * 1024
/** Bytes counted for each run and row besides its texts, so that many small ones are limited too. */
const ROW_BYTES = 200
/** The most bytes in one page of rows, so that a browser can read an answer at once. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024
/** How long a deletion can be undone. */
const DELETED_KEPT_MS = 60 * 60 * 1_000

const USAGE = statement<{ key_id: string }, Amount>(
  'SELECT count(*) AS rows, coalesce(sum(bytes), 0) AS bytes FROM batch WHERE key_id = :key_id',
)
const FORGET_OLDEST = statement<{ key_id: string; except: number }>(
  `DELETE FROM batch WHERE seq = (SELECT seq FROM batch WHERE key_id = :key_id AND seq <> :except
     ORDER BY deleted_at IS NULL, updated_at LIMIT 1)`,
)

/** The fields of a new run. */
export interface NewBatch extends Pick<SavedBatch, 'name' | 'source' | 'options'> {
  readonly id: string
}

/** The saved runs of all keys. Methods that change one must run in a transaction. */
export class BatchStore {
  readonly #now: () => number
  readonly #insert: Statement<(string | number)[]>
  readonly #list: Statement<[string], BatchRow>
  readonly #find: Statement<[string, string], BatchRow>
  readonly #change: Statement<[string, string, number, number]>
  readonly #touch: Statement<[number, number]>
  readonly #putRow: Statement<(string | number | null)[]>
  readonly #putOutcome: Statement<(string | number | null)[]>
  readonly #rows: Statement<[number, number, number], RowRow>
  readonly #mark: Statement<[number, string, string]>
  readonly #unmark: Statement<[string, string, number]>
  readonly #purge: Statement<[number]>
  readonly #db: Database
  readonly #quota: PerKeyQuota
  readonly #stored: StoredData

  /** @param now milliseconds since 1970 */
  constructor(db: Database, now: () => number, stored: StoredData) {
    this.#db = db
    this.#now = now
    this.#stored = stored
    this.#insert = db.prepare(
      `INSERT INTO batch (id, key_id, name, source, options, bytes, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    this.#list = db.prepare(
      'SELECT * FROM batch WHERE key_id = ? AND deleted_at IS NULL ORDER BY updated_at DESC, seq DESC',
    )
    this.#find = db.prepare('SELECT * FROM batch WHERE key_id = ? AND id = ? AND deleted_at IS NULL')
    this.#change = db.prepare('UPDATE batch SET name = ?, options = ?, updated_at = ? WHERE seq = ?')
    this.#touch = db.prepare('UPDATE batch SET updated_at = ? WHERE seq = ?')
    // A changed input makes a new row, so the outcome of the old one is cleared.
    this.#putRow = db.prepare(
      `INSERT INTO batch_row (batch, position, slug, input, label, cells, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (batch, position) DO UPDATE SET slug = excluded.slug, input = excluded.input,
         label = excluded.label, cells = excluded.cells, bytes = excluded.bytes, state = 'ready',
         chunk = NULL, sent_at = NULL, request_id = NULL, credits = 0, latency_ms = NULL, result = NULL, error = NULL`,
    )
    this.#putOutcome = db.prepare(
      `UPDATE batch_row SET state = ?, chunk = ?, sent_at = ?, request_id = ?, credits = ?, latency_ms = ?,
         bytes = bytes - coalesce(octet_length(result), 0) - coalesce(octet_length(error), 0) + ?,
         result = ?, error = ? WHERE batch = ? AND position = ?`,
    )
    this.#rows = db.prepare(
      'SELECT * FROM batch_row WHERE batch = ? AND position >= ? ORDER BY position LIMIT ?',
    )
    this.#mark = db.prepare('UPDATE batch SET deleted_at = ? WHERE key_id = ? AND id = ?')
    this.#unmark = db.prepare(
      `UPDATE batch SET deleted_at = NULL
       WHERE key_id = ? AND id = ? AND (deleted_at IS NULL OR deleted_at > ?)`,
    )
    this.#purge = db.prepare('DELETE FROM batch WHERE deleted_at <= ?')
    const most = { rows: MAX_SAVED_BATCHES, bytes: MAX_SAVED_BYTES_PER_KEY }
    this.#quota = new PerKeyQuota(most, (keyId) => one(USAGE, { key_id: keyId }), stored)
    // Runs deleted before the last stop must not stay until another run is saved.
    this.#purgeDeleted()
  }

  /** The runs of a key, the last changed first. */
  list(keyId: string): readonly SavedBatch[] {
    return this.#list.all(keyId).map(toSavedBatch)
  }

  /** @throws GatewayError not_found when this key has no such run */
  find(keyId: string, id: string): SavedBatch {
    return toSavedBatch(this.#rowOf(keyId, id))
  }

  /**
   * Creates a run without rows, deleting the oldest runs if there is no room.
   * @throws QuotaExceeded storage_full when all keys together store too much
   */
  create(keyId: string, { id, name, source, options }: NewBatch): void {
    const now = this.#now()
    this.#purgeDeleted()
    const bytes = ROW_BYTES + Buffer.byteLength(name) + Buffer.byteLength(source)
    const { lastInsertRowid } = this.#insert.run(
      ...[id, keyId, name, source, JSON.stringify(options), bytes, now, now],
    )
    this.#makeRoom(keyId, Number(lastInsertRowid))
    runWork(this.#db, this.#stored.refuseFull(keyId, 0))
  }

  /** Changes a run's name and options. @throws GatewayError not_found */
  change(keyId: string, id: string, to: { readonly name: string; readonly options: BatchOptions }): void {
    this.#change.run(to.name, JSON.stringify(to.options), this.#now(), this.#rowOf(keyId, id).seq)
  }

  /** Adds or replaces rows. @throws GatewayError not_found, payload_too_large, storage_full */
  putRows(keyId: string, id: string, rows: readonly NewSavedRow[]): void {
    const { seq } = this.#rowOf(keyId, id)
    for (const { position, slug, input, label, cells } of rows) {
      const texts = [slug, input, label, cells ?? '']
      const bytes = ROW_BYTES + texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
      this.#putRow.run(seq, position, slug, input, label, cells, bytes)
    }
    this.#touch.run(this.#now(), seq)
    if (this.#rowOf(keyId, id).bytes > MAX_SAVED_BYTES) {
      throw new GatewayError(
        'payload_too_large',
        `A saved run can have at most ${MAX_SAVED_BYTES} bytes. Split the table, or run it without saving.`,
        { limit: MAX_SAVED_BYTES },
      )
    }
    this.#makeRoom(keyId, seq)
    runWork(this.#db, this.#stored.refuseFull(keyId, 0))
  }

  /**
   * Saves the outcomes of rows. A result that is too large is left out.
   * @returns how many were left out
   * @throws GatewayError not_found
   */
  putOutcomes(keyId: string, id: string, outcomes: readonly SavedOutcome[]): number {
    const batch = this.#rowOf(keyId, id)
    let leftOut = 0
    let room = Math.min(MAX_SAVED_BYTES - batch.bytes, runWork(this.#db, this.#stored.roomFor(keyId)))
    for (const outcome of outcomes) {
      const resultBytes = outcome.result === null ? 0 : Buffer.byteLength(outcome.result)
      const fits = resultBytes <= Math.min(MAX_RESULT_BYTES, room)
      const result = fits ? outcome.result : null
      if (!fits) leftOut++
      const error = outcome.error === null ? null : JSON.stringify(outcome.error)
      const bytes = (fits ? resultBytes : 0) + (error === null ? 0 : Buffer.byteLength(error))
      room -= bytes
      const { state, chunk, sent_at, request_id, credits, latency_ms, position } = outcome
      this.#putOutcome.run(
        ...[state, chunk, sent_at, request_id, credits, latency_ms, bytes, result, error],
        ...[batch.seq, position],
      )
    }
    this.#touch.run(this.#now(), batch.seq)
    this.#makeRoom(keyId, batch.seq)
    return leftOut
  }

  /**
   * Rows of a run from a position on.
   * @returns fewer than `limit` when their texts are long; `next` is where the next page begins, or null
   * @throws GatewayError not_found
   */
  rows(
    keyId: string,
    id: string,
    from: number,
    limit: number,
  ): { readonly rows: readonly SavedRow[]; readonly next: number | null } {
    const { seq } = this.#rowOf(keyId, id)
    const rows: SavedRow[] = []
    let bytes = 0
    for (const row of this.#rows.iterate(seq, from, limit + 1)) {
      bytes += row.bytes
      if (rows.length === limit || (bytes > MAX_PAGE_BYTES && rows.length > 0))
        return { rows, next: row.position }
      rows.push(toSavedRow(row))
    }
    return { rows, next: null }
  }

  /** Deletes a run; it can be restored for an hour. @throws GatewayError not_found */
  remove(keyId: string, id: string): void {
    this.#purgeDeleted()
    this.#rowOf(keyId, id)
    this.#mark.run(this.#now(), keyId, id)
  }

  /** Restores a deleted run. @throws GatewayError not_found when it is gone */
  restore(keyId: string, id: string): void {
    const oldest = this.#now() - DELETED_KEPT_MS
    if (this.#unmark.run(keyId, id, oldest).changes === 0) throw noSuchRun()
  }

  #purgeDeleted(): void {
    this.#purge.run(this.#now() - DELETED_KEPT_MS)
  }

  #rowOf(keyId: string, id: string): BatchRow {
    const row = this.#find.get(keyId, id)
    if (!row) throw noSuchRun()
    return row
  }

  #makeRoom(keyId: string, except: number): void {
    runWork(
      this.#db,
      this.#quota.makeRoom(keyId, () => run(FORGET_OLDEST, { key_id: keyId, except })),
    )
  }
}

function noSuchRun(): GatewayError {
  return new GatewayError(
    'not_found',
    'There is no run with this id; it may have been deleted. GET /app/batches lists the saved runs.',
  )
}
