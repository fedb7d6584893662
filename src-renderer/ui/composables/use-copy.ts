import { onScopeDispose, ref } from 'vue'
import { useClipboard } from '../../tools/search/clipboard.ts'

const SHOWN_MS = 1_600

/** Copies text and shows for a moment whether that worked. */
export function useCopy() {
  const state = ref<'ready' | 'copied' | 'refused'>('ready')
  const clipboard = useClipboard()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function copy(text: string): Promise<void> {
    // Do not offer tools for text that was copied here.
    clipboard.passOver(text)
    try {
      await navigator.clipboard.writeText(text)
      state.value = 'copied'
    } catch {
      // Browsers block copying without a permission or a secure address; the button says so.
      state.value = 'refused'
    }
    clearTimeout(timer)
    timer = setTimeout(() => (state.value = 'ready'), SHOWN_MS)
  }

  onScopeDispose(() => clearTimeout(timer))
  return { state, copy }
}
