import { computed, markRaw, ref, shallowRef } from 'vue'
import type { StreamEvent } from '../../../gateway/gateway-types.ts'

/**
 * A row of the event list; of consecutive tokens, only the first have a row and the rest are
 * counted.
 */
export interface EventRow {
  readonly name: string
  readonly text: string
  readonly atMs: number
  /** The number of events that this row summarises; 0 for an ordinary row. */
  readonly folded: number
}

/** Consecutive tokens that get a row before the rest are counted. */
const TOKENS_SHOWN = 3
/** The most characters of an event that its row keeps. */
const ROW_CHARS = 400

/**
 * The visible part of a stream. Events are collected and rendered once per frame, so that thousands
 * of single characters do not cause thousands of renderings.
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

  let pendingText = ''
  let pendingRows: EventRow[] = []
  let seen = new Set<string>()
  let total = 0
  let tokenRun = 0
  let frame = 0
  let newestTokenMs = 0

  function add(event: StreamEvent): void {
    total++
    seen.add(event.name)
    tokenRun = event.name === 'token' ? tokenRun + 1 : 0
    if (event.name === 'token') {
      pendingText += tokenTextOf(event.data)
      firstTokenMs.value ??= event.atMs
      newestTokenMs = event.atMs
    }
    addRow(event)
    frame ||= requestAnimationFrame(flush)
  }

  function addRow({ name, text: body, atMs }: StreamEvent): void {
    const row = { name, text: body.slice(0, ROW_CHARS), atMs, folded: 0 }
    if (tokenRun <= TOKENS_SHOWN) pendingRows.push(row)
    else if (tokenRun === TOKENS_SHOWN + 1) pendingRows.push({ ...row, folded: 1 })
    else pendingRows[pendingRows.length - 1] = { ...row, folded: tokenRun - TOKENS_SHOWN }
  }

  function flush(): void {
    cancelAnimationFrame(frame)
    frame = 0
    text.value += pendingText
    pendingText = ''
    rows.value = [...pendingRows]
    count.value = total
    stages.value = new Set(seen)
    lastTokenMs.value = newestTokenMs
    lastEventAt.value = Date.now()
  }

  function clear(): void {
    pendingText = ''
    pendingRows = []
    seen = new Set()
    total = 0
    tokenRun = 0
    text.value = ''
    firstTokenMs.value = null
    newestTokenMs = 0
    flush()
  }

  return markRaw({
    text,
    rows,
    count,
    stages,
    length,
    firstTokenMs,
    lastTokenMs,
    lastEventAt,
    add,
    flush,
    clear,
  })
}

function tokenTextOf(data: unknown): string {
  const text = typeof data === 'object' && data !== null && 'text' in data ? data.text : null
  return typeof text === 'string' ? text : ''
}
