const OPENING = /\{%-?\s*(raw|doc|comment)\s*-?%\}/g
const END_RAW = /\{%(-?)\s*endraw\s*-?%\}/g
const END_DOC = /\{%-?\s*enddoc\s*-?%\}/g

/**
 * A template as the engine can read it, with the same places: `{%- endraw` without its hyphen, which it takes for a
 * name, and blanks for the words of `doc` and `comment`, which need not be Liquid.
 */
export function readableSource(template: string): string {
  const parts: string[] = []
  let from = 0
  for (OPENING.lastIndex = 0; ;) {
    const found = OPENING.exec(template)
    if (found === null) break
    const start = OPENING.lastIndex
    const closed =
      found[1] === 'comment' ? endOfComment(template, start) : endOf(found[1]!, template, start)
    if (closed === null) break
    if (found[1] !== 'raw') {
      const words = template.slice(start, closed.index)
      parts.push(template.slice(from, start), words.replace(/[^\n]/g, ' '))
      from = closed.index
    } else if (closed[1] === '-') {
      parts.push(template.slice(from, closed.index), '{% ')
      from = closed.index + 3
    }
    OPENING.lastIndex = closed.index + closed[0].length
  }
  return parts.join('') + template.slice(from)
}

function endOf(name: string, template: string, start: number): RegExpExecArray | null {
  const end = name === 'doc' ? END_DOC : END_RAW
  end.lastIndex = start
  return end.exec(template)
}

/** Where a tag closes another: its place, and its text. */
type Closing = Readonly<Pick<RegExpExecArray, 'index' | 0 | 1>>

// A comment in a comment ends first, and what is raw in it is not read.
function endOfComment(template: string, start: number): Closing | null {
  let depth = 1
  let mayEndRaw = true
  for (let at = template.indexOf('{%', start); at !== -1; at = template.indexOf('{%', at)) {
    const end = template.indexOf('%}', at) + 2
    if (end === 1) return null
    const tag = template.slice(at, end)
    const name = /^\{%-?\s*(\w*)/.exec(tag)![1]!
    if (name === 'comment') depth += 1
    if (name === 'endcomment') depth -= 1
    if (depth === 0) return { index: at, 0: tag, 1: name }
    const raw = name === 'raw' && mayEndRaw ? endOf(name, template, end) : null
    // One that is never closed leaves none for those after it.
    if (name === 'raw' && raw === null) mayEndRaw = false
    at = raw ? raw.index + raw[0].length : end
  }
  return null
}
