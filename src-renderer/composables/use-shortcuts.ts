import { onScopeDispose } from 'vue'

export interface Shortcut {
  /** Such as `Ctrl+Enter`, `/` or `Escape`. Ctrl is ⌘ on a Mac. */
  readonly keys: string
  /** What it does, as help and the palette say it, and the place it belongs to. */
  readonly label?: string
  readonly place?: string
  /** Answers false when it had nothing to do, which leaves the key to others. */
  readonly run: () => boolean | void
}

/** Listens for shortcuts while the component is there. Those without Ctrl are silent inside text fields. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const byKeys = new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut]))

  function onKeydown(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return
    const keys = keysOf(event)
    const shortcut = byKeys.get(keys)
    if (!shortcut) return
    if (/^(Shift\+)?.$/.test(keys) && isTextField(event.target)) return
    if (shortcut.run() !== false) event.preventDefault()
  }

  window.addEventListener('keydown', onKeydown)
  onScopeDispose(() => window.removeEventListener('keydown', onKeydown))
}

function keysOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
  const ctrl = event.ctrlKey || event.metaKey ? 'Ctrl+' : ''
  const alt = event.altKey ? 'Alt+' : ''
  // A character such as `/` may need Shift on some keyboards; it is the character that counts.
  const shift = event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key)) ? 'Shift+' : ''
  return `${ctrl}${alt}${shift}${key}`
}

function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=radio]), textarea, select, [contenteditable]')
  )
}
