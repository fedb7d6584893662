import { all, one, run, statement, type Work } from '../../storage/engine/work.ts'

interface Seen {
  /** 0 when this gateway was taken for dead. */
  readonly known: number
  readonly live: number
  /** Those that were not seen for so long that anybody may end them. */
  readonly dead: number
}

const BEGIN = statement<{ gateway: string; name: string }>(
  'INSERT INTO gateway (id, name) VALUES (:gateway, :name) ON CONFLICT DO NOTHING',
)
const END = statement<{ gateway: string; at: number }, unknown>('SELECT tg_end_2(:gateway, :at)')
const SEEN = statement<{ gateway: string; after: string }, Seen>(
  `WITH own AS (UPDATE gateway SET seen_at = clock_timestamp() WHERE id = :gateway RETURNING id)
   SELECT (SELECT count(*) FROM own) AS known,
     count(*) FILTER (WHERE seen_at >= clock_timestamp() - :after::interval) AS live,
     count(*) FILTER (WHERE seen_at < clock_timestamp() - :after::interval AND id <> :gateway) AS dead
   FROM gateway`,
)
const REAP = statement<{ after: string; at: number }, { ended: number }>(
  'SELECT tg_reap_2(:after::interval, :at) AS ended',
)
const HOLDERS = statement<{ gateway: string; account: string }, { gateway: string }>(
  `SELECT gateway FROM (SELECT gateway, credits FROM lease WHERE account = :account
     UNION ALL SELECT gateway, credits FROM sub_lease WHERE sub = :account) AS held
   WHERE gateway <> :gateway AND credits > 0 ORDER BY credits DESC LIMIT 16`,
)

const NAMED = statement<{ name: string; gateway: string }, { id: string }>(
  'SELECT id FROM gateway WHERE name = :name AND id <> :gateway',
)

interface Beginning {
  readonly gateway: string
  readonly name: string
  /** The id that it had before; null at a start. */
  readonly earlier: string | null
}

/** Enters a gateway under its id, and ends what it holds under an earlier one. @param at milliseconds since 1970 */
export function* beginGateway({ gateway, name, earlier }: Beginning, at: number): Work<void> {
  if (earlier !== null) yield* endGateway(earlier, at)
  yield* run(BEGIN, { gateway, name })
}

/** Ends all leases of a gateway, and charges what it had sent and not ended. @param at milliseconds since 1970 */
export function* endGateway(gateway: string, at: number): Work<void> {
  yield* all(END, { gateway, at })
}

/** The ids of gateways of a name, but for one. */
export function namedSo(name: string, gateway: string): Work<readonly { readonly id: string }[]> {
  return all(NAMED, { name, gateway })
}

/** Says that a gateway lives. */
export function* beat(gateway: string, after: string): Work<Seen> {
  const seen = yield* one(SEEN, { gateway, after })
  return seen!
}

/** Ends one gateway that was not seen for so long. @param at milliseconds since 1970 @returns whether there was one */
export function* reap(after: string, at: number): Work<boolean> {
  return (yield* one(REAP, { after, at }))?.ended === 1
}

/** The other gateways that hold the most of an account, or of the limit of a sub-account. */
export function holdersOf(account: string, gateway: string): Work<readonly { readonly gateway: string }[]> {
  return all(HOLDERS, { account, gateway })
}
