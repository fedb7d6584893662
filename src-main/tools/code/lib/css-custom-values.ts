import { CSS_TOKENS } from './css-scan.ts'

// Planes that are nobody's: a character of them is a name in CSS.
const FIRST = 0x10_00_00
const LAST = 0x10_ff_fd
const HELD = /[\u{100000}-\u{10fffd}]/gu
const BEGINNING = /(?:\s|\/\*[^]*?\*\/)*--(?:[\w-]|[^\0-\x7f])*(?:\s|\/\*[^]*?\*\/)*:/y
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
])
const ENDS = new Set(CLOSING.values())
const IMPORTANT = /\s*!\s*important\s*$/i

/** A style sheet whose custom properties hold one character each, and what puts their values back. */
interface HeldValues {
  readonly css: string
  readonly restore: (css: string) => string
}

/**
 * Takes the values of custom properties out of a style sheet. They may be anything, scripts read them as they are
 * written, and `#ff0000` is not `red` there (CSS Custom Properties Level 1, 2). Comments in them become empty.
 */
export function holdCustomValues(css: string): HeldValues {
  // Its own characters of these planes would be taken for values.
  if (!css.includes('--') || css.search(HELD) !== -1) return { css, restore: (short) => short }
  const marks = new Map<string, string>()
  let held = ''
  let from = 0
  for (const { start, end } of customValuesIn(css)) {
    const written = css.slice(start, end)
    const important = IMPORTANT.exec(written)?.[0] ?? ''
    const value = written.slice(0, written.length - important.length)
    const text = withoutComments(value.trim())
    const mark = marks.get(text) ?? String.fromCodePoint(FIRST + marks.size)
    if (text === '' || mark.codePointAt(0)! > LAST) continue
    marks.set(text, mark)
    // What follows in the source keeps its line and column, for warnings.
    const at = start + value.length - value.trimStart().length
    held +=
      css.slice(from, at) +
      mark +
      css.slice(at + mark.length, end - important.length).replaceAll(/[^\n]/g, ' ')
    held += important
    from = end
  }
  const texts = [...marks.keys()]
  return {
    css: held + css.slice(from),
    restore: (short) => short.replaceAll(HELD, (mark) => texts[mark.codePointAt(0)! - FIRST] ?? mark),
  }
}

function withoutComments(value: string): string {
  if (!value.includes('/*')) return value
  return value.replaceAll(CSS_TOKENS, (token) => (token.startsWith('/*') ? '/**/' : token))
}

/** Where the values of custom properties begin and end; none behind brackets that do not match. */
function* customValuesIn(css: string): Generator<{ readonly start: number; readonly end: number }> {
  const open: string[] = []
  // Where the value that is being read begins, and in how many brackets; negative outside of one.
  let start = -1
  let depth = 0
  for (const { 0: token, index } of css.matchAll(CSS_TOKENS)) {
    if ((token === ';' || token === '}') && start >= 0 && depth === open.length) {
      if (index >= start) yield { start, end: index }
      start = -1
    }
    const close = CLOSING.get(token)
    if (close !== undefined) open.push(close)
    else if (ENDS.has(token) && open.pop() !== token) return
    if (start >= 0 || !(token === '{' || token === '}' || token === ';') || open.at(-1) !== '}') continue
    BEGINNING.lastIndex = index + 1
    if (!BEGINNING.test(css)) continue
    start = BEGINNING.lastIndex
    depth = open.length
  }
}
