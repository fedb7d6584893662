import type { ToolContext } from '../../tool-kit/tool-context.ts'
import { isAsAgreed, variablesOf } from '../consent.ts'
import type { KindParts, KindRunner, SourceHealth } from '../source-kind.ts'
import type { SourceTool } from '../source.ts'
import { readList } from './read-list.ts'
import { runSourceTool } from './run-source-tool.ts'
import { NotSent } from './send-call.ts'
import type { StrayProcesses } from './stray-processes.ts'
import { UpstreamPool } from './upstream-pool.ts'
import type { Upstream } from './upstream.ts'

/** Runs servers of MCP over stdio: their processes, looks at their lists, and the calls of their tools. */
export class McpRunner implements KindRunner {
  readonly #parts: KindParts<'mcp'>
  readonly #pool: UpstreamPool

  constructor(parts: KindParts<'mcp'>, strays: StrayProcesses) {
    this.#parts = parts
    const { version, parse, now, broke, sourceOf } = parts
    this.#pool = new UpstreamPool({
      ...{ strays, version, parse, now, broke },
      startOf: (id) => this.#startOf(id),
      keepsRunning: (id) => sourceOf(id)?.keepRunning ?? false,
      look: (id, upstream) => this.#look(id, upstream),
    })
  }

  call(tool: SourceTool, input: Readonly<Record<string, unknown>>, ctx: ToolContext) {
    const { msOf, check } = this.#parts
    return runSourceTool(tool, input, ctx, { pool: this.#pool, msOf, check })
  }

  look(id: string): Promise<void> {
    return this.#pool.look(id)
  }

  forgive(id: string): void {
    this.#pool.forgive(id)
  }

  stop(id: string, why: string): Promise<void> {
    return this.#pool.stop(id, why)
  }

  remove(id: string): Promise<void> {
    return this.#pool.remove(id)
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  health(id: string): SourceHealth {
    return this.#pool.health(id)
  }

  memory(id: string): Promise<number> {
    return this.#pool.memory(id)
  }

  async #startOf(id: string) {
    const source = this.#parts.sourceOf(id)
    if (!source) throw new Error(`There is no source ${id} to start`)
    const { command, args, cwd } = source.settings
    if (!isAsAgreed(source.settings)) {
      const why = `does not run, because ${command} is not the program that you agreed to`
      this.#pool.note(id, why)
      this.#parts.broke(id, why)
      throw new NotSent(`${id} ${why}. Look at it and agree again: toolgate sources start ${id}`)
    }
    const secrets = await this.#parts.secretsOf(id)
    const env = variablesOf(source.settings, (name) => secrets.get(name) ?? '')
    return { start: { command, args, cwd, env }, secrets: [...secrets.values()] }
  }

  // A look that fails keeps what is known.
  async #look(id: string, upstream: Upstream): Promise<void> {
    const review = this.#parts.reviewerOf(id)
    try {
      await review(await readList(upstream), upstream)
    } catch (error) {
      this.#pool.note(id, error instanceof Error ? error.message : String(error))
    }
  }
}
