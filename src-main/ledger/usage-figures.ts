import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Engine } from '../storage/engine/engine.ts'
import { all, one, statement, type Work } from '../storage/engine/work.ts'

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

type Stretch = {
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

const FROM = statement<{ seq: number }, { seq: number; at: number }>(
  'SELECT seq, at FROM entry WHERE seq >= :seq ORDER BY seq LIMIT 1',
)
const NEWEST = statement<Record<never, never>, { seq: number }>(
  'SELECT coalesce(max(seq), 0) AS seq FROM entry',
)
// A failed call leaves a pair, a charge and the refund that undoes it; the refund counts as the call.
const sumOf = (charged: string, span: string, sum: string): string => `
  SELECT ${span} AS at, coalesce(slug, '') AS slug,
    ${sum} AS credits,
    count(*) FILTER (WHERE ${charged}) AS calls,
    count(*) FILTER (WHERE kind = 'refund') AS refunds
  FROM entry
  WHERE seq > :after AND seq <= :upTo AND at >= :since AND kind IN ('charge', 'refund')
  GROUP BY 1, 2`
const SUM = statement<Stretch, ToolSpan>(
  sumOf(
    "kind = 'charge' AND id NOT GLOB '*:failed'",
    'CAST((at + :ahead) / :unit AS INTEGER)',
    "sum(CASE WHEN kind = 'charge' AND id NOT GLOB '*:failed' THEN -credits ELSE 0 END)",
  ),
  sumOf(
    "kind = 'charge' AND id NOT LIKE '%:failed'",
    'floor((at + :ahead::bigint) / :unit::numeric)::bigint',
    "sum(CASE WHEN kind = 'charge' AND id NOT LIKE '%:failed' THEN -credits ELSE 0 END)::bigint",
  ),
)
// Charges of team keys are in their payer's account; after this many of them the search for the payer's own use ends.
const LAST_USE = statement<{ id: string }, { at: number | null }>(
  `SELECT max(at) AS at FROM (
     SELECT * FROM (SELECT at, kind, spender FROM entry WHERE account = :id ORDER BY seq DESC LIMIT 1000) AS paid
     WHERE spender IS NULL
     UNION ALL
     SELECT * FROM (SELECT at, kind, spender FROM entry WHERE spender = :id ORDER BY seq DESC LIMIT 1) AS spent
   ) AS used WHERE kind IN ('charge', 'refund')`,
)

/** Totals of the use of keys, from the ledger. */
export class UsageFigures {
  readonly #engine: Engine
  readonly #isShared: boolean
  readonly #kept = new Map<number, Sums>()

  /** @param isShared whether other gateways write entries too, so that one may be committed after a later one */
  constructor(engine: Engine, isShared = false) {
    this.#engine = engine
    this.#isShared = isShared
  }

  /** When a key last called a tool, in milliseconds since 1970; null when it never did. */
  async lastUseOf(keyId: string): Promise<number | null> {
    return (await this.#engine.read(() => one(LAST_USE, { id: keyId })))?.at ?? null
  }

  /**
   * The days or hours since a time, separately for each tool. A repeated call for the same span reads only new entries.
   * @param unit DAY_MS or HOUR_MS
   * @param since milliseconds since 1970
   * @param ahead milliseconds that the client's clock is ahead of UTC
   */
  async spansSince(unit: number, since: number, ahead: number): Promise<ToolSpan[]> {
    const newest = (await this.#engine.read(() => one(NEWEST, {})))?.seq ?? 0
    const known = this.#kept.get(unit)
    const isKept = !this.#isShared && known?.since === since && known.ahead === ahead
    // Two simultaneous calls add to the same sums, each the entries that the other has not read yet.
    const kept: Sums = isKept
      ? known
      : {
          ...{ since, ahead, sums: new Map<string, ToolSpan>() },
          upTo: await this.#engine.read(() => seqBefore(since, newest)),
        }
    this.#kept.set(unit, kept)
    while (kept.upTo < newest) {
      const after = kept.upTo
      const upTo = Math.min(after + STRETCH_ENTRIES, newest)
      const stretch = { after, upTo, unit, since, ahead }
      const parts = await this.#engine.read(() => all(SUM, stretch))
      // The other call has added them up meanwhile.
      if (kept.upTo > after) continue
      for (const part of parts) addUp(kept.sums, part)
      kept.upTo = upTo
      await nextTurn()
    }
    return [...kept.sums.values()]
  }
}

// Entries are in order of time, so a binary search finds the first one since a time.
function* seqBefore(since: number, newest: number): Work<number> {
  let [low, high] = [0, newest]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const entry = yield* one(FROM, { seq: middle + 1 })
    if (entry && entry.at < since) low = Math.min(entry.seq, high)
    else high = middle
  }
  return low
}

function addUp(sums: Map<string, ToolSpan>, part: ToolSpan): void {
  const name = `${part.at} ${part.slug}`
  const sum = sums.get(name)
  if (!sum) return void sums.set(name, part)
  const credits = sum.credits + part.credits
  sums.set(name, { ...part, credits, calls: sum.calls + part.calls, refunds: sum.refunds + part.refunds })
}
