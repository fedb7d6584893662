import type { SavedRow } from '../../../src-shared/saved-batch.ts'
import type { Tool } from '../../gateway/gateway-types.ts'
import { type BatchRow, freshRow } from './batch-row.ts'
import type { CheckRow } from './check-row.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

type Tools = ReadonlyMap<string, Tool>

/** A call to add as a row. */
export interface NewRow {
  readonly slug: string
  readonly input: Readonly<Record<string, unknown>>
  readonly label: string
}

/** Makes a row from a call; it gets its position when it is added. */
export function newRow({ slug, input, label }: NewRow, tools: Tools, check: CheckRow): BatchRow {
  const text = JSON.stringify(input)
  const cost = tools.get(slug)?.credits ?? 0
  return freshRow({ position: 0, slug, input: text, label, problem: check(slug, input, text), cost })
}

/** Restores a saved row, checked against the current tools. */
export function restoreRow(row: SavedRow, tools: Tools, check: CheckRow): BatchRow {
  const problem = row.state === 'ready' ? checkText(row, check) : ''
  return { ...row, problem, cost: tools.get(row.slug)?.credits ?? 0 }
}

function checkText({ slug, input: text }: SavedRow, check: CheckRow): string {
  const input: unknown = parseJson(text)
  const isFields = typeof input === 'object' && input !== null && !Array.isArray(input)
  if (!isFields) return 'The input is not an object.'
  // It is neither null nor an array, so it is an object with string keys.
  return check(slug, input as Record<string, unknown>, text)
}
