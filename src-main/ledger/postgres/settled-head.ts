import { setTimeout as pause } from 'node:timers/promises'
import { one, statement, type Work } from '../../storage/engine/work.ts'
import type { PostgresEngine } from '../../storage/postgres/postgres-engine.ts'
import type { Reached } from '../usage-log.ts'

interface Seen {
  /** The last of the entries that follow each other without a gap. */
  readonly unbroken: number
  /** The first one behind a gap. */
  readonly following: number | null
  readonly newest: number
  readonly rows: number
  /** The oldest transaction that has not ended. */
  readonly oldest: number
}

const MOST_ROWS = 10_000
const SEEN = statement<{ head: number; most: number }, Seen>(
  `WITH above AS (
     SELECT seq, seq - row_number() OVER (ORDER BY seq) AS start
     FROM (SELECT seq FROM entry WHERE seq > :head::bigint ORDER BY seq LIMIT :most) AS entries)
   SELECT coalesce(max(seq) FILTER (WHERE start = :head::bigint), :head::bigint) AS unbroken,
     min(seq) FILTER (WHERE start > :head::bigint) AS following,
     coalesce(max(seq), :head::bigint) AS newest,
     count(*) AS rows,
     pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest
   FROM above`,
)
const NEWEST = statement<Record<never, never>, { seq: number; oldest: number }>(
  `SELECT coalesce(max(seq), 0) AS seq, pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest FROM entry`,
)
const TRANSACTION = statement<Record<never, never>, { id: number }>(
  'SELECT pg_current_xact_id()::text::bigint AS id',
)
/** How long the first look waits for transactions that have not ended. */
const MOST_WAITS = 100
const WAIT_MS = 10

/**
 * Up to which entry the ledger of several gateways is complete. Entries get their numbers before they are committed, so
 * one may come after others with higher numbers. A gap is one for good once all transactions have ended that had begun
 * when it was seen: each writes, and so has its own number, before it numbers an entry.
 */
export class SettledHead {
  readonly #engine: Pick<PostgresEngine, 'read' | 'aside'>
  #head: number | null = null
  /** Where the next entry is missing, and the transaction before which all have to end. */
  #gap: { readonly at: number; readonly until: number } | null = null
  #looking: Promise<unknown> = Promise.resolve()

  constructor(engine: Pick<PostgresEngine, 'read' | 'aside'>) {
    this.#engine = engine
  }

  /** The last entry before which none will come any more, as far as it was looked for. */
  get seq(): number {
    return this.#head ?? 0
  }

  /** Looks how far it is now. */
  look(): Promise<Reached> {
    const looked = this.#looking.then(() => this.#look())
    // Its own caller hears why it has failed.
    this.#looking = looked.catch(() => undefined)
    return looked
  }

  async #look(): Promise<Reached> {
    let head = (this.#head ??= await this.#first())
    for (;;) {
      const seen = await this.#engine.read(() => seenFrom(head))
      const { unbroken, following, newest, oldest } = seen
      this.#head = unbroken
      if (following === null) {
        if (seen.rows < MOST_ROWS) return { settled: unbroken, newest }
        head = unbroken
        continue
      }
      if (this.#gap?.at !== unbroken) {
        this.#gap = { at: unbroken, until: await this.#engine.aside(newTransaction) }
        return { settled: unbroken, newest }
      }
      if (oldest < this.#gap.until) return { settled: unbroken, newest }
      // Whatever was to fill it has been rolled back.
      head = this.#head = following - 1
    }
  }

  async #first(): Promise<number> {
    const { seq } = await this.#engine.read(newestEntry)
    const until = await this.#engine.aside(newTransaction)
    // Somebody may keep a transaction open for long; what it writes under a lower number is then not told.
    for (let waits = 0; waits < MOST_WAITS; waits++) {
      if ((await this.#engine.read(newestEntry)).oldest >= until) break
      await pause(WAIT_MS)
    }
    return seq
  }
}

function* seenFrom(head: number): Work<Seen> {
  return (yield* one(SEEN, { head, most: MOST_ROWS }))!
}

function* newestEntry(): Work<{ readonly seq: number; readonly oldest: number }> {
  return (yield* one(NEWEST, {}))!
}

function* newTransaction(): Work<number> {
  return (yield* one(TRANSACTION, {}))!.id
}
