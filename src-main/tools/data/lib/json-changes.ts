import { diffArrays } from 'diff'
import { ExactNumber, exactIdentity } from '../../lib/exact-json.ts'
import { isJsonObject } from '../../lib/json-document.ts'
import { pointerTo } from './json-pointer.ts'

/**
 * Lists that differ more than this are compared index by index; a time limit would make the answer
 * depend on the machine.
 */
const MAX_EDITS = 1_000

export interface JsonChange {
  op: 'add' | 'remove' | 'replace'
  path: string
  value?: unknown
}

/**
 * The operations of a JSON Patch (RFC 6902) that turns one JSON value into another. Equal list
 * elements are kept; those between them are changed in place as far as possible.
 */
export function changesBetween(before: unknown, after: unknown): JsonChange[] {
  const changes: JsonChange[] = []
  compare(before, after, '', changes)
  return changes
}

function compare(before: unknown, after: unknown, path: string, changes: JsonChange[]): void {
  if (Array.isArray(before) && Array.isArray(after)) compareLists(before, after, path, changes)
  else if (isJsonObject(before) && isJsonObject(after)) compareObjects(before, after, path, changes)
  else if (!isSame(before, after)) changes.push({ op: 'replace', path, value: after })
}

// Two scalars, or values of different kinds.
function isSame(before: unknown, after: unknown): boolean {
  if (before instanceof ExactNumber && after instanceof ExactNumber)
    return exactIdentity(before) === exactIdentity(after)
  return before === after
}

function compareObjects(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  path: string,
  changes: JsonChange[],
): void {
  for (const name of Object.keys(before))
    if (!Object.hasOwn(after, name)) changes.push({ op: 'remove', path: pointerTo(path, name) })
  for (const [name, value] of Object.entries(after)) {
    const at = pointerTo(path, name)
    if (Object.hasOwn(before, name)) compare(before[name], value, at, changes)
    else changes.push({ op: 'add', path: at, value })
  }
}

function compareLists(before: unknown[], after: unknown[], path: string, changes: JsonChange[]): void {
  const ids = new Map<string, number>()
  const idOf = (value: unknown) => {
    const text = exactIdentity(value)
    const id = ids.get(text) ?? ids.size
    ids.set(text, id)
    return id
  }
  const edits = diffArrays(before.map(idOf), after.map(idOf), { maxEditLength: MAX_EDITS })
  // An index in the list as the operations so far have left it, which equals `after` up to here.
  let [from, to, gone] = [0, 0, 0]
  const settle = (come: number) => {
    const both = Math.min(gone, come)
    for (let i = 0; i < both; i++) compare(before[from++], after[to], pointerTo(path, to++), changes)
    for (let i = both; i < gone; i++, from++) changes.push({ op: 'remove', path: pointerTo(path, to) })
    for (let i = both; i < come; i++, to++)
      changes.push({ op: 'add', path: pointerTo(path, to), value: after[to] })
    gone = 0
  }
  const wholly = [
    { removed: true, added: false, count: before.length },
    { removed: false, added: true, count: after.length },
  ]
  for (const { removed, added, count } of edits ?? wholly) {
    if (removed) gone += count
    else if (added) settle(count)
    else {
      settle(0)
      from += count
      to += count
    }
  }
  settle(0)
}
