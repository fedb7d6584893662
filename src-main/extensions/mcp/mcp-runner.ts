import type { ToolContext } from '../../tool-kit/tool-context.ts'
import type { KindParts, KindRunner, SourceHealth } from '../source-kind.ts'
import type { SourceKind, SourceOf, SourceTool } from '../source.ts'
import { readList } from './read-list.ts'
import { runSourceTool } from './run-source-tool.ts'
import { NotSent } from '../not-sent.ts'
import { UpstreamPool, type Way } from './upstream-pool.ts'
import type { Upstream } from './upstream.ts'

/** Whom a way tells that it leads nowhere. The reasons are ends of sentences. */
export interface Troubles {
  /** It cannot be reached now. */
  readonly note: (why: string) => void
  /** It must not be, until its owner has looked at it. */
  readonly broke: (why: string) => Promise<void>
}

/** How a source is reached. @throws NotSent */
export type WayTo<K extends SourceKind> = (
  source: SourceOf<K>,
  secrets: ReadonlyMap<string, string>,
  troubles: Troubles,
) => Promise<Way>

/** Runs servers of MCP of a kind: their connections, looks at their lists, and the calls of their tools. */
export class McpRunner<K extends SourceKind> implements KindRunner {
  readonly #parts: KindParts<K>
  readonly #pool: UpstreamPool

  constructor(parts: KindParts<K>, wayTo: WayTo<K>) {
    this.#parts = parts
    const { version, parse, now, broke, sourceOf, secretsOf } = parts
    this.#pool = new UpstreamPool({
      ...{ version, parse, now, broke },
      wayTo: async (id) => {
        const source = sourceOf(id)
        if (!source) throw new NotSent(`${id} was removed`)
        const note = (why: string): void => this.#pool.note(id, why)
        return await wayTo(source, await secretsOf(id), {
          note,
          broke: async (why) => {
            note(why)
            await broke(id, why)
          },
        })
      },
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
