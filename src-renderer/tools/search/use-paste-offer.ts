import { onScopeDispose } from 'vue'
import { useRoute } from 'vue-router'
import { useClipboard } from './clipboard.ts'

const FIELDS = 'input, textarea, select, [contenteditable]'

/** Offers tools for text that is pasted while no field has the focus. */
export function usePasteOffer(): void {
  const clipboard = useClipboard()
  const route = useRoute()

  function onPaste(event: ClipboardEvent): void {
    if (event.defaultPrevented) return
    const { target } = event
    if (target instanceof Element && (target.closest(FIELDS) || target.closest('[data-pastes]'))) return
    const text = event.clipboardData?.getData('text/plain') ?? ''
    // Other places handle pasting themselves, such as the rows of a batch.
    if (route.name === 'tools' || route.name === undefined) void clipboard.take(text)
  }

  window.addEventListener('paste', onPaste)
  onScopeDispose(() => window.removeEventListener('paste', onPaste))
}
