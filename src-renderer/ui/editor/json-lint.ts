import { visit } from 'jsonc-parser'
import { createCheck } from '../../../src-shared/json-schema/check-values.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { innermostFaults } from '../text/fault-words.ts'

/** Something wrong in a text, from one offset to another. */
export interface Finding {
  readonly from: number
  readonly to: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

/** Longer texts are checked only by the gateway. */
const MAX_CHARS = 1_000_000
const MAX_SHOWN = 50

/** Finds where a text is not valid JSON, or where its value does not match the schema. */
export function jsonLinter(schema: object | null): (text: string) => readonly Finding[] {
  // Our own schemas, as the gateway writes them.
  const faultsOf = schema ? createCheck({ ...schema }) : null
  return (text) => {
    if (text.length === 0 || text.length > MAX_CHARS) return []
    let value: unknown
    try {
      value = parseJson(text)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      const at = placeOf(error.message, text)
      return [{ from: at, to: at, severity: 'error', message: error.message }]
    }
    const faults = faultsOf ? [...innermostFaults(faultsOf(value))].slice(0, MAX_SHOWN) : []
    if (faults.length === 0) return []
    const places = placesOf(text)
    return faults.map(([pointer, words]) => ({
      ...nearest(places, pointer),
      severity: 'warning',
      message: `This ${words}.`,
    }))
  }
}

// Chromium tells an offset, Firefox a line and a column, Safari neither.
function placeOf(message: string, text: string): number {
  const [, position] = /at position (\d+)/.exec(message) ?? []
  if (position !== undefined) return Math.min(Number(position), text.length)
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? []
  if (line === undefined || column === undefined) return 0
  const before = text
    .split('\n')
    .slice(0, Number(line) - 1)
    .reduce((sum, each) => sum + each.length + 1, 0)
  return Math.min(before + Number(column) - 1, text.length)
}

interface Place {
  readonly from: number
  to: number
}

/** Where each value of a JSON text is, by its JSON pointer (RFC 6901, as a URI fragment). */
function placesOf(text: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  const open: Place[] = []
  const add = (from: number, to: number, path: readonly (string | number)[]): Place => {
    const place = { from, to }
    const steps = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    places.set(steps.join(''), place)
    return place
  }
  const close = (offset: number, length: number): void => {
    const place = open.pop()
    if (place) place.to = offset + length
  }
  visit(text, {
    onObjectBegin: (offset, length, _line, _column, path) =>
      void open.push(add(offset, offset + length, path())),
    onArrayBegin: (offset, length, _line, _column, path) =>
      void open.push(add(offset, offset + length, path())),
    onLiteralValue: (_value, offset, length, _line, _column, path) =>
      void add(offset, offset + length, path()),
    onObjectEnd: close,
    onArrayEnd: close,
  })
  return places
}

/** The value at a pointer, or the innermost one that holds it. */
function nearest(places: ReadonlyMap<string, Place>, pointer: string): Place {
  // A fault tells its place as "#/a" or "/a".
  for (let path = pointer.replace(/^#/, ''); ; path = path.slice(0, path.lastIndexOf('/'))) {
    const place = places.get(path)
    if (place) return { from: place.from, to: place.to }
    if (path === '') return { from: 0, to: 0 }
  }
}
