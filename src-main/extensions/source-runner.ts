import type { ListedTool } from '../registry/listed-tool.ts'
import type { Registry } from '../registry/registry.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import type { GroupCommit } from '../storage/group-commit.ts'
import { variablesOf } from './consent.ts'
import { reviewOf, type Review, type SeenDefinition } from './definition-review.ts'
import { readList } from './mcp/read-list.ts'
import type { StrayProcesses } from './mcp/stray-processes.ts'
import type { Upstream } from './mcp/upstream.ts'
import { UpstreamPool } from './mcp/upstream-pool.ts'
import { runSourceTool } from './run-source-tool.ts'
import { toolChanged, toolClosed, toolGone } from './source-refusals.ts'
import type { Entry, SourceShelf } from './source-shelf.ts'
import { secretIdOf, SOURCE_LIMITS, type Source, type SourceTool } from './source.ts'
import type { SourceStore, WrittenTool } from './source-store.ts'
import { listedTools } from './source-tools.ts'

/** What a book of sources is made of. */
export interface SourceParts {
  readonly store: SourceStore
  readonly registry: Registry
  readonly commits: GroupCommit
  readonly secrets: SecretStore
  readonly strays: StrayProcesses
  readonly version: string
  readonly now: () => number
  /** How long a call may take, in milliseconds. */
  readonly callMs: () => number
  readonly parse: (text: string) => Promise<unknown>
  /** Something happened that nobody asked for; runs in the transaction that stores it. */
  readonly record: (event: SourceEvent) => void
  readonly report: (error: unknown) => void
}

/** What happens to a source without anybody asking for it. */
export interface SourceEvent {
  readonly action: 'source.broken' | 'tool.changed'
  readonly source: string
  readonly detail: Readonly<Record<string, string | readonly string[]>>
}

/** Runs the servers of sources: their processes, looks at their lists, and the calls of their tools. */
export class SourceRunner {
  readonly pool: UpstreamPool
  readonly #parts: SourceParts
  readonly #shelf: () => SourceShelf

  constructor(parts: SourceParts, shelf: () => SourceShelf) {
    this.#parts = parts
    this.#shelf = shelf
    const { strays, version, parse, now } = parts
    this.pool = new UpstreamPool({
      ...{ strays, version, parse, now },
      startOf: (id) => this.#startOf(id),
      keepsRunning: (id) => shelf().find(id)?.source.keepRunning ?? false,
      look: (id, upstream) => this.#look(id, upstream),
      broke: (id, why) => void this.#broke(id, why),
    })
  }

  /** The tools of a source that are served. */
  listed = ({ source, tools }: Entry): ListedTool[] => {
    if (source.state === 'off' || source.state === 'reviewing') return []
    return listedTools(source, tools.values(), {
      definitionOf: (tool) => this.#parts.store.definition(tool.source, tool.original, 'approved'),
      run: (tool, input, ctx) =>
        runSourceTool(tool, input, ctx, {
          pool: this.pool,
          msOf: (id) => (this.#shelf().find(id)?.source.callSeconds ?? 0) * 1_000 || this.#parts.callMs(),
          check: (called) => this.#check(called),
        }),
    })
  }

  // A server that has just started may list the tool with another definition than when the call began.
  #check(called: SourceTool): void {
    const tool = this.#shelf().find(called.source)?.tools.get(called.original)
    if (!tool || tool.state === 'gone') throw toolGone(called)
    if (tool.state === 'changed' || (tool.state === 'on' && tool.approvedHash !== called.approvedHash))
      throw toolChanged(called)
    if (tool.state !== 'on') throw toolClosed(tool)
  }

  async #startOf(id: string) {
    const { source, secrets } = this.#shelf().get(id)
    const { command, args, cwd } = source.settings
    const values = new Map<string, string>()
    for (const { name, place } of secrets)
      values.set(name, await this.#parts.secrets.read(secretIdOf(id, name), place))
    const env = variablesOf(source.settings, (name) => values.get(name) ?? '')
    return { start: { command, args, cwd, env }, secrets: [...values.values()] }
  }

  // A look that fails keeps what is known.
  async #look(id: string, upstream: Upstream): Promise<void> {
    const entry = this.#shelf().find(id)
    if (!entry) return
    try {
      const fresh = await readList(upstream)
      if (this.#shelf().find(id) !== entry) return
      await this.#review(entry, fresh, upstream)
    } catch (error) {
      this.pool.note(id, error instanceof Error ? error.message : String(error))
    }
  }

  async #review(entry: Entry, fresh: readonly SeenDefinition[], upstream: Upstream): Promise<void> {
    const { source } = entry
    const review = reviewOf(source.id, [...entry.tools.values()], fresh)
    const all = this.#shelf()
      .all()
      .reduce((sum, { tools }) => sum + tools.size, 0)
    if (all + review.added.length > SOURCE_LIMITS.tools)
      throw new Error(`lists more tools than the ${SOURCE_LIMITS.tools} that all sources may have together`)
    const next: Source = {
      ...source,
      serverName: upstream.serverName,
      serverVersion: upstream.serverVersion,
      lookedAt: this.#parts.now(),
    }
    await this.#shelf().write(entry, next, changedIn(entry, review), () => {
      const { changed, gone } = review
      if (changed.length + gone.length === 0) return
      this.#parts.record({
        action: 'tool.changed',
        source: source.id,
        detail: { changed: few(changed), gone: few(gone) },
      })
    })
  }

  async #broke(id: string, why: string): Promise<void> {
    const entry = this.#shelf().find(id)
    if (!entry || entry.source.state === 'off') return
    try {
      await this.#shelf().write(entry, { ...entry.source, state: 'broken' }, [], () =>
        this.#parts.record({ action: 'source.broken', source: id, detail: { why } }),
      )
    } catch (error) {
      this.#parts.report(error)
    }
  }
}

function changedIn(entry: Entry, review: Review): WrittenTool[] {
  return review.tools.flatMap((tool) => {
    const before = entry.tools.get(tool.original)
    if (before?.state === tool.state && before.seenHash === tool.seenHash) return []
    return [{ tool, seen: review.seen.get(tool.original)?.definition ?? null }]
  })
}

function few(names: readonly string[]): readonly string[] {
  return names.slice(0, 20)
}
