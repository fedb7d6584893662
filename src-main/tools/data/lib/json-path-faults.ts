import type { JSONPathError } from 'json-p3'

const NEAR_CHARS = 20

// By the words of the library's messages; the rule is that of RFC 9535 at the section named.
const RULES: readonly (readonly [RegExp, string])[] = [
  [/leading zero/, 'an index has no leading zero (2.3.3)'],
  [/index out of range/, 'an index lies between -(2^53 - 1) and 2^53 - 1 (2.1)'],
  [/empty bracketed/, 'brackets hold a name in quotes, an index, a slice, * or a filter (2.3)'],
  [/no such function|is undefined/, 'the functions are length, count, match, search and value (2.4)'],
  [/takes \d+ argument/, 'length, count and value take one argument, match and search two (2.4)'],
  [/argument \d+ must be/, 'length, match and search take single values, count and value a query (2.4.3)'],
  [/must be compared/, 'a filter tests no value alone; compare it, as in length(@.a) > 2 (2.3.5.1)'],
  [/is not comparable/, 'a comparison takes single values: no *, no .., no slice, no match() (2.3.5.1)'],
  [/number literal/, 'a number is written as in JSON, as in 1.5 or -2e3 (2.3.5.1)'],
  [/escape|surrogate|codepoint/, "a text escapes as in JSON, and \\' between single quotes (2.3.1.1)"],
  [/invalid character/, 'a control character in a text is written as \\uXXXX (2.3.1.1)'],
  [/parenthes|paren expression/, 'each ( has its ) with an expression between them (2.3.5.1)'],
  [/unbalanced|unclosed|unexpected end|'TOKEN_EOF'/, 'the path ends too early; close what is open (2.1.1)'],
]

const GENERAL = "steps are .name, ['name'], [0], [1:3], [*], ..name and [?@.a == 1] (2.3)"

/** What RFC 9535 does not allow in a path, and where; for the caller. */
export function pathFaultOf(path: string, { message, token }: JSONPathError): string {
  if (!path.startsWith('$')) return 'A JSONPath must start with $, as in $.store.book (RFC 9535, 2.2)'
  if (/\s$/.test(path)) return 'A JSONPath has no white space after it (RFC 9535, 2.1.1)'
  const at = Math.min(Math.max(token.index, 0), path.length)
  const near = path.slice(at, at + NEAR_CHARS).toWellFormed()
  const place = near === '' ? 'at its end' : `at character ${at + 1}, ${JSON.stringify(near)}`
  const rule = RULES.find(([words]) => words.test(message))?.[1] ?? GENERAL
  return `The path is not JSONPath (RFC 9535) ${place}: ${rule}`
}
