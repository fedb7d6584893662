import type { Database, Statement } from 'better-sqlite3'
import { setImmediate as nextTurn } from 'node:timers/promises'

export const HOUR_MS = 60 * 60 * 1_000
export const DAY_MS = 24 * HOUR_MS
/** Entries added up before other work gets its turn. */
const STRETCH_ENTRIES = 20_000

/** What one tool cost in one day or hour. */
export interface ToolSpan {
  /** Days or hours since 1970, in the client's time zone. */
  readonly at: number
  readonly slug: string
  readonly credits: number
  readonly calls: number
  readonly refunds: number
}

interface Stretch {
  readonly after: number
  readonly upTo: number
  /** How long the spans are, in milliseconds. */
  readonly unit: number
  readonly since: number
  /** Milliseconds that the client's clock is ahead of UTC. */
  readonly ahead: number
}

/** The days or hours added up last, and the entry reached. */
interface Sums {
  readonly since: number
  readonly ahead: number
  readonly sums: Map<string, ToolSpan>
  upTo: number
}

/** Totals of the use of keys, from the ledger. */
export class UsageFigures {
  readonly #from: Statement<[number], { seq: number; at: number }>
  readonly #newest: Statement<[], number | null>
  readonly #sum: Statement<[Stretch], ToolSpan>
  readonly #kept = new Map<number, Sums>()
  readonly #lastUse: Statement<[{ id: string }], number | null>

  constructor(db: Database) {
    this.#from = db.prepare('SELECT seq, at FROM entry WHERE seq >= ? ORDER BY seq LIMIT 1')
    this.#newest = db.prepare<[], number | null>('SELECT max(seq) FROM entry').pluck()
    // A failed call leaves a pair, a charge and the refund that undoes it; the refund counts as the call.
    this.#sum = db.prepare(
      `SELECT CAST((at + @ahead) / @unit AS INTEGER) AS at, coalesce(slug, '') AS slug,
         sum(CASE WHEN kind = 'charge' AND id NOT GLOB '*:failed' THEN -credits ELSE 0 END) AS credits,
         count(*) FILTER (WHERE kind = 'charge' AND id NOT GLOB '*:failed') AS calls,
         count(*) FILTER (WHERE kind = 'refund') AS refunds
       FROM entry
       WHERE seq > @after AND seq <= @upTo AND at >= @since AND kind IN ('charge', 'refund')
       GROUP BY 1, slug`,
    )
    // Charges of team keys are in their payer's account; after this many of them the search for the
    // payer's own use ends.
    this.#lastUse = db
      .prepare<[{ id: string }], number | null>(
        `SELECT max(at) FROM (
           SELECT * FROM (SELECT at, kind, spender FROM entry WHERE account = @id ORDER BY seq DESC LIMIT 1000)
           WHERE spender IS NULL
           UNION ALL
           SELECT * FROM (SELECT at, kind, spender FROM entry WHERE spender = @id ORDER BY seq DESC LIMIT 1)
         ) WHERE kind IN ('charge', 'refund')`,
      )
      .pluck()
  }

  /** When a key last called a tool, in milliseconds since 1970; null when it never did. */
  lastUseOf(keyId: string): number | null {
    return this.#lastUse.get({ id: keyId }) ?? null
  }

  /**
   * The days or hours since a time, separately for each tool. A repeated call for the same span reads only new entries.
   * @param unit DAY_MS or HOUR_MS
   * @param since milliseconds since 1970
   * @param ahead milliseconds that the client's clock is ahead of UTC
   */
  async spansSince(unit: number, since: number, ahead: number): Promise<ToolSpan[]> {
    const newest = this.#newest.get() ?? 0
    const known = this.#kept.get(unit)
    const isKept = known?.since === since && known.ahead === ahead
    // Two simultaneous calls add to the same sums, each the entries that the other has not read yet.
    const kept: Sums = isKept
      ? known
      : { since, ahead, upTo: this.#seqBefore(since, newest), sums: new Map() }
    this.#kept.set(unit, kept)
    while (kept.upTo < newest) {
      const after = kept.upTo
      const upTo = Math.min(after + STRETCH_ENTRIES, newest)
      for (const part of this.#sum.all({ after, upTo, unit, since, ahead })) addUp(kept.sums, part)
      kept.upTo = upTo
      await nextTurn()
    }
    return [...kept.sums.values()]
  }

  // Entries are in order of time, so a binary search finds the first one since a time.
  #seqBefore(since: number, newest: number): number {
    let [low, high] = [0, newest]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const entry = this.#from.get(middle + 1)
      if (entry && entry.at < since) low = Math.min(entry.seq, high)
      else high = middle
    }
    return low
  }
}

function addUp(sums: Map<string, ToolSpan>, part: ToolSpan): void {
  const name = `${part.at} ${part.slug}`
  const sum = sums.get(name)
  if (!sum) return void sums.set(name, part)
  const credits = sum.credits + part.credits
  sums.set(name, { ...part, credits, calls: sum.calls + part.calls, refunds: sum.refunds + part.refunds })
}
