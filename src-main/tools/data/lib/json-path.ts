import { JSONPath } from 'jsonpath-plus'
import { pointerTo } from './json-pointer.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_FOUND = 100_000

export interface PathMatch {
  readonly value: unknown
  /** RFC 6901. */
  readonly pointer: string
}

/**
 * The values that a JSONPath selects. Filters are run by a separate evaluator without access to
 * host functions; reading a member of a missing member selects nothing.
 * @throws InvalidInput for a path that cannot be parsed
 */
export function selectByPath(document: unknown, path: string): PathMatch[] {
  const query = toQuery(path)
  if (typeof document !== 'object' || document === null)
    return query === '$' ? [{ value: document, pointer: '' }] : []
  const found = search(document, query, false)
  if (found.length > MAX_FOUND)
    throw new InvalidInput('path', `The path finds more than ${MAX_FOUND} values; narrow it`)
  const places = pointersIn(document)
  return found.flatMap(({ value, parent, parentProperty: name }) => {
    if (parent === null) return [{ value, pointer: '' }]
    // The library also finds the length of a list, which is not a member.
    if (Array.isArray(parent) && !/^\d+$/.test(String(name))) return []
    return [{ value, pointer: pointerTo(places.get(parent) ?? '', name) }]
  })
}

// The library omits names such as ~ from its pointers.
function pointersIn(document: object): Map<object, string> {
  const places = new Map<object, string>([[document, '']])
  for (const [parent, place] of places) {
    // Members of a JSON value may have any type.
    for (const [name, member] of Object.entries(parent) as [string, unknown][])
      if (typeof member === 'object' && member !== null) places.set(member, pointerTo(place, name))
  }
  return places
}

interface LibraryMatch {
  readonly value: unknown
  readonly parent: object | null
  readonly parentProperty: string | number
}

function search(document: object, path: string, ignoreMissing: boolean): LibraryMatch[] {
  try {
    const found: unknown = JSONPath({
      path,
      json: document,
      eval: 'safe',
      resultType: 'all',
      wrap: true,
      ignoreEvalErrors: ignoreMissing,
    })
    // With `wrap` and `all` the answer is a list of such records, or undefined if there are none.
    return (found as LibraryMatch[] | undefined) ?? []
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (!ignoreMissing && /Cannot read properties of/.test(reason)) return search(document, path, true)
    throw new InvalidInput('path', `The path cannot be read: ${reason.slice(0, 200).toWellFormed()}`)
  }
}

/**
 * Checks the brackets, which the library silently ignores if unbalanced, and adds the parentheses
 * around filters that RFC 9535 makes optional and the library requires.
 */
function toQuery(path: string): string {
  const query = path.trim()
  if (!/^\$(?![\w$])/.test(query))
    throw new InvalidInput('path', 'A JSONPath must start with $, as in $.store.book')
  if (/\.$|\.{3,}/.test(query)) throw new InvalidInput('path', 'A dot in the path has no name after it')
  return withParentheses(query)
}

function withParentheses(query: string): string {
  const open: { readonly char: string; readonly wraps: boolean; readonly filter: boolean }[] = []
  let out = ''
  for (let at = 0; at < query.length; at++) {
    const char = query[at]!
    if (char === "'" || char === '"') {
      const end = endOfQuoted(query, at)
      out += open.at(-1)?.filter === false ? quotedName(query.slice(at, end + 1)) : query.slice(at, end + 1)
      at = end
    } else if ('[('.includes(char)) {
      const wraps = /^\[\s*\?\s*(?!\(.*\)\s*\])/.test(query.slice(at))
      const filter = char === '(' || open.at(-1)?.filter === true || /^\[\s*\?/.test(query.slice(at))
      open.push({ char, wraps, filter })
      out += char
      if (wraps) {
        at = query.indexOf('?', at)
        out += '?('
      }
    } else if ('])'.includes(char)) {
      const last = open.pop()
      if (last?.char !== (char === ']' ? '[' : '(')) refuseBracket(at)
      out += last.wraps ? `)${char}` : char
    } else if (char === '~' || char === '^')
      throw new InvalidInput('path', `${char} is not part of JSONPath (RFC 9535); leave it out`)
    else out += char
  }
  if (open.length > 0) refuseBracket(query.length)
  return out
}

// The library gives ~, *, $ and the like a meaning even between quotes, unless a ` precedes them.
function quotedName(quoted: string): string {
  const name = unescaped(quoted)
  if (/[\^\];]|@\w+\(/.test(name) || /^[^\w\s'"\\].*,/.test(name))
    throw new InvalidInput(
      'path',
      `The name ${quoted.slice(0, 60)} cannot be written in a path; use [*] or a filter`,
    )
  const written = name.replaceAll(/[\\']/g, '\\$&')
  return /^[~*$@.?(`:\d]/.test(name) ? `'\`${written}'` : `'${written}'`
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

// RFC 9535, 2.3.1.2. The library only knows the escape of the quote, and does not find names that
// contain the other quote.
function unescaped(quoted: string): string {
  return quoted.slice(1, -1).replaceAll(/\\(u[0-9a-fA-F]{4}|[^])/g, (escape, sign: string) => {
    if (sign.length > 1) return String.fromCharCode(parseInt(sign.slice(1), 16))
    if (`\\/${quoted[0]}`.includes(sign)) return sign
    const meant = ESCAPES[sign]
    if (meant === undefined)
      throw new InvalidInput('path', `${escape} means nothing in a name; write \\\\ for a backslash`)
    return meant
  })
}

function endOfQuoted(query: string, start: number): number {
  for (let at = start + 1; at < query.length; at++) {
    if (query[at] === '\\') at++
    else if (query[at] === query[start]) return at
  }
  throw new InvalidInput('path', `The quote at character ${start + 1} is not closed`)
}

function refuseBracket(at: number): never {
  throw new InvalidInput('path', `A bracket is missing or superfluous at character ${at + 1}`)
}
