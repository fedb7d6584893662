import { recompute, type Recomputed } from '../pipeline/recompute.ts'
import { WorkerPool } from '../pipeline/worker-pool.ts'
import { Registry } from '../registry/registry.ts'
import { loadTool } from '../tools/index.ts'

/** Runs a call again, if this machine can: the same tool in the same version, whose output is its input's alone. */
export type Rerun = (
  slug: string,
  version: number,
  fields: Readonly<Record<string, unknown>>,
) => Promise<Recomputed>

/** Runs calls again in worker threads, which start with the first of them. */
export class Rerunner {
  readonly #workerUrl: URL
  #workers: WorkerPool | null = null

  constructor(workerUrl: URL) {
    this.#workerUrl = workerUrl
  }

  readonly rerun: Rerun = async (slug, version, fields) => {
    const definition = await loadTool(slug)
    if (!definition) return unknown(`This Toolgate has no tool ${JSON.stringify(slug)}.`)
    const tool = new Registry([definition]).tools[0]!
    if (!definition.cacheable) {
      return unknown(`The output of ${slug} depends on more than its input, so another run proves nothing.`)
    }
    if (tool.version !== version) {
      return unknown(`Version ${version} of ${slug} answered; this Toolgate has version ${tool.version}.`)
    }
    this.#workers ??= new WorkerPool({ workerUrl: this.#workerUrl, size: 1 })
    return await recompute(tool, fields, this.#workers)
  }

  async close(): Promise<void> {
    await this.#workers?.close()
  }
}

function unknown(reason: string): Recomputed {
  return { kind: 'unknown', reason }
}
