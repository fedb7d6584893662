import { followedBy, type Work } from '../storage/engine/work.ts'
import { freshFacts, type Decision } from './fresh-facts.ts'
import { otherDefinition, unseenCharacters } from './source-refusals.ts'
import type { Entry } from './source-entry.ts'
import { toolOf, type SourceWrite } from './source-shelf.ts'
import type { SourceStore, WrittenTool } from './source-store.ts'
import type { SourceTool } from './source.ts'

/**
 * What is stored when tools are opened and closed.
 * @param record runs in the transaction
 * @throws GatewayError tool_changed, validation_error as SourceBook.decide says
 */
export async function decidedWrite(
  entry: Entry,
  decisions: readonly Decision[],
  store: SourceStore,
  record: () => Work<void>,
): Promise<SourceWrite> {
  const fresh = await freshFacts(entry, decisions, store)
  const known = decisions.map((decision) => ({
    decision,
    tool: toolOf(entry, decision.original),
  }))
  const others = known.filter(
    ({ decision, tool }) => decision.state === 'on' && decision.hash !== tool.seenHash,
  )
  if (others.length > 0) throw otherDefinition(others.map(({ tool }) => tool.original))
  const unseen = known.filter(
    ({ decision: { state, isLookedAt }, tool }) =>
      state === 'on' && isLookedAt !== true && (fresh.get(tool.seenHash) ?? tool.facts).isOdd === true,
  )
  if (unseen.length > 0) throw unseenCharacters(unseen.map(({ tool }) => tool.original))
  const approved = known.filter(({ decision }) => decision.state === 'on').map(({ tool }) => tool)
  const written = known.map(({ decision: { state }, tool }): SourceTool => {
    if (state === 'off') return { ...tool, state }
    return { ...tool, state, approvedHash: tool.seenHash, facts: fresh.get(tool.seenHash) ?? tool.facts }
  })
  const { source } = entry
  const isReviewed = source.state === 'reviewing' ? { state: 'ready' as const } : {}
  const next =
    approved.length > 0 || source.state === 'reviewing'
      ? { ...source, ...isReviewed, revision: source.revision + 1 }
      : source
  return {
    ...{ source: next, tools: written.map(asKnown) },
    record: () => followedBy(store.approve(approved), record),
  }
}

/** A tool whose definition is stored already. */
export function asKnown(tool: SourceTool): WrittenTool {
  return { tool, seen: null }
}
