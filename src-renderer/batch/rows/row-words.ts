import { Check, CircleDashed, Clock, LoaderCircle, TriangleAlert, X } from '@lucide/vue'
import type { Component } from 'vue'
import { isEngine, type Engine } from '../../../src-shared/engines.ts'
import type { BatchRow } from './batch-row.ts'
import { mainValueOf, plainTextOf } from '../../../src-shared/kinds/main-value.ts'
import { dataOf } from '../run/export-rows.ts'
import { textOf } from '../import/table.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/**
 * How a row's state is shown: always with a word, since many people cannot tell it by colour alone.
 */
export interface RowStatus {
  readonly word: string
  readonly icon: Component
  readonly tone: string
  readonly spins?: boolean
}

const MAX_GIST_CHARS = 160
/** Longer texts are shown from their start without being parsed as JSON. */
const MAX_PARSED_CHARS = 20_000

/** The word, icon and colour of a row's state. @param running rows are being sent now */
export function statusOf(row: BatchRow, running: boolean): RowStatus {
  switch (row.state) {
    case 'done':
      return { word: 'Done', icon: Check, tone: 'text-real' }
    case 'failed':
      // A call that ran and failed was charged and refunded; a refused one was never charged.
      return {
        word: row.error?.code === 'handler_error' ? 'Refunded' : 'Failed',
        icon: X,
        tone: 'text-err',
      }
    case 'sent':
      return running
        ? { word: 'Running', icon: LoaderCircle, tone: 'text-accent', spins: true }
        : { word: 'Pending', icon: CircleDashed, tone: 'text-key' }
    default:
      if (row.problem) return { word: 'Fix input', icon: TriangleAlert, tone: 'text-err' }
      return running
        ? { word: 'Queued', icon: Clock, tone: 'text-ink-3' }
        : { word: 'Ready', icon: Check, tone: 'text-ink-2' }
  }
}

/** A call's first field and the start of its value. */
export function inputGist({ input }: Pick<BatchRow, 'input'>): {
  readonly name: string
  readonly value: string
} {
  if (input.length > MAX_PARSED_CHARS) return { name: '', value: oneLine(input) }
  // The page wrote it from an object.
  const fields = parseJson(input) as Record<string, unknown>
  const [first] = Object.entries(fields)
  return first ? { name: first[0], value: oneLine(textOf(first[1])) } : { name: '', value: 'no fields' }
}

/** The engine of a row's answer; null if there is no answer yet. */
export function engineOf(row: BatchRow): Engine | null {
  if (row.state === 'failed') return row.error?.code === 'needs_key' ? 'needs_key' : 'error'
  if (row.state !== 'done' || row.result === null) return null
  // Members are sorted, so the engine comes first unless another name starts with a capital.
  const first = /^\{"_engine":"(\w+)"/.exec(row.result)?.[1]
  const name = first ?? (row.result.length > MAX_PARSED_CHARS ? null : dataOf(row)?.['_engine'])
  return typeof name === 'string' && isEngine(name) ? name : null
}

/**
 * The text of a row's last column: its main output, its error, or what is wrong with its input.
 * @param main where its tool's main output is
 */
export function resultGist(row: BatchRow, main: string | null | undefined): string {
  if (row.state === 'failed') return row.error ? `${row.error.code}: ${row.error.message}` : ''
  if (row.state === 'ready') return row.problem
  if (row.state !== 'done') return ''
  if (row.result === null) return 'The result was too large to keep.'
  if (row.result.length > MAX_PARSED_CHARS) return oneLine(row.result)
  const data = dataOf(row)
  if (!data) return ''
  const value = mainValueOf(data, main)
  return oneLine(plainTextOf(value) ?? textOf(value))
}

function oneLine(text: string): string {
  return text.slice(0, MAX_GIST_CHARS).replaceAll(/\s*\n\s*/g, ' ⏎ ')
}
