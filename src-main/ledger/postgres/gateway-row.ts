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
const END = statement<{ gateway: string }, unknown>('SELECT tg_end_1(:gateway)')
const SEEN = statement<{ gateway: string; after: string }, Seen>(
  `WITH own AS (UPDATE gateway SET seen_at = clock_timestamp() WHERE id = :gateway RETURNING id)
   SELECT (SELECT count(*) FROM own) AS known,
     count(*) FILTER (WHERE seen_at >= clock_timestamp() - :after::interval) AS live,
     count(*) FILTER (WHERE seen_at < clock_timestamp() - :after::interval AND id <> :gateway) AS dead
   FROM gateway`,
)
const REAP = statement<{ after: string }, unknown>('SELECT tg_reap_1(:after::interval)')
const HOLDERS = statement<{ gateway: string; account: string }, { gateway: string }>(
  `SELECT gateway FROM lease WHERE account = :account AND gateway <> :gateway AND credits > 0
   ORDER BY credits DESC LIMIT 16`,
)

/** Enters a gateway under its id, and ends what it holds under an earlier one. */
export function* beginGateway(gateway: string, name: string, earlier: string | null): Work<void> {
  if (earlier !== null) yield* endGateway(earlier)
  yield* run(BEGIN, { gateway, name })
}

/** Ends all leases of a gateway. */
export function* endGateway(gateway: string): Work<void> {
  yield* all(END, { gateway })
}

/** Says that a gateway lives. */
export function* beat(gateway: string, after: string): Work<Seen> {
  const seen = yield* one(SEEN, { gateway, after })
  return seen!
}

/** Ends the leases of gateways that were not seen for so long. */
export function* reap(after: string): Work<void> {
  yield* all(REAP, { after })
}

/** The other gateways that hold the most of an account. */
export function holdersOf(account: string, gateway: string): Work<readonly { readonly gateway: string }[]> {
  return all(HOLDERS, { account, gateway })
}
