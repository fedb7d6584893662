import { isDeepStrictEqual } from 'node:util'
import type { Source, SourceSecret, SourceTool } from './source.ts'
import type { StoredSources } from './source-store.ts'

/** A source with all that is known of it. */
export interface Entry {
  source: Source
  readonly tools: Map<string, SourceTool>
  secrets: readonly SourceSecret[]
}

/** What is stored of each source. */
export function entriesOf({ sources, tools, secrets }: StoredSources): readonly Entry[] {
  const entries = new Map<string, Entry>()
  for (const source of sources) entries.set(source.id, { source, tools: new Map(), secrets: [] })
  for (const tool of tools) entries.get(tool.source)?.tools.set(tool.original, tool)
  for (const { source, ...secret } of secrets) {
    const entry = entries.get(source)
    if (entry) entry.secrets = [...entry.secrets, secret]
  }
  return [...entries.values()]
}

/** Whether nothing of a source has changed. */
export function isSameEntry(one: Entry, other: Entry): boolean {
  const named = ({ secrets }: Entry) => new Map(secrets.map(({ name, place }) => [name, place]))
  return (
    isDeepStrictEqual(one.source, other.source) &&
    isDeepStrictEqual(one.tools, other.tools) &&
    isDeepStrictEqual(named(one), named(other))
  )
}
