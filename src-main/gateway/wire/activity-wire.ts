import type {
  ActivityDetail,
  ActivityEntry,
  ActivityErrorGroup,
  ActivitySession,
} from '../../../src-shared/activity.ts'
import { ERROR_STATUS, type ErrorCode } from '../../../src-shared/errors.ts'
import type { Services } from '../../pipeline/services.ts'
import type { GatewayContext } from '../gateway-context.ts'
import {
  INPUT_CUT,
  type ActivityFilter,
  OUTPUT_CUT,
  type ActivityListRow,
  type ActivityRow,
  type SessionRow,
} from '../../activity/activity-row.ts'
import type { ErrorGroupRow } from '../../activity/activity-store.ts'
import type { Exchange } from '../request/exchange.ts'
import { exportResponse } from '../reply/export-response.ts'

/** Rows of an export that are read at once; each may hold half a megabyte. */
const EXPORT_ROWS = 20

/** A stored call as a list shows it. */
export function toActivityEntry(row: ActivityListRow, { keys }: Services): ActivityEntry {
  return {
    id: row.seq,
    request_id: row.request_id,
    key_id: row.key_id,
    key_name: keys.findAnyById(row.key_id)?.name ?? null,
    slug: row.slug,
    client: row.client,
    form: row.form,
    ok: row.code === null,
    code: row.code,
    engine: row.engine,
    cache: row.cache,
    credits: row.credits,
    ms: row.ms,
    output_hash: row.output_hash,
    gist: row.gist,
    agent: row.agent,
    session: row.session,
    ts: new Date(row.at).toISOString(),
  }
}

/** The same with its bodies. */
export function toActivityDetail(row: ActivityRow, services: Services): ActivityDetail {
  return {
    ...toActivityEntry(row, services),
    input: row.input,
    output: row.output,
    input_cut: (row.cut & INPUT_CUT) !== 0,
    output_cut: (row.cut & OUTPUT_CUT) !== 0,
  }
}

/** Failures of one kind as a list shows them; an unknown code, left by another version, counts as a bug. */
export function toErrorGroup({ slug, code, count, last_seq, last_at }: ErrorGroupRow): ActivityErrorGroup {
  const last_ts = new Date(last_at).toISOString()
  return { slug, code: isErrorCode(code) ? code : 'internal_error', count, last_id: last_seq, last_ts }
}

/** A session as a list shows it. */
export function toActivitySession(row: SessionRow, { keys }: Services): ActivitySession {
  const { first_at, last_at, ...rest } = row
  const times = { first_ts: new Date(first_at).toISOString(), last_ts: new Date(last_at).toISOString() }
  return { ...rest, ...times, key_name: keys.findAnyById(row.key_id)?.name ?? null }
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_STATUS, code)
}

/** Sends the calls that a filter lets through, as they are now, as NDJSON, oldest first; nothing is read ahead. */
export async function activityNdjson(
  exchange: Exchange,
  balance: number,
  filter: ActivityFilter,
  { activity, services }: GatewayContext,
): Promise<Response> {
  const store = activity.read()
  // What comes later may not lie in rows yet.
  const upTo = store.last
  let after = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const rows = store.export({ ...filter, after }, { upTo, limit: EXPORT_ROWS })
        const last = rows.at(-1)
        if (!last) return controller.close()
        after = last.seq
        const lines = rows.map((row) => `${JSON.stringify(toActivityDetail(row, services))}\n`)
        controller.enqueue(Buffer.from(lines.join('')))
      },
    },
    { highWaterMark: 0 },
  )
  const fileName = 'toolgate-activity.ndjson'
  return exportResponse(exchange, { contentType: 'application/x-ndjson', balance, fileName }, body)
}
