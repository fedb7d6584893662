import { computed, markRaw, ref, shallowRef } from 'vue'
import type { StreamEvent } from '../../../gateway/gateway-types.ts'
import { createEventRows, type EventRow } from './event-rows.ts'

/**
 * The visible part of a stream. Events are collected as they come and shown once a frame, so that
 * a stream of thousands of single characters does not cost thousands of renderings.
 */
export function createStreamView() {
  const text = ref('')
  const rows = shallowRef<readonly EventRow[]>([])
  const count = ref(0)
  const stages = shallowRef<ReadonlySet<string>>(new Set())
  const firstTokenMs = ref<number | null>(null)
  const lastTokenMs = ref(0)
  const length = computed(() => text.value.length)
  const lastEventAt = ref(0)

  const pendingRows = createEventRows()
  let pendingText = ''
  let seen = new Set<string>()
  let total = 0
  let frame = 0
  let newestTokenMs = 0

  function add(event: StreamEvent): void {
    total++
    seen.add(event.name)
    if (event.name === 'token') {
      pendingText += tokenTextOf(event.data)
      firstTokenMs.value ??= event.atMs
      newestTokenMs = event.atMs
    }
    pendingRows.add(event)
    frame ||= requestAnimationFrame(flush)
  }

  /** Shows what came since the last frame. */
  function flush(): void {
    cancelAnimationFrame(frame)
    frame = 0
    text.value += pendingText
    pendingText = ''
    rows.value = pendingRows.list()
    count.value = total
    stages.value = new Set(seen)
    lastTokenMs.value = newestTokenMs
    lastEventAt.value = Date.now()
  }

  function clear(): void {
    pendingRows.clear()
    pendingText = ''
    seen = new Set()
    total = 0
    text.value = ''
    firstTokenMs.value = null
    newestTokenMs = 0
    flush()
  }

  const figures = { count, stages, length, firstTokenMs, lastTokenMs, lastEventAt }
  return markRaw({ text, rows, ...figures, add, flush, clear })
}

function tokenTextOf(data: unknown): string {
  const text = typeof data === 'object' && data !== null && 'text' in data ? data.text : null
  return typeof text === 'string' ? text : ''
}
