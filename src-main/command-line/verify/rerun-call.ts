import type { Rerun } from '../../../src-shared/check-answer.ts'
import { recomputePast } from '../../pipeline/recompute.ts'
import { FairShare } from '../../shares/fair-share.ts'
import type { Sharer } from '../../shares/place.ts'
import { WorkerPool, WORKERS } from '../../workers/worker-pool.ts'
import { registeredOf } from '../../registry/registry.ts'
import { loadTool } from '../../tools/index.ts'

/** There is nobody to share with. */
const YOU: Sharer = { id: 'you', isOwner: true }

/** Runs calls again in workers, which start with the first of them. */
export class Rerunner {
  readonly #workerUrl: URL
  #workers: WorkerPool | null = null

  constructor(workerUrl: URL) {
    this.#workerUrl = workerUrl
  }

  readonly rerun: Rerun = async (slug, version, fields) => {
    const definition = await loadTool(slug)
    const tool = definition ? registeredOf(definition) : null
    const again = await recomputePast({ slug, version, fields }, tool, () => this.#pool(), YOU)
    if (again.kind !== 'done') return again
    return { kind: 'done', outputHash: again.outputHash, chars: again.dataJson.length }
  }

  #pool(): WorkerPool {
    this.#workers ??= new WorkerPool({
      workerUrl: this.#workerUrl,
      share: new FairShare({ ...WORKERS, limit: 1, perKey: 1, reserve: 0 }),
    })
    return this.#workers
  }

  async close(): Promise<void> {
    await this.#workers?.close()
  }
}
