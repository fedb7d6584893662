import { ref } from 'vue'

const TYPE = 'application/x-toolgate-favourite'

/**
 * Lets the user drag rows of a list into another order; Alt+↑ and Alt+↓ do the same from the
 * keyboard.
 */
export function useDragOrder(drop: (slug: string, onto: string) => void) {
  const over = ref('')

  return {
    over,
    start(event: DragEvent, slug: string): void {
      event.dataTransfer?.setData(TYPE, slug)
      if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
    },
    enter(event: DragEvent, slug: string): void {
      if (!event.dataTransfer?.types.includes(TYPE)) return
      event.preventDefault()
      over.value = slug
    },
    drop(event: DragEvent, slug: string): void {
      over.value = ''
      const moved = event.dataTransfer?.getData(TYPE)
      if (!moved) return
      event.preventDefault()
      if (moved !== slug) drop(moved, slug)
    },
    end(): void {
      over.value = ''
    },
  }
}
