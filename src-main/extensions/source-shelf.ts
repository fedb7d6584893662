import { GatewayError } from '../../src-shared/errors.ts'
import type { ListedTool } from '../registry/listed-tool.ts'
import type { Registry } from '../registry/registry.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { followedBy, type Work } from '../storage/engine/work.ts'
import { unknownSource } from './source-refusals.ts'
import type { Source, SourceSecret, SourceTool } from './source.ts'
import type { SourceStore, StoredSources, WrittenTool } from './source-store.ts'

/** A source with all that is known of it. */
export interface Entry {
  source: Source
  readonly tools: Map<string, SourceTool>
  secrets: readonly SourceSecret[]
}

/** What is stored of a source at once. */
export interface SourceWrite {
  readonly source: Source
  readonly tools?: readonly WrittenTool[]
  /** Runs in the transaction. */
  readonly record: () => Work<void>
}

/** What a shelf is made of. */
export interface ShelfParts {
  readonly store: SourceStore
  readonly registry: Registry
  readonly engine: Engine
  /** The tools of a source that are served. */
  readonly listed: (entry: Entry) => readonly ListedTool[]
}

/** All sources: in memory, because calls and lists ask for them, and in the database for the next start. */
export class SourceShelf {
  readonly #parts: ShelfParts
  readonly #entries = new Map<string, Entry>()
  /** The end of the last work on each. */
  readonly #turns = new WeakMap<Entry, Promise<unknown>>()

  constructor(parts: ShelfParts, stored: StoredSources) {
    this.#parts = parts
    const { registry, listed } = parts
    for (const source of stored.sources)
      this.#entries.set(source.id, { source, tools: new Map(), secrets: [] })
    if (this.#entries.size === 0) return
    for (const tool of stored.tools) this.#entries.get(tool.source)?.tools.set(tool.original, tool)
    for (const { source, ...secret } of stored.secrets) {
      const entry = this.#entries.get(source)
      if (entry) entry.secrets = [...entry.secrets, secret]
    }
    registry.putAll([...this.#entries.values()].map((entry) => [entry.source.id, listed(entry)] as const))
  }

  get size(): number {
    return this.#entries.size
  }

  /** All entries, by the ids of their sources. */
  all(): readonly Entry[] {
    return [...this.#entries.values()].toSorted((a, b) => (a.source.id < b.source.id ? -1 : 1))
  }

  find(id: string): Entry | undefined {
    return this.#entries.get(id)
  }

  /** @throws GatewayError not_found */
  get(id: string): Entry {
    const entry = this.#entries.get(id)
    if (!entry) throw unknownSource(id)
    return entry
  }

  /** Takes an entry that is not stored yet, so that nobody else gets its id. */
  take(entry: Entry): void {
    this.#entries.set(entry.source.id, entry)
  }

  /** Drops an entry with its tools. */
  drop(id: string): void {
    this.#entries.delete(id)
    this.#parts.registry.put(id, [])
  }

  /** Stores an entry that was taken. @param record runs in the transaction */
  async insert(entry: Entry, record: () => Work<void>): Promise<void> {
    await this.#parts.engine.write('sources', () => this.#insert(entry, record))
  }

  *#insert({ source, secrets }: Entry, record: () => Work<void>): Work<void> {
    const { store } = this.#parts
    yield* store.put(source)
    yield* store.putSecrets(source.id, secrets)
    yield* record()
  }

  /** Removes a source from what is stored. @param record runs in the transaction */
  async remove(id: string, record: () => Work<void>): Promise<void> {
    const { engine, store } = this.#parts
    await engine.write('sources', () => followedBy(store.remove(id), record))
  }

  /**
   * Does work on a source when all before it has ended. Owners, servers and files change a source at the same time, and
   * what one of them has not seen of another would be lost.
   * @throws GatewayError not_found where it was removed meanwhile
   */
  async inTurn<T>(entry: Entry, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(entry)
    const turn = (async () => {
      await before
      if (this.#entries.get(entry.source.id) !== entry) throw unknownSource(entry.source.id)
      return await work()
    })()
    this.#turns.set(
      entry,
      turn.catch(() => undefined),
    )
    return await turn
  }

  /**
   * Stores a source and some of its tools, and serves them as they are then.
   * @param work what to store, worked out from what is stored then; null for nothing
   */
  async write(entry: Entry, work: () => SourceWrite | null | Promise<SourceWrite | null>): Promise<void> {
    await this.inTurn(entry, async () => {
      const written = await work()
      if (written) await this.#store(entry, written)
    })
  }

  async #store(entry: Entry, { source, tools = [], record }: SourceWrite): Promise<void> {
    const { engine, registry, listed } = this.#parts
    await engine.write('sources', () => this.#put(source, tools, record))
    const isSame = tools.length === 0 && looksSame(entry.source, source)
    entry.source = source
    for (const { tool } of tools) entry.tools.set(tool.original, tool)
    // A change makes every list of tools again.
    if (!isSame) registry.put(source.id, listed(entry))
  }

  *#put(source: Source, tools: readonly WrittenTool[], record: () => Work<void>): Work<void> {
    const { store } = this.#parts
    yield* store.put(source)
    yield* store.putTools(tools)
    yield* record()
  }
}

function looksSame(before: Source, after: Source): boolean {
  const told = ['state', 'credits', 'revision', 'serverVersion'] as const
  return told.every((name) => before[name] === after[name])
}

/** A tool of a source by its own name. @throws GatewayError validation_error */
export function toolOf({ source, tools }: Entry, original: string): SourceTool {
  const tool = tools.get(original)
  if (tool) return tool
  const message = `${source.id} has no tool ${JSON.stringify(original.slice(0, 80))}`
  throw new GatewayError('validation_error', `${message}.`, { issues: [{ path: 'tools', message }] })
}
