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
import type { Engine } from './engine/engine.ts'
import { all, one, run, statement, type Work } from './engine/work.ts'

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

type Place = { readonly key_id: string; readonly id: string }

const INSERT = statement<
  Place & { name: string; source: string; options: string; bytes: number; now: number },
  { seq: number }
>(
  `INSERT INTO batch (id, key_id, name, source, options, bytes, created_at, updated_at)
   VALUES (:id, :key_id, :name, :source, :options, :bytes, :now, :now) RETURNING seq`,
)
const LIST = statement<{ key_id: string }, BatchRow>(
  'SELECT * FROM batch WHERE key_id = :key_id AND deleted_at IS NULL ORDER BY updated_at DESC, seq DESC',
)
const FIND = statement<Place, BatchRow>(
  'SELECT * FROM batch WHERE key_id = :key_id AND id = :id AND deleted_at IS NULL',
)
const CHANGE = statement<{ name: string; options: string; now: number; seq: number }>(
  'UPDATE batch SET name = :name, options = :options, updated_at = :now WHERE seq = :seq',
)
const TOUCH = statement<{ now: number; seq: number }>('UPDATE batch SET updated_at = :now WHERE seq = :seq')
// A changed input makes a new row, so the outcome of the old one is cleared.
const PUT_ROW = statement<Pick<NewSavedRow, keyof NewSavedRow> & { batch: number; bytes: number }>(
  `INSERT INTO batch_row (batch, position, slug, input, label, cells, bytes)
   VALUES (:batch, :position, :slug, :input, :label, :cells, :bytes)
   ON CONFLICT (batch, position) DO UPDATE SET slug = excluded.slug, input = excluded.input,
     label = excluded.label, cells = excluded.cells, bytes = excluded.bytes, state = 'ready',
     chunk = NULL, sent_at = NULL, request_id = NULL, credits = 0, latency_ms = NULL, result = NULL, error = NULL`,
)
const PUT_OUTCOME = statement<
  Omit<SavedOutcome, 'error'> & { error: string | null; batch: number; bytes: number }
>(
  `UPDATE batch_row SET state = :state, chunk = :chunk, sent_at = :sent_at, request_id = :request_id,
     credits = :credits, latency_ms = :latency_ms,
     bytes = bytes - coalesce(octet_length(result), 0) - coalesce(octet_length(error), 0) + :bytes,
     result = :result, error = :error WHERE batch = :batch AND position = :position`,
)
// As many as fit a page, and the one after them.
const ROWS = statement<{ batch: number; from: number; rows: number; most: number }, RowRow>(
  `SELECT position, slug, input, label, cells, state, chunk, sent_at, request_id, credits, latency_ms, result,
     error, bytes FROM (
     SELECT *, sum(bytes) OVER (ORDER BY position) AS bytes_to_here FROM batch_row
     WHERE batch = :batch AND position >= :from ORDER BY position LIMIT :rows
   ) AS page WHERE bytes_to_here - bytes <= :most ORDER BY position`,
)
const MARK = statement<Place & { now: number }>(
  'UPDATE batch SET deleted_at = :now WHERE key_id = :key_id AND id = :id',
)
const UNMARK = statement<Place & { since: number }>(
  `UPDATE batch SET deleted_at = NULL
   WHERE key_id = :key_id AND id = :id AND (deleted_at IS NULL OR deleted_at > :since)`,
)
const PURGE = statement<{ until: number }>('DELETE FROM batch WHERE deleted_at <= :until')

/** The saved runs of all keys. */
export class BatchStore {
  readonly #engine: Engine
  readonly #now: () => number
  readonly #quota: PerKeyQuota
  readonly #stored: StoredData

  /** @param now milliseconds since 1970 */
  constructor(engine: Engine, now: () => number, stored: StoredData) {
    this.#engine = engine
    this.#now = now
    this.#stored = stored
    const most = { rows: MAX_SAVED_BATCHES, bytes: MAX_SAVED_BYTES_PER_KEY }
    this.#quota = new PerKeyQuota(most, (keyId) => one(USAGE, { key_id: keyId }), stored)
  }

  /** Removes for good what was deleted an hour ago. */
  async purge(): Promise<void> {
    await this.#engine.write('batches', () => this.#purge())
  }

  /** The runs of a key, the last changed first. */
  async list(keyId: string): Promise<readonly SavedBatch[]> {
    return (await this.#engine.read(() => all(LIST, { key_id: keyId }))).map(toSavedBatch)
  }

  /** @throws GatewayError not_found when this key has no such run */
  async find(keyId: string, id: string): Promise<SavedBatch> {
    return toSavedBatch(await this.#engine.read(() => rowOf(keyId, id)))
  }

  /**
   * Creates a run without rows, deleting the oldest runs if there is no room.
   * @throws QuotaExceeded storage_full when all keys together store too much
   */
  async create(keyId: string, made: NewBatch): Promise<void> {
    await this.#engine.write(keyId, () => this.#create(keyId, made))
  }

  *#create(keyId: string, { id, name, source, options }: NewBatch): Work<void> {
    yield* this.#purge()
    const row = { id, key_id: keyId, name, source, options: JSON.stringify(options), now: this.#now() }
    const bytes = ROW_BYTES + Buffer.byteLength(name) + Buffer.byteLength(source)
    const inserted = yield* one(INSERT, { ...row, bytes })
    if (!inserted) throw new Error('A run was not written')
    yield* this.#makeRoom(keyId, inserted.seq)
    yield* this.#stored.refuseFull(keyId, 0)
  }

  /** Changes a run's name and options. @throws GatewayError not_found */
  async change(
    keyId: string,
    id: string,
    to: { readonly name: string; readonly options: BatchOptions },
  ): Promise<void> {
    const changed = { name: to.name, options: JSON.stringify(to.options), now: this.#now() }
    await this.#engine.write(keyId, () => change(keyId, id, changed))
  }

  /** Adds or replaces rows. @throws GatewayError not_found, payload_too_large, storage_full */
  async putRows(keyId: string, id: string, rows: readonly NewSavedRow[]): Promise<void> {
    await this.#engine.write(keyId, () => this.#putRows(keyId, id, rows))
  }

  *#putRows(keyId: string, id: string, rows: readonly NewSavedRow[]): Work<void> {
    const { seq } = yield* rowOf(keyId, id)
    for (const { position, slug, input, label, cells } of rows) {
      const texts = [slug, input, label, cells ?? '']
      const bytes = ROW_BYTES + texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
      yield* run(PUT_ROW, { batch: seq, position, slug, input, label, cells, bytes })
    }
    yield* run(TOUCH, { now: this.#now(), seq })
    if ((yield* rowOf(keyId, id)).bytes > MAX_SAVED_BYTES) {
      throw new GatewayError(
        'payload_too_large',
        `A saved run can have at most ${MAX_SAVED_BYTES} bytes. Split the table, or run it without saving.`,
        { limit: MAX_SAVED_BYTES },
      )
    }
    yield* this.#makeRoom(keyId, seq)
    yield* this.#stored.refuseFull(keyId, 0)
  }

  /**
   * Saves the outcomes of rows. A result that is too large is left out.
   * @returns how many were left out
   * @throws GatewayError not_found
   */
  async putOutcomes(keyId: string, id: string, outcomes: readonly SavedOutcome[]): Promise<number> {
    return await this.#engine.write(keyId, () => this.#putOutcomes(keyId, id, outcomes))
  }

  *#putOutcomes(keyId: string, id: string, outcomes: readonly SavedOutcome[]): Work<number> {
    const batch = yield* rowOf(keyId, id)
    let leftOut = 0
    let room = Math.min(MAX_SAVED_BYTES - batch.bytes, yield* this.#stored.roomFor(keyId))
    for (const { state, chunk, sent_at, request_id, credits, latency_ms, position, ...ended } of outcomes) {
      const resultBytes = ended.result === null ? 0 : Buffer.byteLength(ended.result)
      const fits = resultBytes <= Math.min(MAX_RESULT_BYTES, room)
      const result = fits ? ended.result : null
      if (!fits) leftOut++
      const error = ended.error === null ? null : JSON.stringify(ended.error)
      const bytes = (fits ? resultBytes : 0) + (error === null ? 0 : Buffer.byteLength(error))
      room -= bytes
      yield* run(PUT_OUTCOME, {
        ...{ state, chunk, sent_at, request_id, credits, latency_ms, bytes, result, error },
        ...{ batch: batch.seq, position },
      })
    }
    yield* run(TOUCH, { now: this.#now(), seq: batch.seq })
    yield* this.#makeRoom(keyId, batch.seq)
    return leftOut
  }

  /**
   * Rows of a run from a position on.
   * @returns fewer than `limit` when their texts are long; `next` is where the next page begins, or null
   * @throws GatewayError not_found
   */
  async rows(
    keyId: string,
    id: string,
    from: number,
    limit: number,
  ): Promise<{ readonly rows: readonly SavedRow[]; readonly next: number | null }> {
    const found = await this.#engine.read(() => rowsOf(keyId, id, from, limit))
    const rows: SavedRow[] = []
    let bytes = 0
    for (const row of found) {
      bytes += row.bytes
      if (rows.length === limit || (bytes > MAX_PAGE_BYTES && rows.length > 0))
        return { rows, next: row.position }
      rows.push(toSavedRow(row))
    }
    return { rows, next: null }
  }

  /** Deletes a run; it can be restored for an hour. @throws GatewayError not_found */
  async remove(keyId: string, id: string): Promise<void> {
    await this.#engine.write(keyId, () => this.#remove({ key_id: keyId, id }))
  }

  *#remove(place: Place): Work<void> {
    yield* this.#purge()
    yield* rowOf(place.key_id, place.id)
    yield* run(MARK, { ...place, now: this.#now() })
  }

  /** Restores a deleted run. @throws GatewayError not_found when it is gone */
  async restore(keyId: string, id: string): Promise<void> {
    const since = this.#now() - DELETED_KEPT_MS
    const restored = await this.#engine.write(keyId, () => run(UNMARK, { key_id: keyId, id, since }))
    if (restored === 0) throw noSuchRun()
  }

  *#purge(): Work<void> {
    yield* run(PURGE, { until: this.#now() - DELETED_KEPT_MS })
  }

  *#makeRoom(keyId: string, except: number): Work<void> {
    yield* this.#quota.makeRoom(keyId, () => run(FORGET_OLDEST, { key_id: keyId, except }))
  }
}

function* rowOf(keyId: string, id: string): Work<BatchRow> {
  const row = yield* one(FIND, { key_id: keyId, id })
  if (!row) throw noSuchRun()
  return row
}

function* rowsOf(keyId: string, id: string, from: number, limit: number): Work<readonly RowRow[]> {
  const { seq } = yield* rowOf(keyId, id)
  return yield* all(ROWS, { batch: seq, from, rows: limit + 1, most: MAX_PAGE_BYTES })
}

function* change(
  keyId: string,
  id: string,
  to: { readonly name: string; readonly options: string; readonly now: number },
): Work<void> {
  yield* run(CHANGE, { ...to, seq: (yield* rowOf(keyId, id)).seq })
}

function noSuchRun(): GatewayError {
  return new GatewayError(
    'not_found',
    'There is no run with this id; it may have been deleted. GET /app/batches lists the saved runs.',
  )
}
