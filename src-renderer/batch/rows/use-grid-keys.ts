import { ref, type Ref, watch } from 'vue'

const PAGE_ROWS = 12

/** The active row of a grid, which the arrow, Home, End and page keys move. */
export function useGridKeys(count: Readonly<Ref<number>>, reveal: (index: number) => void) {
  const active = ref(0)
  watch(count, (rows) => (active.value = Math.max(0, Math.min(active.value, rows - 1))))

  function moveTo(index: number): void {
    active.value = Math.max(0, Math.min(index, count.value - 1))
    reveal(active.value)
  }

  /** @returns false if the key is not one of these */
  function onKey(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    const steps: Record<string, number> = {
      ArrowDown: active.value + 1,
      ArrowUp: active.value - 1,
      PageDown: active.value + PAGE_ROWS,
      PageUp: active.value - PAGE_ROWS,
      Home: 0,
      End: count.value - 1,
    }
    const to = steps[event.key]
    if (to === undefined) return false
    event.preventDefault()
    moveTo(to)
    return true
  }

  return { active, moveTo, onKey }
}
