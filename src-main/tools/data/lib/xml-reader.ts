import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { soundMarkup } from './xml-markup.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_NESTED_TAGS = 200
const MARK = '!'
const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

interface XmlOptions {
  readonly attribute_prefix: string
  readonly text_name: string
  readonly lists: readonly string[]
  readonly infer_types: boolean
  readonly trim: boolean
  readonly remove_namespaces: boolean
}

/**
 * Parses a well-formed XML document into an object with its root element as the only member.
 * @throws InvalidInput with line and column for what is not well-formed, and for entities that a
 * DTD declares
 */
export function readXml(xml: string, options: XmlOptions): Record<string, unknown> {
  const text = xml.replace(/^\ufeff/, '')
  const valid = XMLValidator.validate(text)
  if (valid !== true) {
    const { msg, line, col } = valid.err
    const place = `at line ${line}, column ${Number.isFinite(col) ? col : 1}`
    throw new InvalidInput(
      'xml',
      `Not XML: ${msg.replace(/\.$/, '').slice(0, 200).toWellFormed()}, ${place}`,
    )
  }
  const lists = new Set(options.lists)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    textNodeName: '#text',
    transformTagName: marked,
    removeNSPrefix: options.remove_namespaces,
    // The library would trim attributes as well, and what XML does not count as white space.
    trimValues: false,
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    maxNestedTags: MAX_NESTED_TAGS,
    isArray: (name, _path, _leaf, isAttribute) => !isAttribute && lists.has(name.slice(1)),
    attributeValueProcessor: (_name, value) => (options.infer_types ? typed(value) : value),
    processEntities: true,
    entityDecoder: {
      setExternalEntities: () => undefined,
      addInputEntities: refuseDeclared,
      reset: () => undefined,
      decode,
      setXmlVersion: () => undefined,
    },
  })
  return withOneRoot(named(parsed(parser, soundMarkup(text)), options))
}

// The library rejects elements named like inherited object members; with a marker in front they are
// ordinary names. It marks an empty element twice.
function marked(name: string): string {
  return name.startsWith(MARK) ? name : MARK + name
}

// Gives the members the names that the caller requested.
function named(value: unknown, options: XmlOptions): unknown {
  if (Array.isArray(value)) return value.map((member) => named(member, options))
  if (typeof value === 'string') return textOf(value, options)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (name.startsWith(MARK)) return [[name.slice(1), named(member, options)]]
    if (name !== '#text') return [[options.attribute_prefix + name.slice(1), member]]
    const text = textOf(String(member), options)
    return text === '' ? [] : [[options.text_name, text]]
  })
  const names = new Set(members.map(([name]) => name))
  if (names.size < members.length)
    throw new InvalidInput(
      'attribute_prefix',
      'An attribute, an element and the text would have the same name; choose other names',
    )
  return Object.fromEntries(members)
}

// The pieces of a text around elements are trimmed as one, so that words do not run together.
function textOf(text: string, { trim, infer_types }: XmlOptions): unknown {
  const kept = trim ? trimmed(text) : text
  return infer_types ? typed(kept) : kept
}

/** XML 1.0, section 2.3: white space. */
const SPACES = new Set([' ', '\t', '\r', '\n'])

function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SPACES.has(text[start]!)) start++
  while (end > start && SPACES.has(text[end - 1]!)) end--
  return text.slice(start, end)
}

function parsed(parser: XMLParser, text: string): unknown {
  try {
    return parser.parse(text)
  } catch (error) {
    if (error instanceof InvalidInput) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidInput('xml', `The XML cannot be read: ${reason.slice(0, 200).toWellFormed()}`)
  }
}

function withOneRoot(document: unknown): Record<string, unknown> {
  const members = typeof document === 'object' && document !== null ? Object.entries(document) : []
  const [root] = members
  if (members.length !== 1 || !root || (Array.isArray(root[1]) && root[1].length > 1))
    throw new InvalidInput('xml', 'An XML document has exactly one root element; put one around the others')
  return Object.fromEntries([root])
}

function refuseDeclared(entities: Record<string, string>): void {
  if (Object.keys(entities).length > 0)
    throw new InvalidInput('xml', 'The document declares its own entities; replace them with their text')
}

// XML 1.0, section 4.1: without a declaration only predefined entities and character references are
// allowed.
function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&([^;&\s]{0,40});?/g, (whole, name: string) => {
    const known = whole.endsWith(';') ? (charOf(name) ?? predefined(name)) : undefined
    if (known === undefined)
      throw new InvalidInput('xml', `The entity ${whole.slice(0, 40)} is not defined; write & as &amp;`)
    return known
  })
}

function predefined(name: string): string | undefined {
  return Object.hasOwn(PREDEFINED, name) ? PREDEFINED[name] : undefined
}

function charOf(name: string): string | undefined {
  const digits = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name)
  if (!digits) return undefined
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16)
  const isChar = code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0x10ffff)
  return isChar && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined
}

// 007, 1.0 and 20-digit identifiers stay text.
function typed(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  const number = Number(text)
  return text !== '' && Number.isFinite(number) && String(number) === text ? number : text
}
