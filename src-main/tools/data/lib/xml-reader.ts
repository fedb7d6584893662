import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { XmlTree, type XmlOptions } from './xml-tree.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/**
 * Parses a well-formed XML document into an object with its root element as the only member.
 * @throws InvalidInput with line and column for what is not well-formed, and for entities that a
 * DTD declares
 */
export function readXml(xml: string, options: XmlOptions): Record<string, unknown> {
  const parser = new SaxesParser()
  const tree = new XmlTree(options)
  parser.on('doctype', (doctype) => {
    checkDoctype(doctype)
  })
  parser.on('processinginstruction', ({ target }) => {
    if (/^xml$/i.test(target)) throw notXml(DECLARATION, parser)
  })
  parser.on('opentag', (tag: SaxesTagPlain) => {
    tree.open(tag.name, tag.attributes)
  })
  parser.on('text', (text) => {
    tree.add(text)
  })
  parser.on('cdata', (text) => {
    tree.add(text)
  })
  parser.on('closetag', () => {
    tree.close()
  })
  parser.on('error', (error) => {
    const said = error.message.replace(/^(?:\d+:\d+: )?/, '').replace(/\.$/, '')
    // The library looks for the end of an entity up to that of the text.
    if (said.startsWith('unclosed tag') && hasBareAmpersand(xml))
      throw notXml('an & begins no entity; write it as &amp;', parser)
    // It closes an element before it says that another tag was found.
    if (said === 'unexpected close tag')
      throw notXml(`the closing tag of ${shown(tree.lastClosed)} is expected`, parser)
    throw notXml(reasonOf(said, xml.codePointAt(parser.position - 1)), parser)
  })
  parser.write(xml).close()
  return tree.document
}

const DECLARATION = 'only the first characters of a document can be an XML declaration'

// What the library says, in the words of the specification, and what to write instead.
const REASONS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/entity/, 'an entity or a character reference is not defined; write & as &amp;'],
  [/^text data outside/, 'there is text outside the root element'],
  [
    /only one root|must contain a root/,
    'a document has exactly one root element; put one around the others',
  ],
  [/\]\]>/, 'text contains ]]>, which must be written ]]&gt;'],
  [/malformed comment/, 'a comment contains -- or ends in -'],
  [/^unmatched closing tag/, 'a closing tag has no opening tag'],
  [/inappropriately located/, 'the document type declaration must come before the root element'],
  [/XML declaration must|not allowed before root/, DECLARATION],
  [/^duplicate attribute: (.*)$/, 'the attribute $1 is repeated'],
  [/^unclosed tag: (.*)$/, 'the element $1 has no closing tag'],
  [/^(?:unquoted attribute value|value must be quoted)/, 'the value of an attribute must be in quotes'],
  [/^attribute without value/, 'an attribute has no value'],
  [/^no whitespace between|^whitespace required/, 'white space is missing between two parts'],
  [
    /^version number|^encoding value|^standalone value|^expected|name\/value pairs|in XML declarations|declaration is/,
    'the XML declaration is not well-formed',
  ],
  [/in (?:closing )?tag(?: name)?$|forward-slash/, 'a tag is not well-formed; write < in text as &lt;'],
  [/in attribute name/, 'the name of an attribute has a character that is not allowed'],
  [/without a target|processing instruction name/, 'an instruction has no name'],
  [/^unexpected end/, 'the document ends in the middle'],
]

function reasonOf(said: string, code: number | undefined): string {
  if (said === 'disallowed character' && code === 0x3c)
    return 'an attribute contains <, which must be written &lt;'
  if (said === 'disallowed character' && code !== undefined)
    return `the character U+${code.toString(16).toUpperCase().padStart(4, '0')} is not allowed`
  const found = REASONS.find(([pattern]) => pattern.test(said))
  if (!found) return shown(said)
  const [, name = ''] = found[0].exec(said) ?? []
  return found[1].replace('$1', () => shown(name))
}

function shown(text: string): string {
  return text.slice(0, 100).toWellFormed()
}

/** Whether an ampersand in a text begins neither an entity nor a reference; comments and sections may have them. */
function hasBareAmpersand(xml: string): boolean {
  const NEXT = /&(?![#\w:.-]{1,100};)|<!--|<!\[CDATA\[/g
  for (let found = NEXT.exec(xml); found; found = NEXT.exec(xml)) {
    if (found[0] === '&') return true
    const end = xml.indexOf(found[0] === '<!--' ? '-->' : ']]>', NEXT.lastIndex)
    if (end < 0) return false
    NEXT.lastIndex = end
  }
  return false
}

function notXml(reason: string, { line, column }: SaxesParser): InvalidInput {
  return new InvalidInput('xml', `Not XML: ${reason}, at line ${line}, column ${Math.max(column, 1)}`)
}

// XML 1.0, productions 28, 75 and 13: a name, where the DTD is, and declarations in brackets, which are not read.
const DOCTYPE =
  /^\s*[^\s[>]+(?:\s+(?:SYSTEM\s+(?:"[^"]*"|'[^']*')|PUBLIC\s+(?:"[\w \r\n'()+,./:=?;!*#@$%-]*"|'[\w \r\n()+,./:=?;!*#@$%-]*')\s+(?:"[^"]*"|'[^']*')))?\s*(?:\[[^]*\]\s*)?$/
// What can hold the text of a declaration without being one.
const COMMENTS = /<!--[^]*?-->|<\?[^]*?\?>/g

function checkDoctype(doctype: string): void {
  if (!DOCTYPE.test(doctype))
    throw new InvalidInput('xml', 'Not XML: the document type declaration is not well-formed')
  if (/<!ENTITY[\s%]/.test(doctype.replaceAll(COMMENTS, '')))
    throw new InvalidInput('xml', 'The document declares its own entities; replace them with their text')
}
