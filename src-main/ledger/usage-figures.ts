import type { Database, Statement } from 'better-sqlite3'
import { setImmediate as nextTurn } from 'node:timers/promises'

export const HOUR_MS = 60 * 60 * 1_000
export const DAY_MS = 24 * HOUR_MS
/** Entries that are added up before calls get their turn. */
const STRETCH_ENTRIES = 20_000

/** What one tool cost in one day or hour. */
export interface ToolSpan {
  /** Days or hours since 1970, in the asker's time zone. */
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
  /** Milliseconds that the asker's clock is ahead of UTC. */
  readonly ahead: number
}

/** The days, or hours, that were added up last, and how far. */
interface Sums {
  readonly since: number
  readonly ahead: number
  readonly sums: Map<string, ToolSpan>
  upTo: number
}

/** What the ledger tells of the use of keys, added up. */
export class UsageFigures {
  readonly #from: Statement<[number], { seq: number; at: number }>
  readonly #newest: Statement<[], number | null>
  readonly #sum: Statement<[Stretch], ToolSpan>
  readonly #kept = new Map<number, Sums>()
  readonly #lastUse: Statement<[{ id: string }], number | null>

  constructor(db: Database) {
    this.#from = db.prepare('SELECT seq, at FROM entry WHERE seq >= ? ORDER BY seq LIMIT 1')
    this.#newest = db.prepare<[], number | null>('SELECT max(seq) FROM entry').pluck()
    // A failed call leaves a pair, a charge and the refund that undoes it; the refund stands for the call.
    this.#sum = db.prepare(
      `SELECT CAST((at + @ahead) / @unit AS INTEGER) AS at, coalesce(slug, '') AS slug,
         sum(CASE WHEN kind = 'charge' AND id NOT GLOB '*:failed' THEN -credits ELSE 0 END) AS credits,
         count(*) FILTER (WHERE kind = 'charge' AND id NOT GLOB '*:failed') AS calls,
         count(*) FILTER (WHERE kind = 'refund') AS refunds
       FROM entry
       WHERE seq > @after AND seq <= @upTo AND at >= @since AND kind IN ('charge', 'refund')
       GROUP BY 1, slug`,
    )
    // What team keys spend stands in their payer's account; past so much of it the payer's own use is not looked for.
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
   * The days or hours since a time, each tool's on its own. Asked again for the same, it reads only what came since.
   * @param unit DAY_MS or HOUR_MS
   * @param since milliseconds since 1970
   * @param ahead milliseconds that the asker's clock is ahead of UTC
   */
  async spansSince(unit: number, since: number, ahead: number): Promise<ToolSpan[]> {
    const newest = this.#newest.get() ?? 0
    const known = this.#kept.get(unit)
    const isKept = known?.since === since && known.ahead === ahead
    // Two that ask at the same time add to the same sums, each what the other has not yet read.
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

  // Entries are appended as time passes, so the first of a time is found by halving and not by reading them all.
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
