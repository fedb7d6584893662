import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_DEPTH = 200
/** XML 1.0, section 2.3: white space. */
const SPACES = new Set([' ', '\t', '\r', '\n'])

/** How elements become JSON. */
export interface XmlOptions {
  readonly attribute_prefix: string
  readonly text_name: string
  readonly lists: readonly string[]
  readonly infer_types: boolean
  readonly trim: boolean
  readonly remove_namespaces: boolean
}

interface OpenElement {
  readonly name: string
  readonly attributes: readonly (readonly [name: string, value: unknown])[]
  /** The children by name, in the order in which each name came first. */
  readonly children: Map<string, unknown[]>
  readonly texts: string[]
}

/** Makes JSON of the elements of a document, in the order in which they open and close. */
export class XmlTree {
  /** The root element under its name, once it is closed. */
  document: Record<string, unknown> = {}
  /** The name of the element that was closed last. */
  lastClosed = ''
  readonly #options: XmlOptions
  readonly #lists: ReadonlySet<string>
  readonly #open: OpenElement[] = []

  constructor(options: XmlOptions) {
    this.#options = options
    this.#lists = new Set(options.lists)
  }

  /**
   * Goes into an element.
   * @throws InvalidInput if it is nested too deeply
   */
  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#open.length === MAX_DEPTH)
      throw new InvalidInput(
        'xml',
        `The XML is nested more than ${MAX_DEPTH} levels deep; send a part of it`,
      )
    const { attribute_prefix: prefix, infer_types, remove_namespaces } = this.#options
    const kept = Object.entries(attributes).filter(
      ([attribute]) => !remove_namespaces || !attribute.startsWith('xmlns:'),
    )
    this.#open.push({
      name: this.#named(name),
      attributes: kept.map(([attribute, value]) => [
        prefix + this.#named(attribute),
        infer_types ? typed(value) : value,
      ]),
      children: new Map(),
      texts: [],
    })
  }

  /** Adds text to the element that is open. */
  add(text: string): void {
    this.#open.at(-1)?.texts.push(text)
  }

  /**
   * Goes out of an element.
   * @throws InvalidInput if two of its members would have the same name
   */
  close(): void {
    const element = this.#open.pop()!
    this.lastClosed = element.name
    const value = this.#valueOf(element)
    const parent = this.#open.at(-1)
    if (!parent) {
      this.document = Object.fromEntries([[element.name, this.#lists.has(element.name) ? [value] : value]])
      return
    }
    const siblings = parent.children.get(element.name)
    if (siblings) siblings.push(value)
    else parent.children.set(element.name, [value])
  }

  #valueOf({ attributes, children, texts }: OpenElement): unknown {
    // The pieces of a text around elements are trimmed as one, so that words do not run together.
    const text = this.#textOf(texts.join(''))
    if (attributes.length === 0 && children.size === 0) return text
    const members = [
      ...attributes,
      ...[...children].map(([name, values]): [string, unknown] => [
        name,
        values.length === 1 && !this.#lists.has(name) ? values[0] : values,
      ]),
      ...(text === '' ? [] : [[this.#options.text_name, text] as const]),
    ]
    const names = new Set(members.map(([name]) => name))
    if (names.size < members.length)
      throw new InvalidInput(
        'attribute_prefix',
        'An attribute, an element and the text would have the same name; choose other names',
      )
    return Object.fromEntries(members)
  }

  #textOf(text: string): unknown {
    const kept = this.#options.trim ? trimmed(text) : text
    return this.#options.infer_types ? typed(kept) : kept
  }

  #named(name: string): string {
    return this.#options.remove_namespaces ? name.slice(name.indexOf(':') + 1) : name
  }
}

function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SPACES.has(text[start]!)) start++
  while (end > start && SPACES.has(text[end - 1]!)) end--
  return text.slice(start, end)
}

// 007, 1.0 and 20-digit identifiers stay text.
function typed(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  const number = Number(text)
  return text !== '' && Number.isFinite(number) && String(number) === text ? number : text
}
