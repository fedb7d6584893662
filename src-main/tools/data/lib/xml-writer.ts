import { NOT_XML_CHAR } from '../../lib/xml-characters.ts'
import { ExactNumber } from '../../lib/exact-json.ts'
import { isJsonObject } from '../../lib/json-document.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

// XML 1.0, productions 4 and 4a, with the colon as an ordinary character.
const START =
  ':A-Za-z_\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}'
const NAME = new RegExp(`^[${START}][${START}.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040-]*$`, 'u')
const MAX_DEPTH = 200
const MAX_WARNINGS = 100
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Readers would turn them into spaces or line feeds.
  '\r': '&#xD;',
  '\n': '&#xA;',
  '\t': '&#x9;',
}

interface WriteOptions {
  readonly root?: string | undefined
  readonly item: string
  readonly indent: number
  readonly declaration: boolean
}

/**
 * Writes a JSON value as an XML document: members whose names start with @ are attributes, #text is
 * text. An empty list repeats no element, which a warning says.
 * @throws InvalidInput for names and characters that XML does not allow
 */
export function writeXml(json: unknown, options: WriteOptions): { xml: string; warnings: string[] } {
  const { name, value } = rootOf(json, options.root)
  const head = options.declaration ? '<?xml version="1.0" encoding="UTF-8"?>\n' : ''
  const writer = new ElementWriter(options)
  const body = writer.element(name, value, 0)
  const end = options.indent > 0 || options.declaration ? '\n' : ''
  return { xml: `${head}${body}${end}`, warnings: writer.warnings }
}

function rootOf(json: unknown, root: string | undefined): { name: string; value: unknown } {
  const [only, ...others] = isJsonObject(json) ? Object.entries(json) : []
  const isElement = only && others.length === 0 && !Array.isArray(only[1]) && !/^[@#]/.test(only[0])
  return root === undefined && isElement
    ? { name: only[0], value: only[1] }
    : { name: root ?? 'root', value: json }
}

class ElementWriter {
  readonly warnings: string[] = []
  readonly #item: string
  readonly #indent: string
  readonly #line: string

  constructor({ item, indent }: WriteOptions) {
    this.#item = item
    this.#indent = ' '.repeat(indent)
    this.#line = indent > 0 ? '\n' : ''
  }

  element(name: string, value: unknown, depth: number): string {
    if (!NAME.test(name))
      throw new InvalidInput(
        'json',
        `${JSON.stringify(name.slice(0, 60))} cannot be the name of an element`,
      )
    if (depth > MAX_DEPTH) throw new InvalidInput('json', `The document has more than ${MAX_DEPTH} levels`)
    const { attributes, text, children } = this.#partsOf(value)
    const tag = `<${name}${attributes.map(([key, member]) => attribute(key.slice(1), member)).join('')}`
    if (children.length === 0) return text === '' ? `${tag}/>` : `${tag}>${escaped(text)}</${name}>`
    // White space beside text would become part of it.
    const [line, pad] = text === '' ? [this.#line, this.#indent] : ['', '']
    const inner = children.map(
      ([key, member]) => line + pad.repeat(depth + 1) + this.element(key, member, depth + 1),
    )
    return `${tag}>${escaped(text)}${inner.join('')}${line}${pad.repeat(depth)}</${name}>`
  }

  #warn(name: string): void {
    if (this.warnings.length < MAX_WARNINGS)
      this.warnings.push(
        `"${name.slice(0, 100).toWellFormed()}" is an empty list, which has no element in the text`,
      )
  }

  #partsOf(value: unknown): { attributes: Entries; text: string; children: Entries } {
    if (Array.isArray(value))
      return { attributes: [], text: '', children: value.map((member) => [this.#item, member]) }
    if (!isJsonObject(value)) return { attributes: [], text: textOf(value), children: [] }
    const entries = Object.entries(value)
    const attributes = entries.filter(([key]) => key.startsWith('@'))
    const children = entries
      .filter(([key]) => !key.startsWith('@') && key !== '#text')
      .flatMap(([key, member]): Entries => {
        if (!Array.isArray(member)) return [[key, member]]
        if (member.length === 0) this.#warn(key)
        return member.map((one) => [key, one])
      })
    return { attributes, text: Object.hasOwn(value, '#text') ? textOf(value['#text']) : '', children }
  }
}

type Entries = [name: string, value: unknown][]

function attribute(name: string, value: unknown): string {
  if (!NAME.test(name))
    throw new InvalidInput(
      'json',
      `${JSON.stringify(name.slice(0, 60))} cannot be the name of an attribute`,
    )
  return ` ${name}="${escaped(textOf(value), /[&<"\r\n\t]/g)}"`
}

function textOf(value: unknown): string {
  if (value === null) return ''
  if (value instanceof ExactNumber) return value.written
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new InvalidInput('json', 'An attribute and #text must be a string, a number, true, false or null')
  // String() drops the sign of a negative zero.
  return Object.is(value, -0) ? '-0' : String(value)
}

function escaped(text: string, characters = /[&<>\r]/g): string {
  const wrong = text.match(NOT_XML_CHAR)?.[0]
  if (wrong !== undefined)
    throw new InvalidInput(
      'json',
      'XML does not allow the character ' +
        `U+${wrong.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
    )
  return text.replaceAll(characters, (char) => ESCAPES[char]!)
}
