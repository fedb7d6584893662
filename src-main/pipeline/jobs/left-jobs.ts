import type { ClaimedJob, OpenJob } from '../../storage/jobs/job.ts'
import type { Work } from '../../storage/engine/work.ts'
import type { JobParts } from './job-run.ts'
import { rerunRefusal } from './rerun-refusal.ts'

/** A cancelled job whose cost is not written down. */
export type UndecidedJob = Pick<ClaimedJob, 'id' | 'chargeId'>

type Parts = Pick<JobParts, 'store'> & {
  readonly services: Pick<JobParts['services'], 'ledger' | 'registry'>
}

/**
 * Decides what becomes of jobs whose process has ended: those that waited wait again, and those that ran do, or have
 * failed.
 * @returns those that wait
 */
export function* decideLeft(
  { store, services }: Parts,
  left: readonly OpenJob[],
  undecided: readonly UndecidedJob[],
): Work<readonly OpenJob[]> {
  for (const { id, chargeId } of undecided)
    yield* store.decide(id, (yield* services.ledger.chargeOf(chargeId)) ?? 0)
  const waiting: OpenJob[] = []
  for (const job of left) {
    const credits = yield* services.ledger.chargeOf(job.chargeId)
    const refusal = job.status === 'running' ? rerunRefusal(job, services.registry, credits) : null
    const error = refusal?.toErrorObject()
    if (error) {
      yield* store.finish(job.id, { status: 'failed', error, progress: 0, credits: credits ?? 0 })
      continue
    }
    yield* store.requeue(job.id)
    waiting.push(job)
  }
  return waiting
}
