import { GatewayError } from '../../src-shared/errors.ts'
import type { ListedTool } from '../registry/listed-tool.ts'
import type { Registry } from '../registry/registry.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { copyVersion, lockedVersion } from '../storage/engine/copy-version.ts'
import { followedBy, type Work } from '../storage/engine/work.ts'
import { idTaken, unknownSource } from './source-refusals.ts'
import type { Source, SourceSecret, SourceTool } from './source.ts'
import type { SourceStore, StoredSources, WrittenTool } from './source-store.ts'
import { entriesOf, isSameEntry, type Entry } from './source-entry.ts'

/** What another gateway has done to a source: null before where it was added, and after where it was removed. */
export interface SourceDifference {
  readonly before: Source | null
  readonly after: Source | null
}

/** What is stored of a source at once. */
export interface SourceWrite {
  readonly source: Source
  readonly tools?: readonly WrittenTool[]
  /** Where its secrets are, all of them; left out where they stay. */
  readonly secrets?: readonly SourceSecret[]
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
  /** Is told what other gateways have done. */
  readonly follow: (differences: readonly SourceDifference[]) => void
}

/** All sources: in memory, because calls and lists ask for them, and in the database for the next start. */
export class SourceShelf {
  readonly #parts: ShelfParts
  readonly #entries = new Map<string, Entry>()
  /** Those that are not stored yet. */
  readonly #taken = new Set<string>()
  /** The end of the last work on each; on all where other gateways change them, too. */
  readonly #turns = new WeakMap<object, Promise<unknown>>()
  /** That of what is stored; null where no other gateway changes it. */
  #version: number | null

  constructor(parts: ShelfParts, stored: StoredSources) {
    this.#parts = parts
    const { registry, listed } = parts
    this.#version = stored.version
    for (const entry of entriesOf(stored)) this.#entries.set(entry.source.id, entry)
    if (this.#entries.size === 0) return
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

  /** A tool that is known and not served now, by its slug; null for any other. */
  closedTool(slug: string): SourceTool | null {
    const cut = slug.indexOf('__')
    const entry = cut === -1 ? undefined : this.#entries.get(slug.slice(0, cut))
    const isOpen = entry?.source.state === 'ready' || entry?.source.state === 'broken'
    const isClosed = (tool: SourceTool): boolean => tool.slug === slug && !(isOpen && tool.state === 'on')
    return [...(entry?.tools.values() ?? [])].find(isClosed) ?? null
  }

  /** Takes an entry that is not stored yet, so that nobody else gets its id. */
  take(entry: Entry): void {
    this.#entries.set(entry.source.id, entry)
    this.#taken.add(entry.source.id)
  }

  /** Drops an entry with its tools. */
  drop(id: string): void {
    this.#entries.delete(id)
    this.#taken.delete(id)
    this.#parts.registry.put(id, [])
  }

  /** Stores an entry that was taken. @param record runs in the transaction */
  async insert(entry: Entry, record: () => Work<void>): Promise<void> {
    await this.#parts.engine.write('sources', () => this.#insert(entry, record))
    this.#taken.delete(entry.source.id)
  }

  *#insert({ source, secrets }: Entry, record: () => Work<void>): Work<void> {
    const { store } = this.#parts
    // Another gateway may have added one meanwhile.
    yield* lockedVersion('source')
    if (yield* store.has(source.id)) throw idTaken(source.id)
    yield* store.put(source)
    yield* store.putSecrets(source.id, secrets)
    yield* record()
  }

  /** Reads what other gateways have changed. */
  async refresh(): Promise<void> {
    const { engine, store, registry, listed, follow } = this.#parts
    // Its own changes, too, tell a gateway to read again.
    if (!this.#isNewer(await engine.read(() => copyVersion('source')))) return
    const stored = await engine.read(() => store.all())
    // What was stored here since then is of a later version.
    if (!this.#isNewer(stored.version)) return
    this.#version = stored.version
    const differences: SourceDifference[] = []
    const served: [id: string, tools: readonly ListedTool[]][] = []
    const fresh = new Map(entriesOf(stored).map((entry) => [entry.source.id, entry]))
    for (const { source } of this.all())
      if (!fresh.has(source.id) && !this.#taken.has(source.id)) {
        this.#entries.delete(source.id)
        served.push([source.id, []])
        differences.push({ before: source, after: null })
      }
    for (const [id, entry] of fresh) {
      const known = this.#entries.get(id)
      if (known && isSameEntry(known, entry)) continue
      differences.push({ before: known?.source ?? null, after: entry.source })
      if (known) Object.assign(known, entry)
      else this.#entries.set(id, entry)
      served.push([id, listed(known ?? entry)])
    }
    // A change makes every list of tools again.
    if (served.length > 0) registry.putAll(served)
    follow(differences)
  }

  #isNewer(version: number | null): version is number {
    return version !== null && this.#version !== null && version > this.#version
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
    const lane = this.#version === null ? entry : this
    const before = this.#turns.get(lane)
    const turn = (async () => {
      await before
      if (this.#entries.get(entry.source.id) !== entry) throw unknownSource(entry.source.id)
      return await work()
    })()
    this.#turns.set(
      lane,
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
      for (;;) {
        const version = this.#version
        const written = await work()
        if (!written || (await this.#store(entry, written, version))) return
        // Worked out from what another gateway has changed since.
        await this.refresh()
        if (this.#entries.get(entry.source.id) !== entry) throw unknownSource(entry.source.id)
      }
    })
  }

  /** @returns whether it was stored: the sources must still be of a version */
  async #store(
    entry: Entry,
    { source, tools = [], secrets, record }: SourceWrite,
    version: number | null,
  ): Promise<boolean> {
    const { engine, registry, listed } = this.#parts
    const before = entry.secrets
    const put = { source, tools, record, secrets: secrets ?? before, before }
    const stored = await engine.write('sources', () => this.#put(put, version))
    if (stored === 'stale') return false
    // It was read again before this went on.
    if (stored !== null && this.#version !== null && stored <= this.#version) return true
    this.#version = stored
    const isSame = tools.length === 0 && looksSame(entry.source, source)
    entry.source = source
    for (const { tool } of tools) entry.tools.set(tool.original, tool)
    if (secrets) entry.secrets = secrets
    // A change makes every list of tools again.
    if (!isSame) registry.put(source.id, listed(entry))
    return true
  }

  *#put(
    {
      source,
      tools,
      secrets,
      before,
      record,
    }: Required<SourceWrite> & { readonly before: readonly SourceSecret[] },
    version: number | null,
  ): Work<number | null | 'stale'> {
    const { store } = this.#parts
    if ((yield* lockedVersion('source')) !== version) return 'stale'
    yield* store.put(source)
    yield* store.putTools(tools)
    if (secrets !== before) yield* store.changeSecrets(source.id, before, secrets)
    yield* record()
    return yield* lockedVersion('source')
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
