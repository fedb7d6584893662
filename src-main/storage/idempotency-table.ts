import { ERROR_STATUS } from '../../src-shared/errors.ts'
import type { Amount } from './quota/per-key-quota.ts'
import { statement } from './engine/work.ts'

/** The status of a request that its caller left; its body is what had ended by then. */
export const CUT = ERROR_STATUS.caller_left

/** A request as it is stored. */
export interface IdempotencyRow {
  readonly fingerprint: string
  readonly charge_id: string
  readonly status: number | null
  readonly headers: string | null
  readonly body: string | null
  readonly created_at: number
  /** Whether another gateway that lives runs it. */
  readonly runs: boolean | number
}

/** The gateway that asks. */
export type Own = { readonly gateway: string }

/** The columns that tell a request from others. */
export type Identity = {
  readonly key_id: string
  readonly path: string
  readonly idem_key: string
}

/** The columns that a request begins with. */
export type Begun = {
  readonly fingerprint: string
  readonly charge_id: string
  readonly body: string | null
  readonly bytes: number
  readonly created_at: number
}

const WHERE = 'key_id = :key_id AND path = :path AND idem_key = :idem_key'
/** Where several gateways share a table, a row says which of them runs it. */
const ELSEWHERE = `status IS NULL AND gateway <> :gateway
  AND EXISTS (SELECT 1 FROM gateway g WHERE g.id = idempotency.gateway)`
const OWN = 'status IS NULL AND gateway = :gateway'
const COLUMNS = 'fingerprint, charge_id, status, headers, body, created_at'
/** Finds a request. */
export const SELECT = statement<Identity & Own, IdempotencyRow>(
  `SELECT ${COLUMNS}, 0 AS runs FROM idempotency WHERE ${WHERE}`,
  `SELECT ${COLUMNS}, coalesce(${ELSEWHERE}, false) AS runs FROM idempotency WHERE ${WHERE}`,
)
/** Removes a row that may begin again: an old one, a part, or one that nobody runs. */
export const REMOVE_ENDED = statement<Identity & Own & { until: number }>(
  `DELETE FROM idempotency WHERE ${WHERE}`,
  `DELETE FROM idempotency WHERE ${WHERE} AND (created_at <= :until OR status = ${CUT}
     OR (status IS NULL AND NOT coalesce(${ELSEWHERE}, false)))`,
)
/** Begins a request; nothing where another gateway was faster. */
export const INSERT = statement<Identity & Begun & Own>(
  `INSERT INTO idempotency (key_id, path, idem_key, fingerprint, charge_id, body, bytes, created_at)
   VALUES (:key_id, :path, :idem_key, :fingerprint, :charge_id, :body, :bytes, :created_at)`,
  `INSERT INTO idempotency (key_id, path, idem_key, fingerprint, charge_id, body, bytes, created_at, gateway)
   VALUES (:key_id, :path, :idem_key, :fingerprint, :charge_id, :body, :bytes, :created_at, :gateway)
   ON CONFLICT DO NOTHING`,
)
const SET = 'UPDATE idempotency SET status = :status, headers = :headers, body = :body, bytes = :bytes'
/** Stores the answer of a request that runs here. */
export const FINISH = statement<
  Identity & Own & { status: number; headers: string; body: string; bytes: number }
>(`${SET} WHERE ${WHERE} AND status IS NULL`, `${SET} WHERE ${WHERE} AND ${OWN}`)
/** Removes a request that runs here. */
export const REMOVE = statement<Identity & Own>(
  `DELETE FROM idempotency WHERE ${WHERE} AND status IS NULL`,
  `DELETE FROM idempotency WHERE ${WHERE} AND ${OWN}`,
)
/** Lets anybody take over a request that runs here. */
export const LEAVE = statement<Identity & Own>(
  `UPDATE idempotency SET status = NULL WHERE ${WHERE} AND status IS NULL`,
  `UPDATE idempotency SET gateway = NULL WHERE ${WHERE} AND ${OWN}`,
)
/** What the requests of a key take. */
export const USAGE = statement<{ key_id: string }, Amount>(
  'SELECT 0 AS rows, bytes FROM idempotency_usage WHERE key_id = :key_id',
)
/** Removes the oldest answer of a key. */
export const FORGET_OLDEST = statement<{ key_id: string }>(
  `DELETE FROM idempotency WHERE seq =
     (SELECT min(seq) FROM idempotency WHERE key_id = :key_id AND status IS NOT NULL)`,
)
/** Removes some of those that were kept long enough. */
export const PRUNE = statement<{ until: number; rows: number }>(
  `DELETE FROM idempotency WHERE seq IN
     (SELECT seq FROM idempotency WHERE created_at <= :until ORDER BY created_at LIMIT :rows)`,
)
