import { RE2JS } from 're2js'
import type { Pattern } from '../../src-shared/json-schema/schema-document.ts'

// White space and line ends as ECMA-262 has them; RE2 knows those of ASCII alone.
const SPACES =
  '\\t\\n\\x{b}\\f\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const LINE_ENDS = '\\n\\r\\x{2028}\\x{2029}'
const PART =
  /\\u\{([0-9a-fA-F]+)\}|\\u([dD][89abAB]\p{AHex}{2})\\u([dD][c-fC-F]\p{AHex}{2})|\\u(\p{AHex}{4})|\\x(\p{AHex}{2})|\\c([A-Za-z])|\\[pP]\{[^}]*\}|\\[^]|[^]/gu
// A text this short costs little even where an engine goes back over it.
const SHORT_CHARS = 10_000

/**
 * A pattern of ECMA-262 that runs in time linear in the text. A pattern that RE2 does not have (look-around,
 * back-references) runs as it is, in a worker with a deadline.
 * @param compiled the pattern with the flag u
 */
export function toLinearPattern(compiled: RegExp): Pattern {
  // With one repetition and no group an engine that goes back needs the square of the length at most.
  const isSimple = (compiled.source.match(/[*+?{]/g) ?? []).length < 2 && !compiled.source.includes('(')
  const linear = linearOf(compiled.source)
  if (linear === null) return compiled
  return {
    test: (text) => (isSimple && text.length < SHORT_CHARS ? compiled.test(text) : linear().test(text)),
  }
}

// Compiled when the first text needs it.
function linearOf(source: string): (() => Pattern) | null {
  const written = toRe2(source)
  if (written === null) return null
  try {
    const compiled = RE2JS.compile(written)
    return () => ({ test: (text) => compiled.matcher(text).find() })
  } catch {
    // A property that RE2 names differently, or more than 1,000 repetitions.
    return null
  }
}

/** The same pattern in RE2's syntax; null for one that it lacks. */
export function toRe2(source: string): string | null {
  if (/\(\?<?[=!]|\\k<|\(\?[a-z-]+:/.test(source)) return null
  let inClass = false
  let out = ''
  for (const match of source.matchAll(PART)) {
    const [part] = match
    if (/^\\[1-9]/.test(part) || (inClass && part === '\\S') || /^\\[pP]\{.*=/.test(part)) return null
    if (!inClass && part === '[') {
      // [] and [^] match nothing and everything.
      if (/^\[\^?\]/.test(source.slice(match.index))) return null
      inClass = true
      out += '['
    } else if (inClass && part === ']') {
      inClass = false
      out += ']'
    } else out += toRe2Part(match, inClass)
  }
  return out
}

function toRe2Part(
  [part, braced, high, low, four, two, control]: RegExpExecArray,
  inClass: boolean,
): string {
  const hex = braced ?? four ?? two
  if (hex !== undefined) return `\\x{${hex}}`
  if (high !== undefined && low !== undefined) {
    const code = 0x10000 + (parseInt(high, 16) - 0xd800) * 0x400 + parseInt(low, 16) - 0xdc00
    return `\\x{${code.toString(16)}}`
  }
  if (control !== undefined) return `\\x{${(control.charCodeAt(0) % 32).toString(16)}}`
  switch (part) {
    case '\\0':
      return '\\x{0}'
    case '\\v':
      return '\\x{b}'
    case '\\b':
      return inClass ? '\\x{8}' : part
    case '\\s':
      return inClass ? SPACES : `[${SPACES}]`
    case '\\S':
      return `[^${SPACES}]`
    case '.':
      return inClass ? part : `[^${LINE_ENDS}]`
    case '\\/':
      return '/'
    case '[':
      return '\\['
    default:
      return part
  }
}
