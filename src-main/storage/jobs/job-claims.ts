import { all, run, statement, type Work } from '../engine/work.ts'
import type { OpenJob } from './job.ts'
import { NOBODYS } from './job-table.ts'
import { textArray } from '../postgres/arrays.ts'

type TakenJob = OpenJob & { readonly seq: number }

const TAKEN = `RETURNING seq, id, key_id AS "keyId", slug, status, charge_id AS "chargeId", attempts`
// As an array, so that they are picked once: a join could pick others for each row.
const ADOPT = statement<{ gateway: string; limit: number }, TakenJob>(
  `UPDATE job SET gateway = :gateway, is_taken = false WHERE seq = ANY (ARRAY
     (SELECT seq FROM job WHERE finished_at IS NULL AND ${NOBODYS} ORDER BY seq LIMIT :limit FOR UPDATE SKIP LOCKED))
   ${TAKEN}`,
)
/** Asked of each row when it is locked, too: another gateway may have taken it meanwhile. */
const WAITS = `status = 'queued' AND NOT is_asked AND NOT is_taken AND gateway <> :gateway`
const HELP = statement<{ gateway: string; limit: number }, TakenJob>(
  `UPDATE job SET gateway = :gateway, is_taken = true WHERE seq = ANY (ARRAY
     (SELECT job.seq FROM job JOIN
        (SELECT seq, row_number() OVER (PARTITION BY key_id ORDER BY seq) AS turn FROM job WHERE ${WAITS}) AS waiting
        ON waiting.seq = job.seq
      WHERE ${WAITS} ORDER BY waiting.turn, job.seq LIMIT :limit FOR UPDATE OF job SKIP LOCKED))
   ${TAKEN}`,
)
const CANCELLED = statement<{ ids: string }, { id: string }>(
  `SELECT id FROM job WHERE id = ANY (:ids::text[]) AND status = 'cancelled'`,
)
const PROGRESS = statement<{ id: string; owner: string; progress: number }>(
  `UPDATE job SET progress = :progress WHERE id = :id AND gateway = :owner AND status = 'running'
     AND progress < :progress`,
)

/** Takes jobs of gateways that are not known any more, the oldest first. No two gateways get the same one. */
export function* adoptJobs(gateway: string, limit: number): Work<readonly OpenJob[]> {
  return inOrder(yield* all(ADOPT, { gateway, limit }))
}

/** Takes jobs that wait where they were accepted, in turns of their keys. No two gateways get the same one. */
export function* helpWithJobs(gateway: string, limit: number): Work<readonly OpenJob[]> {
  return inOrder(yield* all(HELP, { gateway, limit }))
}

/** Those of some jobs that were cancelled. */
export function* cancelledOf(ids: readonly string[]): Work<readonly string[]> {
  return (yield* all(CANCELLED, { ids: textArray(ids) })).map(({ id }) => id)
}

/** Writes down how far a run has come, for whoever asks another gateway. */
export function* noteProgress(id: string, owner: string, progress: number): Work<void> {
  yield* run(PROGRESS, { id, owner, progress })
}

// What UPDATE returns has no order.
function inOrder(jobs: readonly TakenJob[]): readonly OpenJob[] {
  return jobs.toSorted((one, other) => one.seq - other.seq)
}
