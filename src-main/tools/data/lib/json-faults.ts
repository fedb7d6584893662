import { visit } from 'jsonc-parser'
import { keepsDigits } from '../../../../src-shared/numbers/number-digits.ts'
import { MAX_BODY_DEPTH } from '../../../../src-shared/limits.ts'

const MAX_LISTED = 100

export interface JsonFault {
  readonly message: string
  readonly line: number
  readonly column: number
}

export interface JsonFaults {
  readonly valid: boolean
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | null
  readonly errors: JsonFault[]
  readonly error_count: number
  readonly warnings: JsonFault[]
  readonly warning_count: number
}

// By jsonc-parser's ParseErrorCode, a const enum that cannot be imported on its own.
const MESSAGES: Readonly<Record<number, string>> = {
  1: 'A word that JSON does not know',
  2: 'A number that JSON does not know',
  3: 'A name in double quotes is missing',
  4: 'A value is missing',
  5: 'A colon is missing',
  6: 'A comma is missing',
  7: 'A closing brace is missing',
  8: 'A closing bracket is missing',
  9: 'Nothing may follow the value',
  10: 'JSON has no comments',
  11: 'A comment is not closed',
  12: 'A string is not closed',
  13: 'A number is not finished',
  14: 'A \\u escape needs four hexadecimal digits',
  15: 'There is no such escape',
  16: 'A control character in a string has to be escaped',
}

/**
 * Finds every error of a JSON text, and valid parts that readers interpret differently.
 * @param text the text; a leading byte order mark is ignored
 */
export function findJsonFaults(
  text: string,
  allow: { readonly comments: boolean; readonly trailingComma: boolean },
): JsonFaults {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  const errors = new Faults()
  const warnings = new Faults()
  const deepAt = tooDeepAt(body)
  if (deepAt !== null)
    errors.add(`There are more than ${MAX_BODY_DEPTH} levels`, deepAt.line, deepAt.column)
  else visitAll(body, allow, errors, warnings)
  const valid = errors.count === 0
  return {
    valid,
    type: valid ? typeAt(body) : null,
    errors: errors.first,
    error_count: errors.count,
    warnings: warnings.first,
    warning_count: warnings.count,
  }
}

class Faults {
  readonly first: JsonFault[] = []
  count = 0

  add(message: string, line: number, column: number): void {
    if (this.count++ < MAX_LISTED) this.first.push({ message, line: line + 1, column: column + 1 })
  }
}

function visitAll(
  text: string,
  allow: { readonly comments: boolean; readonly trailingComma: boolean },
  errors: Faults,
  warnings: Faults,
): void {
  const names: Set<string>[] = []
  let lastErrorAt = -1
  visit(
    text,
    {
      // A second error at the same place is a consequence of the first.
      onError: (code, offset, _length, line, column) => {
        if (offset !== lastErrorAt) errors.add(MESSAGES[code] ?? 'Not JSON', line, column)
        lastErrorAt = offset
      },
      onObjectBegin: () => void names.push(new Set()),
      onObjectEnd: () => void names.pop(),
      onObjectProperty: (name, _offset, _length, line, column) => {
        const known = names.at(-1)
        if (known?.has(name))
          warnings.add(`The name ${quoted(name)} is used twice; most readers keep the last`, line, column)
        known?.add(name)
        if (!name.isWellFormed()) warnings.add('The name holds half of a surrogate pair', line, column)
      },
      onLiteralValue: (value: unknown, offset, length, line, column) => {
        if (typeof value === 'string' && !value.isWellFormed())
          warnings.add('The string holds half of a surrogate pair', line, column)
        if (typeof value === 'number' && !keepsDigits(text.slice(offset, offset + length)))
          warnings.add('The number does not fit a 64-bit float; most readers round it', line, column)
      },
    },
    { disallowComments: !allow.comments, allowTrailingComma: allow.trailingComma },
  )
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 60).toWellFormed())
}

function typeAt(text: string): JsonFaults['type'] {
  const start = text.replace(/^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/, '')[0] ?? ''
  const types: Readonly<Record<string, JsonFaults['type']>> = {
    '{': 'object',
    '[': 'array',
    '"': 'string',
    t: 'boolean',
    f: 'boolean',
    n: 'null',
  }
  return types[start] ?? 'number'
}

// The parser would overflow its stack; brackets inside strings do not count.
function tooDeepAt(text: string): { line: number; column: number } | null {
  let depth = 0
  for (const match of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[[\]{}]/g)) {
    if ('[{'.includes(match[0])) depth++
    else if (']}'.includes(match[0])) depth--
    if (depth > MAX_BODY_DEPTH) {
      const lines = text.slice(0, match.index).split('\n')
      return { line: lines.length - 1, column: lines.at(-1)!.length }
    }
  }
  return null
}
