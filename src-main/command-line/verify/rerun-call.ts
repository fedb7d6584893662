import type { Rerun } from '../../../src-shared/check-answer.ts'
import { join } from 'node:path'
import { SCRIPT_FOLDER } from '../../extensions/folder/folder-settings.ts'
import type { ReadFile } from '../../extensions/folder/script-thread.ts'
import { recomputePast, runScript } from '../../pipeline/recompute.ts'
import { FairShare } from '../../shares/fair-share.ts'
import type { Sharer } from '../../shares/place.ts'
import { WorkerPool, WORKERS } from '../../workers/worker-pool.ts'
import { registeredOf, type RegisteredTool } from '../../registry/registry.ts'
import { loadTool } from '../../tools/index.ts'
import { findScript, type ReadsFile } from './find-script.ts'

/** There is nobody to share with. */
const YOU: Sharer = { id: 'you', isOwner: true }

async function builtIn(slug: string): Promise<RegisteredTool | null> {
  const definition = await loadTool(slug)
  return definition ? registeredOf(definition) : null
}

/** Runs calls again in workers, which start with the first of them. */
export class Rerunner {
  readonly #workerUrl: URL
  readonly #dataDir: string
  #workers: WorkerPool | null = null

  /** @param dataDir where scripts of the owner's are, in a folder */
  constructor(workerUrl: URL, dataDir: string) {
    this.#workerUrl = workerUrl
    this.#dataDir = dataDir
  }

  readonly rerun: Rerun = async (slug, version, fields, definition) => {
    const tool =
      definition === null
        ? await builtIn(slug)
        : await findScript(this.#dataDir, slug, definition, this.#read)
    if (definition !== null && !tool)
      return {
        kind: 'unknown',
        reason: `No script in ${join(this.#dataDir, SCRIPT_FOLDER)} has the hash that the receipt names.`,
      }
    const past = { slug, version, definition, fields }
    const again = await recomputePast(past, tool, () => this.#pool(), YOU)
    if (again.kind !== 'done') return again
    return { kind: 'done', outputHash: again.outputHash, chars: again.dataJson.length }
  }

  readonly #read: ReadsFile = async (name, file, text) => {
    const outcome = await runScript({ part: 'read', name, file, text }, this.#pool(), YOU)
    // A worker answers this task with this type.
    return outcome.kind === 'done' ? (outcome.output as ReadFile) : null
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
