const RAW = /\{%-?\s*raw\s*-?%\}|\{%-?\s*doc\s*-?%\}/g
const END_RAW = /\{%(-?)\s*endraw\s*-?%\}/g
const END_DOC = /\{%-?\s*enddoc\s*-?%\}/g

/**
 * A template as the engine can read it, with the same places: `{%- endraw` without its hyphen, which it takes for a
 * name, and blanks for the words between `doc` tags, which need not be Liquid.
 */
export function readableSource(template: string): string {
  const parts: string[] = []
  let from = 0
  for (RAW.lastIndex = 0; ;) {
    const found = RAW.exec(template)
    if (found === null) break
    const isDoc = found[0].includes('doc')
    const end = isDoc ? END_DOC : END_RAW
    end.lastIndex = RAW.lastIndex
    const closed = end.exec(template)
    if (closed === null) break
    if (isDoc) {
      const words = template.slice(RAW.lastIndex, closed.index)
      parts.push(template.slice(from, RAW.lastIndex), words.replace(/[^\n]/g, ' '))
      from = closed.index
    } else if (closed[1] === '-') {
      parts.push(template.slice(from, closed.index), '{% ')
      from = closed.index + 3
    }
    RAW.lastIndex = end.lastIndex
  }
  return parts.join('') + template.slice(from)
}
