import { onScopeDispose } from 'vue'

/** Receives pasted text and files while no text field has the focus and no dialog is open. */
export function usePlacePaste(take: (pasted: File | string) => void): void {
  function onPaste(event: ClipboardEvent): void {
    const { target } = event
    if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]'))
      return
    if (document.querySelector('[role=dialog]')) return
    const file = event.clipboardData?.files[0]
    const text = event.clipboardData?.getData('text/plain')
    if (!file && !text) return
    event.preventDefault()
    take(file ?? text ?? '')
  }
  window.addEventListener('paste', onPaste)
  onScopeDispose(() => window.removeEventListener('paste', onPaste))
}
