import { freshFacts, type Decision } from './fresh-facts.ts'
import type { SourceEvent } from './source-runner.ts'
import type { Entry } from './source-entry.ts'
import type { SourceStore } from './source-store.ts'

/**
 * What is opened where an owner has agreed to whatever is saved: all that waits, but for what has invisible characters.
 * What its owner keeps out stays out.
 */
export async function acceptedSaves(
  entry: Entry,
  store: SourceStore,
): Promise<{ readonly decisions: readonly Decision[]; readonly event: SourceEvent }> {
  const waiting = [...entry.tools.values()].filter(({ state }) => state === 'new' || state === 'changed')
  const decisions = waiting.map(({ original, seenHash }) => ({
    ...{ original, hash: seenHash, state: 'on' as const },
  }))
  const fresh = await freshFacts(entry, decisions, store)
  const odd = new Set(
    waiting.flatMap(({ original, seenHash, facts }) =>
      (fresh.get(seenHash) ?? facts).isOdd === true ? [original] : [],
    ),
  )
  const open = decisions.filter(({ original }) => !odd.has(original))
  const on = open.map(({ original }) => original).slice(0, 50)
  return {
    decisions: open,
    event: { action: 'source.approved', source: entry.source.id, detail: { on, by: 'edited here' } },
  }
}
