import { shallowRef } from 'vue'

/** The selected calls, at most two: the first is shown, or compared with the second. */
export function createCallSelection() {
  const selected = shallowRef<readonly number[]>([])

  /** Shows one call, or with `beside` puts it next to the first one or takes it away again. */
  function select(id: number, beside = false): void {
    if (!beside) selected.value = [id]
    else if (selected.value.includes(id)) selected.value = selected.value.filter((one) => one !== id)
    else selected.value = [...selected.value.slice(0, 1), id]
  }

  /** Takes a call out of the selection, if it is in it. */
  function deselect(id: number): void {
    if (selected.value.includes(id)) select(id, true)
  }

  return { selected, select, deselect }
}
