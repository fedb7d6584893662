import { NOT_XML_CHAR } from '../../lib/xml-characters.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

// Comments, sections of text, instructions, declarations with what they hold, and tags.
const MARKUP =
  /<!--(?<comment>[^]*?)-->|<!\[CDATA\[[^]*?\]\]>|<\?(?<target>[^\s?]*)[^]*?\?>|<!DOCTYPE[^[>]*(?:\[[^]*?\]\s*)?>|<(?![!?])(?<tag>(?:"[^"]*"|'[^']*'|[^"'>])*)>/y
const VALUE = /"[^"]*"|'[^']*'/g

/**
 * Checks what the parser lets pass (XML 1.0, productions 1, 2, 10, 14, 15 and 17), and gives line ends and the white
 * space of attributes the form that section 2.11 and 3.3.3 ask for.
 * @param text A document in which the parser's own check found nothing
 * @throws InvalidInput with line and column for what is not well-formed
 */
export function soundMarkup(text: string): string {
  const wrong = text.search(NOT_XML_CHAR)
  if (wrong >= 0)
    throw notXml(`the character ${codeOf(text.slice(wrong, wrong + 2))} is not allowed`, text, wrong)
  const parts: string[] = []
  let [at, depth] = [0, 0]
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
    checkText(text, at, open, depth)
    MARKUP.lastIndex = open
    const found = MARKUP.exec(text)
    if (!found) throw notXml('what begins here has no end', text, open)
    checkMarkup(text, open, found.groups ?? {})
    const [whole] = found
    const tag = found.groups?.['tag']
    if (depth === 0 && whole.startsWith('<![CDATA[')) throw notXml(OUTSIDE, text, open)
    if (tag !== undefined && !tag.endsWith('/')) depth += tag.startsWith('/') ? -1 : 1
    parts.push(text.slice(at, open), tag === undefined ? whole : tagOf(text, open, whole))
    at = open + whole.length
  }
  checkText(text, at, text.length, depth)
  return [...parts, text.slice(at)].join('').replaceAll(/\r\n?/g, '\n')
}

const OUTSIDE = 'there is text outside the root element'

function checkText(text: string, from: number, to: number, depth: number): void {
  const outside = depth === 0 ? text.slice(from, to).search(/[^ \t\r\n]/) : -1
  if (outside >= 0) throw notXml(OUTSIDE, text, from + outside)
  const end = text.slice(from, to).indexOf(']]>')
  if (end >= 0) throw notXml('text contains ]]>, which must be written ]]&gt;', text, from + end)
}

function checkMarkup(
  text: string,
  at: number,
  { comment, target }: Record<string, string | undefined>,
): void {
  if (comment !== undefined && /--|-$/.test(comment))
    throw notXml('a comment contains -- or ends in -', text, at)
  if (target !== undefined && /^xml$/i.test(target) && at > 0)
    throw notXml('only the first characters of a document can be an XML declaration', text, at)
}

function tagOf(text: string, at: number, tag: string): string {
  return tag.replaceAll(VALUE, (value, place: number) => {
    if (value.includes('<'))
      throw notXml('an attribute contains <, which must be written &lt;', text, at + place)
    return value.replaceAll(/\r\n|[\t\n\r]/g, ' ')
  })
}

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

function notXml(reason: string, text: string, at: number): InvalidInput {
  const lines = text.slice(0, at).split(/\r\n|[\r\n]/)
  const place = `at line ${lines.length}, column ${lines.at(-1)!.length + 1}`
  return new InvalidInput('xml', `Not XML: ${reason}, ${place}`)
}
