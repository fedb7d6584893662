import type { StreamEvent } from '../../../gateway/gateway-types.ts'

/** A row of the event list; of consecutive tokens, only the first have a row and the rest are counted. */
export interface EventRow {
  readonly name: string
  readonly text: string
  readonly atMs: number
  /** The number of events that this row summarises; 0 for an ordinary row. */
  readonly folded: number
}

/** Tokens of a run that get a row each before the rest is counted. */
const TOKENS_SHOWN = 3
/** The most characters of an event that its row keeps. */
const ROW_CHARS = 400

/** The events of a stream as rows of a list, short however many tokens come. */
export function createEventRows() {
  let rows: EventRow[] = []
  let tokenRun = 0

  function add({ name, text, atMs }: StreamEvent): void {
    tokenRun = name === 'token' ? tokenRun + 1 : 0
    const row = { name, text: text.slice(0, ROW_CHARS), atMs, folded: 0 }
    if (tokenRun <= TOKENS_SHOWN) rows.push(row)
    else if (tokenRun === TOKENS_SHOWN + 1) rows.push({ ...row, folded: 1 })
    else rows[rows.length - 1] = { ...row, folded: tokenRun - TOKENS_SHOWN }
  }

  function clear(): void {
    rows = []
    tokenRun = 0
  }

  return { add, clear, list: (): readonly EventRow[] => [...rows] }
}
