import type { SavedRow } from '../../../src-shared/saved-batch.ts'
import type { Tool } from '../../gateway/gateway-types.ts'
import { type BatchRow, freshRow } from './batch-row.ts'
import type { CheckRow } from './check-row.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

type Tools = ReadonlyMap<string, Tool>

/** A call that is to become a row. */
export interface NewRow {
  readonly slug: string
  readonly input: Readonly<Record<string, unknown>>
  readonly label: string
}

/** Makes a row of a call; its position is given when it is added. */
export function newRow({ slug, input, label }: NewRow, tools: Tools, check: CheckRow): BatchRow {
  const text = JSON.stringify(input)
  const cost = tools.get(slug)?.credits ?? 0
  return freshRow({ position: 0, slug, input: text, label, problem: check(slug, input, text), cost })
}

/** A row as it was kept, checked anew against the tools as they are now. */
export function restoreRow(row: SavedRow, tools: Tools, check: CheckRow): BatchRow {
  const problem = row.state === 'ready' ? checkText(row, check) : ''
  return { ...row, problem, cost: tools.get(row.slug)?.credits ?? 0 }
}

function checkText({ slug, input: text }: SavedRow, check: CheckRow): string {
  const input: unknown = parseJson(text)
  const isFields = typeof input === 'object' && input !== null && !Array.isArray(input)
  if (!isFields) return 'The input is no object.'
  // Neither null nor an array: an object by its own string keys.
  return check(slug, input as Record<string, unknown>, text)
}
