import { counted } from '../../../../src-shared/counted.ts'
import { useCatalogue } from '../../../tools/catalogue.ts'
import type { RunEnd } from '../../run/run-end.ts'
import type { Enrich } from '../enrich.ts'
import { unanswered } from './cell-requests.ts'
import type { CellSender } from './cell-sender.ts'
import { CellFinder } from './next-cells.ts'

/**
 * Fetches answers that are still out, then asks for the unsent cells of these rows.
 * @returns why it ended early, or null
 */
export async function askAll(
  enrich: Enrich,
  { ask, send }: CellSender,
  rows: readonly number[],
  stopping: () => boolean,
): Promise<RunEnd | null> {
  const { bySlug } = useCatalogue()
  for (const chunk of unanswered(enrich)) {
    const stopped = await ask(chunk)
    if (stopped) return stopped
  }
  const finder = new CellFinder(enrich, bySlug, rows)
  await finder.remember()
  while (!stopping()) {
    const next = finder.next()
    if (next === 'done') return null
    if (next === 'later') {
      await new Promise((resolve) => setTimeout(resolve))
      continue
    }
    finder.note(next)
    const stopped = await send(next, bySlug.get(next.column.slug)?.credits ?? 0)
    if (stopped) return stopped
  }
  const left = counted(enrich.tally.calls - enrich.tally.sent, 'call was', 'calls were')
  return { kind: 'stopped', text: `Stopped. ${left} not sent and cost nothing.` }
}
