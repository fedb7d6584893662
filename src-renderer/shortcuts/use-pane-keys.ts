import { shortcut, useShortcuts } from './use-shortcuts.ts'

const FOCUSABLE =
  'input:not([disabled]), textarea, select, button:not([disabled]), a[href], [tabindex]:not([tabindex="-1"])'

/** F6 and Shift+F6 move the focus to the next and the previous pane. */
export function usePaneKeys(): void {
  useShortcuts([shortcut('next-pane', () => focusPane(1)), shortcut('previous-pane', () => focusPane(-1))])
}

function focusPane(step: number): boolean {
  const panes = [...document.querySelectorAll('[data-pane]')].filter((pane) => pane.checkVisibility())
  if (panes.length === 0) return false
  const from = panes.findIndex((pane) => pane.contains(document.activeElement))
  const next = panes.at((from + step + (from < 0 && step < 0 ? 1 : 0)) % panes.length)
  const target = next?.querySelector<HTMLElement>(FOCUSABLE)
  target?.focus()
  return target !== undefined && target !== null
}
