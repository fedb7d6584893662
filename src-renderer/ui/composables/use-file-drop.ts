import { ref } from 'vue'

/**
 * Handlers for an element that accepts dropped files and text; `over` is true while one hovers over
 * it.
 * @param take gets what was dropped
 * @param filesOnly leaves dropped text to the element, where it goes to the cursor
 */
export function useFileDrop(take: (dropped: File | string) => void, filesOnly = false) {
  const over = ref(false)
  let depth = 0

  function accepts(event: DragEvent): boolean {
    const types = event.dataTransfer?.types ?? []
    return types.includes('Files') || (!filesOnly && types.includes('text/plain'))
  }

  const handlers = {
    dragenter: (event: DragEvent) => {
      if (!accepts(event)) return
      event.preventDefault()
      depth++
      over.value = true
    },
    dragover: (event: DragEvent) => {
      if (accepts(event)) event.preventDefault()
    },
    dragleave: () => {
      depth = Math.max(0, depth - 1)
      over.value = depth > 0
    },
    drop: (event: DragEvent) => {
      if (!accepts(event)) return
      event.preventDefault()
      depth = 0
      over.value = false
      const file = event.dataTransfer?.files[0]
      const text = event.dataTransfer?.getData('text/plain')
      if (file) take(file)
      else if (text) take(text)
    },
  }
  return { over, handlers }
}
