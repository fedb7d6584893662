import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Entry } from './source-entry.ts'
import type { SourceStore } from './source-store.ts'
import type { SourceTool, SourceToolFacts } from './source.ts'
import { factsOf } from './tool-facts.ts'

/** What an owner sets for a tool. */
export type ToolChange = Partial<Pick<SourceTool, 'credits' | 'readOnly' | 'repeatable'>>

/** What an owner decides about a tool. */
export interface Decision {
  readonly original: string
  /** The hash of the definition that was looked at, for one that is to be on. */
  readonly hash?: string | undefined
  readonly state: 'on' | 'off'
  /** Whether a person has seen the characters of its definition that are otherwise invisible. */
  readonly isLookedAt?: boolean | undefined
}

/**
 * The facts of the tools that are approved in another form than before, by the hashes of that form. Until then a tool
 * is shown as it was approved.
 */
export async function freshFacts(
  { source, tools }: Entry,
  decisions: readonly Decision[],
  store: SourceStore,
): Promise<ReadonlyMap<string, SourceToolFacts>> {
  const facts = new Map<string, SourceToolFacts>()
  for (const { original, state } of decisions) {
    const tool = tools.get(original)
    if (!tool || state === 'off' || tool.approvedHash === null || tool.approvedHash === tool.seenHash)
      continue
    const seen = await store.definition(source.id, original, 'seen')
    if (seen) facts.set(tool.seenHash, factsOf(seen))
    // Reading schemas takes long where there are many, and others wait.
    await nextTurn()
  }
  return facts
}
