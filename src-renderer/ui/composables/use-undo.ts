import { onScopeDispose, ref, shallowRef } from 'vue'

/** How long an action can be undone: long enough to read the sentence and reach the button. */
export const UNDO_MS = 12_000

interface Undoable {
  readonly text: string
  readonly undo: () => unknown
}

/** Lets the user undo the last action for a while; a newer action replaces it. */
export function useUndo() {
  const last = shallowRef<Undoable | null>(null)
  const said = ref('')
  let timer: ReturnType<typeof setTimeout> | undefined

  function offer(text: string, undo: () => unknown): void {
    clearTimeout(timer)
    last.value = { text, undo }
    said.value = ''
    timer = setTimeout(dismiss, UNDO_MS)
  }

  function dismiss(): void {
    clearTimeout(timer)
    last.value = null
  }

  async function undo(): Promise<void> {
    const done = last.value
    dismiss()
    await done?.undo()
    said.value = 'Undone.'
  }

  onScopeDispose(() => clearTimeout(timer))
  return { last, said, offer, undo, dismiss }
}

export type Undo = ReturnType<typeof useUndo>
