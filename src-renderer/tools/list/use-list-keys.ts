import { computed, ref, watch, type Ref } from 'vue'
import { isShortcut } from '../../shortcuts/use-shortcuts.ts'
import type { ListedTool } from './filter-tools.ts'

const PAGE_ROWS = 8
const TYPE_AHEAD_MS = 700

/** Keyboard control of the tool list: arrows and letters move a cursor, Enter opens the tool. */
export function useListKeys(
  rows: Ref<readonly ListedTool[]>,
  open: (row: ListedTool) => void,
  clear: () => boolean,
) {
  const cursorId = ref('')
  const cursor = computed(() => rows.value.findIndex(({ id }) => id === cursorId.value))
  const active = computed(() => rows.value[cursor.value] ?? null)
  let typed = ''
  let typedAt = -TYPE_AHEAD_MS
  watch(rows, (now) => {
    if (!now.some(({ id }) => id === cursorId.value)) reset()
  })

  function reset(): void {
    cursorId.value = ''
  }

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    const next = targetOf(event.key, cursor.value, rows.value.length)
    if (next !== null) moveTo(next)
    else if (event.key === 'Enter') enter()
    else if (event.key !== 'Escape' || !clear()) return
    event.preventDefault()
  }

  /** Typing letters in the list moves to the next tool that starts with them. */
  function onType(event: KeyboardEvent): void {
    if (!/^[\p{L}\p{N}]$/u.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return
    const now = performance.now()
    const key = event.key.toLowerCase()
    if (now - typedAt > TYPE_AHEAD_MS) typed = ''
    // A letter that is a shortcut cannot start a word.
    if (typed === '' && isShortcut(event.key)) return
    event.preventDefault()
    typed += key
    typedAt = now
    const from = Math.max(0, cursor.value + (typed.length === 1 ? 1 : 0))
    const order = [...rows.value.slice(from), ...rows.value.slice(0, from)]
    const found = order.find(({ tool }) => tool.name.toLowerCase().startsWith(typed))
    if (found) cursorId.value = found.id
  }

  function moveTo(index: number): void {
    cursorId.value = rows.value[Math.max(0, Math.min(rows.value.length - 1, index))]?.id ?? ''
  }

  function enter(): void {
    const row = active.value ?? rows.value[0]
    if (row) open(row)
  }

  return { active, reset, onKey, onType }
}

/** The index that a key moves to; null if the key does not move the cursor. */
function targetOf(key: string, cursor: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return cursor + 1
    case 'ArrowUp':
      return cursor - 1
    case 'PageDown':
      return cursor + PAGE_ROWS
    case 'PageUp':
      return cursor - PAGE_ROWS
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
