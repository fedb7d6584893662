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
  /**
   * The height of all rows in pixels, or of each by its index, known before it is rendered. Or, for a list too long to
   * be added up whenever a height changes, where a row starts; with the index after the last row, where the list ends.
   */
  readonly heightOf: () => number | ((index: number) => number) | { readonly startOf: StartOf }
  /** Rows rendered beyond the visible ones, for fast scrolling. */
  readonly spare: number
  /** The height of a heading that stays above the rows. */
  readonly headPx?: number
}

type StartOf = (index: number) => number

/** Renders only the visible rows of a long list. */
export function useRowWindow({ box, count, heightOf, spare, headPx = 0 }: RowWindowOptions): RowWindow {
  const top = ref(0)
  const room = ref(0)
  const startOf = computed((): StartOf => {
    const height = heightOf()
    if (typeof height === 'number') return (index) => index * height
    if (typeof height === 'object') return height.startOf
    const starts = [0]
    const rows = count()
    for (let index = 0; index < rows; index++) starts.push(starts[index]! + height(index))
    return (index) => starts[index]!
  })
  const height = computed(() => startOf.value(count()))
  const first = computed(() => Math.max(0, rowAt(startOf.value, count(), top.value) - spare))
  const last = computed(() =>
    Math.min(count() - 1, rowAt(startOf.value, count(), top.value + room.value) + spare),
  )
  const shown = computed(() =>
    Array.from({ length: Math.max(0, last.value - first.value + 1) }, (_, at) => {
      const index = first.value + at
      return { index, start: startOf.value(index), end: startOf.value(index + 1) }
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
    if (!element || index < 0 || index >= count()) return
    const [start, end] = [startOf.value(index), startOf.value(index + 1)]
    const lowest = end + headPx - element.clientHeight
    if (start < element.scrollTop) element.scrollTop = start
    else if (lowest > element.scrollTop) element.scrollTop = lowest
    // Renders those rows now rather than on the scroll event, a frame later.
    top.value = element.scrollTop
  }

  return { shown, height, scrollTo }
}

/** The row at a height: the last one that starts there or above. */
function rowAt(startOf: StartOf, count: number, y: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (startOf(middle) <= y) low = middle
    else high = middle - 1
  }
  return low
}
