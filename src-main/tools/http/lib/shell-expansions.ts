const EXPANSION = /\$(?:\w+|[{(])|`/g
const ENDS: Readonly<Record<string, string>> = { '${': '}', '$(': ')', '`': '`' }

/**
 * The variables and commands in a text, in whose place a shell would put something else. They are found one after
 * another, and what is never closed is looked for once: a pattern would try each opening to the end.
 */
export function expansionsOf(text: string): string[] {
  const found: string[] = []
  const unclosed = new Set<string>()
  EXPANSION.lastIndex = 0
  for (let match = EXPANSION.exec(text); match; match = EXPANSION.exec(text)) {
    const [opening] = match
    const end = ENDS[opening]
    const closed = end === undefined || unclosed.has(opening) ? -1 : text.indexOf(end, EXPANSION.lastIndex)
    if (end === undefined) found.push(opening)
    else if (closed < 0) unclosed.add(opening)
    else {
      EXPANSION.lastIndex = closed + 1
      found.push(text.slice(match.index, closed + 1))
    }
  }
  return found
}
