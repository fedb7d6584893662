import { computed, ref, watch, type Ref } from 'vue'
import type { Tool } from '../../gateway-types.ts'

const PAGE_ROWS = 8

/** Keyboard movement in the tool list: a cursor that arrows move and Enter opens. */
export function useListKeys(tools: Ref<readonly Tool[]>, open: (tool: Tool) => void, clear: () => boolean) {
  const cursor = ref(-1)
  const active = computed(() => tools.value[cursor.value] ?? null)
  watch(tools, () => (cursor.value = -1))

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const next = targetOf(event.key)
    if (next !== null) cursor.value = Math.max(0, Math.min(tools.value.length - 1, next))
    else if (event.key === 'Enter') enter()
    else if (event.key !== 'Escape' || !clear()) return
    event.preventDefault()
  }

  function enter(): void {
    const tool = active.value ?? tools.value[0]
    if (tool) open(tool)
  }

  function targetOf(key: string): number | null {
    switch (key) {
      case 'ArrowDown':
        return cursor.value + 1
      case 'ArrowUp':
        return cursor.value - 1
      case 'PageDown':
        return cursor.value + PAGE_ROWS
      case 'PageUp':
        return cursor.value - PAGE_ROWS
      case 'Home':
        return 0
      case 'End':
        return tools.value.length - 1
      default:
        return null
    }
  }

  return { active, onKey }
}
