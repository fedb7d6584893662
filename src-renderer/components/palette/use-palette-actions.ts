import { nextTick } from 'vue'
import { useRouter } from 'vue-router'
import { useClipboard } from '../../stores/clipboard.ts'
import { useDraft } from '../../stores/draft.ts'
import { useRun } from '../../stores/run.ts'
import type { PaletteRow } from './palette-rows.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** What choosing a row of the palette does, once the palette is out of the way. */
export function usePaletteActions(close: () => void) {
  const router = useRouter()
  const clipboard = useClipboard()
  const draft = useDraft()
  const run = useRun()

  return async (row: PaletteRow, withPasted: boolean): Promise<void> => {
    close()
    await nextTick()
    if (row.kind === 'action') return void row.action.run()
    const { slug, credits } = row.tool
    if (row.kind === 'tool' && withPasted && clipboard.offer) draft.fillMain(slug, clipboard.offer.text)
    await router.push({ name: 'tools', params: { slug } })
    if (row.kind !== 'call') return
    // What the gateway keeps was an input when it was kept.
    const input = parseJson(row.call.input) as Record<string, unknown>
    draft.useInput(row.tool, input)
    await nextTick()
    void run.start({ slug, input, credits, stream: row.tool.tier === 'llm' })
  }
}
