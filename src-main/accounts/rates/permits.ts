import { all, one, statement, type Work } from '../../storage/engine/work.ts'

/** A window is counted in at most so many parts; a permit ends with the part that it was given in. */
const MOST_PARTS = 60
const SHORTEST_PART_MS = 50

/** How a window is divided: into `parts` of `partMs`, which are together at least as long as it is. */
export interface Division {
  readonly partMs: number
  readonly parts: number
}

/** What a gateway wants. */
export interface PermitAsk extends Division {
  readonly id: string
  readonly limit: number
  /** For requests that wait. */
  readonly need: number
  /** For requests that may come in this part of the window. */
  readonly extra: number
  /** What was given here in an earlier part, and not used. */
  readonly unused: number
  /** The number of that part. */
  readonly unusedOf: number
}

/** What it gets. */
export interface Permits {
  /** At most `need` and `extra` together. */
  readonly given: number
  /** The part of the window that they are for, and how much of it is left. */
  readonly part: number
  readonly left_ms: number
  /** What all gateways have been given in this window. */
  readonly used: number
  /** After how long one more may be given. */
  readonly free_ms: number
  /** After how long the oldest leave the window. */
  readonly reset_ms: number
}

type Asked = {
  id: string
  limit: number
  part_ms: number
  parts: number
  need: number
  extra: number
  unused: number
  unused_of: number
}

const PERMITS = statement<Asked, Permits>(
  `SELECT given, part, left_ms, used, free_ms, reset_ms
   FROM tg_permits_1(:id, :limit, :part_ms, :parts::int, :need, :extra, :unused, :unused_of)`,
)
const FORGET = statement<{ rows: number }, unknown>(
  `DELETE FROM rate WHERE id = ANY (ARRAY (SELECT id FROM rate
     WHERE (newest + cardinality(counts)) * part_ms < extract(epoch FROM clock_timestamp()) * 1000
     LIMIT :rows FOR UPDATE SKIP LOCKED)) RETURNING id`,
)

/** How a window of so many seconds is divided. */
export function divisionOf(windowSeconds: number): Division {
  const windowMs = windowSeconds * 1_000
  const parts = Math.min(MOST_PARTS, Math.floor(windowMs / SHORTEST_PART_MS))
  return { parts, partMs: Math.ceil(windowMs / parts) }
}

/** Asks for permits: in no span of the window are more than `limit` given and used by all gateways together. */
export function* permits({ partMs: part_ms, unusedOf: unused_of, ...ask }: PermitAsk): Work<Permits> {
  return (yield* one(PERMITS, { ...ask, part_ms, unused_of }))!
}

/** Forgets some ids that were not counted for a whole window. */
export function* forgetRates(rows: number): Work<void> {
  yield* all(FORGET, { rows })
}
