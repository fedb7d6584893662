import { computed, type ComputedRef, ref, type ShallowRef, watchPostEffect } from 'vue'

/** A rendered row: its index, and its start and end in pixels. */
interface ShownRow {
  readonly index: number
  readonly start: number
  readonly end: number
}

export interface RowWindow {
  readonly shown: ComputedRef<readonly ShownRow[]>
  /** The height of all rows. */
  readonly height: ComputedRef<number>
  /** Scrolls just far enough to show a row. */
  readonly scrollTo: (index: number) => void
}

interface RowWindowOptions {
  /** The element that scrolls. */
  readonly box: Readonly<ShallowRef<HTMLElement | null>>
  readonly count: () => number
  /** The height of all rows in pixels, or of each by its index, known before it is rendered. */
  readonly heightOf: () => number | ((index: number) => number)
  /** Rows rendered beyond the visible ones, for fast scrolling. */
  readonly spare: number
  /** The height of a heading that stays above the rows. */
  readonly headPx?: number
}

/** Renders only the visible rows of a long list. */
export function useRowWindow({ box, count, heightOf, spare, headPx = 0 }: RowWindowOptions): RowWindow {
  const top = ref(0)
  const room = ref(0)
  /** The start of each row, and as the last entry the end of the list. */
  const starts = computed(() => {
    const places = [0]
    // Read once: what is reactive costs too much for each of 50,000 rows.
    const [rows, height] = [count(), heightOf()]
    for (let index = 0; index < rows; index++)
      places.push(places[index]! + (typeof height === 'number' ? height : height(index)))
    return places
  })
  const height = computed(() => starts.value.at(-1)!)
  const first = computed(() => Math.max(0, rowAt(starts.value, top.value) - spare))
  const last = computed(() => Math.min(count() - 1, rowAt(starts.value, top.value + room.value) + spare))
  const shown = computed(() =>
    Array.from({ length: Math.max(0, last.value - first.value + 1) }, (_, at) => {
      const index = first.value + at
      return { index, start: starts.value[index]!, end: starts.value[index + 1]! }
    }),
  )

  watchPostEffect((onCleanup) => {
    const element = box.value
    if (!element) return
    const look = (): void => {
      top.value = element.scrollTop
      room.value = element.clientHeight
    }
    const watcher = new ResizeObserver(look)
    watcher.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    look()
    onCleanup(() => {
      watcher.disconnect()
      element.removeEventListener('scroll', look)
    })
  })

  function scrollTo(index: number): void {
    const element = box.value
    const [start, end] = [starts.value[index], starts.value[index + 1]]
    if (!element || start === undefined || end === undefined) return
    const lowest = end + headPx - element.clientHeight
    if (start < element.scrollTop) element.scrollTop = start
    else if (lowest > element.scrollTop) element.scrollTop = lowest
    // Renders those rows now rather than on the scroll event, a frame later.
    top.value = element.scrollTop
  }

  return { shown, height, scrollTo }
}

/** The row at a height: the last one that starts there or above. */
function rowAt(starts: readonly number[], y: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (starts[middle]! <= y) low = middle
    else high = middle - 1
  }
  return low
}
