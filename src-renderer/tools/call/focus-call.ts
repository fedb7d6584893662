import { nextTick } from 'vue'
import { usePane } from '../pane.ts'

const FIELDS = '[role=tabpanel] :is(input, textarea, select, [contenteditable=true])'

/**
 * Moves the focus to the open call, so that the keyboard goes on where the page went: to its first field, or to its
 * tabs, where letters are still shortcuts.
 */
export async function focusCall(to: 'field' | 'tabs' = 'field'): Promise<void> {
  // A narrow window shows one part at a time.
  usePane().pane = 'call'
  await nextTick()
  const pane = document.querySelector('section[aria-label=Call]')
  const field = to === 'field' ? pane?.querySelector<HTMLElement>(FIELDS) : null
  const target = field ?? pane?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
  if (target?.checkVisibility()) target.focus()
  else document.querySelector<HTMLElement>('main')?.focus()
}
