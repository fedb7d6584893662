import { adoptJobs, cancelledOf, helpWithJobs, noteProgress } from '../../storage/jobs/job-claims.ts'
import type { OpenJob } from '../../storage/jobs/job.ts'
import type { Work } from '../../storage/engine/work.ts'
import type { JobParts } from './job-run.ts'
import type { Jobs } from './jobs.ts'
import { decideLeft } from './left-jobs.ts'

/** The most jobs that are taken at once, so that other gateways get some. */
const MOST_ADOPTED = 50

export interface SharedJobParts extends Pick<JobParts, 'store'> {
  readonly jobs: Pick<Jobs, 'take' | 'places' | 'here' | 'stop' | 'isStopping'>
  readonly services: Pick<JobParts['services'], 'engine' | 'ledger' | 'registry'>
  /** The id of this gateway now. */
  readonly gateway: () => string
}

/**
 * Shares the queue with the other gateways of a database. A job waits at the gateway that accepted it. One that has
 * places free takes some that wait elsewhere, and what a gateway that has ended left is taken by any other.
 */
export class SharedJobs {
  readonly #parts: SharedJobParts
  readonly #noted = new Map<string, number>()

  constructor(parts: SharedJobParts) {
    this.#parts = parts
  }

  /** Takes what there is for this gateway, and stops what was cancelled elsewhere. */
  async look(): Promise<void> {
    const { jobs, services } = this.#parts
    if (jobs.isStopping) return
    const { taken, cancelled } = await services.engine.write('jobs', () => this.#look())
    jobs.take(taken)
    for (const id of cancelled) void jobs.stop(id)
  }

  *#look(): Work<{ readonly taken: readonly OpenJob[]; readonly cancelled: readonly string[] }> {
    const { jobs, store, gateway } = this.#parts
    const own = gateway()
    const left = yield* adoptJobs(own, MOST_ADOPTED)
    const waiting = yield* decideLeft(this.#parts, left, yield* store.undecided())
    const places = jobs.places() - waiting.length
    const helped = places > 0 ? yield* helpWithJobs(own, places) : []
    const here = jobs.here()
    yield* this.#noteProgress(here)
    const cancelled = here.size > 0 ? yield* cancelledOf([...here.keys()]) : []
    return { taken: [...waiting, ...helped], cancelled }
  }

  *#noteProgress(here: ReturnType<Jobs['here']>): Work<void> {
    for (const id of this.#noted.keys()) if (!here.has(id)) this.#noted.delete(id)
    for (const [id, run] of here) {
      if (!run?.owner || run.progress === (this.#noted.get(id) ?? 0)) continue
      yield* noteProgress(id, run.owner, run.progress)
      this.#noted.set(id, run.progress)
    }
  }
}
