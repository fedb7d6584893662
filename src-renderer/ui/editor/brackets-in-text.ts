const CLOSER_OF: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }
const OPENER_OF: Readonly<Record<string, string>> = { '}': '{', ']': '[', ')': '(' }
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[{}[\]()]/g

/** Brackets further apart than this are not matched, so that a cursor move stays cheap. */
const MAX_SCAN_CHARS = 10_000

interface Token {
  readonly at: number
  readonly text: string
}

/** Longer lines, such as a whole document without breaks, are not read with each key. */
const MAX_LINE_CHARS = 20_000

/** What a text has of brackets and strings. As in JSON, a string ends with its line at the latest. */
function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(TOKEN)].map((match) => ({ at: match.index, text: match[0] }))
}

/** Where in a line the first bracket is that the line does not close; -1 for none. */
export function firstUnclosed(line: string): number {
  if (line.length > MAX_LINE_CHARS) return -1
  const open: number[] = []
  for (const { at, text } of tokensOf(line)) {
    if (text in CLOSER_OF) open.push(at)
    else if (text in OPENER_OF) open.pop()
  }
  return open[0] ?? -1
}

/** Where the string around an offset of a line begins and ends; null outside of strings. */
export function stringAround(line: string, offset: number): { from: number; to: number } | null {
  if (line.length > MAX_LINE_CHARS) return null
  for (const { at, text } of tokensOf(line))
    if (text.startsWith('"') && at < offset && offset <= at + text.length)
      return { from: at, to: at + text.length }
  return null
}

/**
 * Finds the partner of the bracket at an offset. Strings are skipped.
 * @param text in which a line begins
 * @returns its offset; null for no bracket; -1 if it has no partner, or another bracket comes in its place
 */
export function partnerOf(text: string, offset: number): number | null {
  const bracket = text[offset] ?? ''
  const forward = bracket in CLOSER_OF
  if (!forward && !(bracket in OPENER_OF)) return null
  const brackets = tokensOf(text).filter(({ text: token }) => !token.startsWith('"'))
  const start = brackets.findIndex(({ at }) => at === offset)
  if (start === -1) return null
  const wanted = forward ? CLOSER_OF[bracket] : OPENER_OF[bracket]
  const [opens, step] = forward ? [CLOSER_OF, 1] : [OPENER_OF, -1]
  let depth = 0
  for (let index = start; ; index += step) {
    const each = brackets[index]
    if (!each) return -1
    depth += each.text in opens ? 1 : -1
    if (depth === 0) return each.text === wanted ? each.at : -1
  }
}

interface Lines {
  readonly length: number
  readonly lineAt: (at: number) => { readonly from: number; readonly to: number }
  readonly sliceString: (from: number, to: number) => string
}

/**
 * Finds the partner of the bracket at a position of a document, if it is near.
 * @returns as partnerOf
 */
export function partnerIn(doc: Lines, at: number): number | null {
  const bracket = doc.sliceString(at, at + 1)
  if (!(bracket in CLOSER_OF) && !(bracket in OPENER_OF)) return null
  const line = doc.lineAt(at)
  // In a long line the text may begin within a string, which only misses a match.
  const from = Math.max(line.from, at - MAX_SCAN_CHARS)
  const [start, end] =
    bracket in CLOSER_OF
      ? [from, Math.min(doc.length, at + MAX_SCAN_CHARS)]
      : [lineStart(doc, at - MAX_SCAN_CHARS), Math.min(line.to, at + MAX_SCAN_CHARS)]
  const found = partnerOf(doc.sliceString(start, end), at - start)
  return found === null || found === -1 ? found : start + found
}

function lineStart(doc: Lines, at: number): number {
  return at <= 0 ? 0 : Math.max(doc.lineAt(at).from, at - MAX_SCAN_CHARS)
}
