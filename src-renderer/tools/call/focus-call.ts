import { nextTick } from 'vue'

const FIELDS = '[role=tabpanel] :is(input, textarea, select, [contenteditable=true])'

/** Moves the focus to the first field of the open call, so that the keyboard goes on where the page went. */
export async function focusCall(): Promise<void> {
  await nextTick()
  const pane = document.querySelector('section[aria-label=Call]')
  const target = pane?.querySelector<HTMLElement>(FIELDS) ?? pane?.querySelector<HTMLElement>('[role=tab]')
  if (target?.checkVisibility()) target.focus()
  else document.querySelector<HTMLElement>('main')?.focus()
}
