import { nextTick } from 'vue'
import { useRouter } from 'vue-router'
import { useActivity } from '../activity/activity.ts'
import { useClipboard } from '../tools/search/clipboard.ts'
import { useDraft } from '../tools/call/draft.ts'
import { focusCall } from '../tools/call/focus-call.ts'
import { inputFor } from '../tools/search/read-text.ts'
import { useRun } from '../tools/result/run.ts'
import type { PaletteRow } from './palette-rows.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/**
 * Returns what choosing a row of the palette does, after closing the palette. A tool that is offered for a text is
 * filled with it and runs only with `andRun`; another tool gets the pasted text with `andRun`, and `onlyOpen` shows an
 * earlier call without running it.
 */
export function usePaletteActions(close: () => void) {
  const router = useRouter()
  const clipboard = useClipboard()
  const draft = useDraft()
  const run = useRun()
  const activity = useActivity()

  return async (
    row: PaletteRow,
    text: string,
    { andRun = false, onlyOpen = false } = {},
  ): Promise<void> => {
    close()
    await nextTick()
    if (row.kind === 'action') return void row.action.run()
    if (row.kind === 'record') {
      await openRecord(row.entry.id)
      return document.querySelector<HTMLElement>('main')?.focus()
    }
    const { slug, credits } = row.tool
    const filled = row.kind === 'tool' && row.offer ? inputFor(row.offer, text) : null
    if (filled) draft.useInput(row.tool, filled)
    else if (row.kind === 'tool' && andRun && clipboard.offer) draft.fillMain(slug, clipboard.offer.text)
    await router.push({ name: 'tools', params: { slug } })
    await focusCall('tabs')
    if (filled && andRun) void run.start({ slug, input: filled, credits, stream: row.tool.tier === 'llm' })
    if (row.kind !== 'call') return
    // The gateway stores inputs only, so this is an object.
    const input = parseJson(row.call.input) as Record<string, unknown>
    draft.useInput(row.tool, input)
    await nextTick()
    if (!onlyOpen && !row.onText) void run.start({ slug, input, credits, stream: row.tool.tier === 'llm' })
  }

  async function openRecord(id: number): Promise<void> {
    await router.push({ name: 'activity', params: { id } })
    // The address may already be this one, with its call closed.
    activity.select(id)
  }
}
