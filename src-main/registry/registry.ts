import { readAllFacts } from '../tools/all-facts.ts'
import type { ToolFacts } from '../tool-kit/tool-facts.ts'
import { ListedTool } from './listed-tool.ts'
import { ToolList, type Tools } from './tool-list.ts'

export type { JsonSchema } from './field-schema.ts'
export { ListedTool, loadAll, registeredOf, RegisteredTool } from './listed-tool.ts'

/** How many different choices of tools are kept; others are made again each time. */
const MAX_VIEWS = 16

/**
 * The tools that this instance serves: those of this build, and those of sources, which come and go. A list once read
 * stays as it was; a change makes a new one, so that what was derived from the old one is never shown again.
 */
export class Registry implements Tools {
  /** The tools of this build. */
  readonly builtIn: Tools
  #sources: ReadonlyMap<string, readonly ListedTool[]> = new Map()
  readonly #views = new Map<string, Tools>()
  readonly #listeners = new Set<() => void>()
  #derive: (others: Tools) => readonly ListedTool[] = () => []
  #all: Tools
  #generation = 0

  constructor(facts: readonly ToolFacts[]) {
    this.builtIn = new ToolList(facts.map((of) => new ListedTool(of)))
    this.#all = this.builtIn
  }

  /** All tools, by slug: a new array for each generation. */
  get tools(): readonly ListedTool[] {
    return this.#all.tools
  }

  /** Counts the changes since the start. */
  get generation(): number {
    return this.#generation
  }

  /** Whether there are other tools than those of this build. */
  get hasSources(): boolean {
    return this.#all !== this.builtIn
  }

  find(slug: string): ListedTool | null {
    return this.#all.find(slug)
  }

  nearest(slug: string): string[] {
    return this.#all.nearest(slug)
  }

  /**
   * Replaces all tools of a source at once; none removes it.
   * @throws Error for a slug that another source has; then nothing changes
   */
  put(source: string, tools: readonly ListedTool[]): void {
    this.putAll([[source, tools]])
  }

  /** The same for several sources in one change. */
  putAll(changes: readonly (readonly [source: string, tools: readonly ListedTool[]])[]): void {
    const sources = new Map(this.#sources)
    for (const [source, tools] of changes)
      if (tools.length === 0) sources.delete(source)
      else sources.set(source, tools)
    if (sources.size === 0 && this.#sources.size === 0) return
    this.#replace(sources)
  }

  /**
   * Adds tools that are made of others, such as recipes. They are made again with every change, so that no list has
   * one that is older than those that it is made of.
   * @param make from all other tools; throws nothing
   * @returns what makes them again
   */
  derive(make: (others: Tools) => readonly ListedTool[]): () => void {
    this.#derive = make
    return () => this.#replace(this.#sources)
  }

  /** @throws Error for a slug that two tools claim; then nothing changes */
  #replace(sources: ReadonlyMap<string, readonly ListedTool[]>): void {
    const others =
      sources.size === 0
        ? this.builtIn
        : new ToolList([...this.builtIn.tools, ...[...sources.values()].flat()])
    const derived = this.#derive(others)
    this.#all = derived.length === 0 ? others : new ToolList([...others.tools, ...derived])
    this.#sources = sources
    this.#generation++
    this.#views.clear()
    for (const listener of this.#listeners) listener()
  }

  /**
   * The tools of which a condition is true; the same list for the same name until something changes.
   * @param name stands for the condition
   */
  view(name: string, includes: (tool: ListedTool) => boolean): Tools {
    const known = this.#views.get(name)
    if (known) return known
    const made = new ToolList(this.tools.filter(includes))
    if (this.#views.size >= MAX_VIEWS) this.#views.clear()
    this.#views.set(name, made)
    return made
  }

  /** Tells of every change. @returns what ends that */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/** A registry of every tool of the index. */
export async function loadRegistry(): Promise<Registry> {
  return new Registry(await readAllFacts())
}
