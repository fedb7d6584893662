import { slugOf } from './tool-name.ts'
import type { SeenDefinition } from './packed-definition.ts'
import type { SourceTool, ToolState } from './source.ts'

/** The tools of a source after a look at its list. */
export interface Review {
  readonly tools: readonly SourceTool[]
  /** The names of those whose definition was read for the first time, or again. */
  readonly seen: ReadonlyMap<string, SeenDefinition>
  readonly changed: readonly string[]
  readonly added: readonly string[]
  readonly gone: readonly string[]
}

/**
 * Compares a fresh list with what is known. A tool that is not as it was approved is closed, a new one waits, and one
 * that is listed no more keeps its slug.
 */
export function reviewOf(
  source: string,
  known: readonly SourceTool[],
  fresh: readonly SeenDefinition[],
): Review {
  const before = new Map(known.map((tool) => [tool.original, tool]))
  const slugs = new Set(known.map(({ slug }) => slug))
  const listed = new Map(fresh.map((one) => [one.name, one]))
  const tools: SourceTool[] = []
  const seen = new Map<string, SeenDefinition>()
  const changed: string[] = []
  const added: string[] = []
  const gone: string[] = []
  for (const tool of known) {
    const found = listed.get(tool.original)
    const state = found ? stateOf(tool, found.hash) : goneFrom(tool.state)
    if (state !== tool.state && state === 'changed') changed.push(tool.original)
    if (state !== tool.state && state === 'gone') gone.push(tool.original)
    if (found && found.hash !== tool.seenHash) seen.set(tool.original, found)
    // What was approved is shown as it was approved, and all else as it is listed now.
    const facts = found && tool.approvedHash === null ? found.facts : tool.facts
    // What the owner said of another request does not count for one that may act.
    const readOnly = tool.readOnly && (state === tool.state || found?.isSafe !== false)
    tools.push({ ...tool, state, facts, readOnly, seenHash: found?.hash ?? tool.seenHash })
  }
  for (const [original, one] of listed) {
    if (before.has(original)) continue
    const slug = slugOf(source, original, (name) => slugs.has(name))
    slugs.add(slug)
    added.push(original)
    seen.set(original, one)
    tools.push({
      ...{ source, original, slug, facts: one.facts, state: 'new' as const },
      ...{ approvedHash: null, seenHash: one.hash, credits: null, repeatable: false },
      readOnly: one.isSafe === true,
    })
  }
  return { tools, seen, changed, added, gone }
}

function stateOf({ state, approvedHash }: SourceTool, hash: string): ToolState {
  if (state === 'off' || state === 'new') return state
  if (approvedHash === null) return 'new'
  return approvedHash === hash ? 'on' : 'changed'
}

function goneFrom(state: ToolState): ToolState {
  return state === 'off' ? 'off' : 'gone'
}
