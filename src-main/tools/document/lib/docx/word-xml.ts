import { DOMParser, XMLSerializer } from '@xmldom/xmldom'

/** ECMA-376 in its transitional and its strict form. */
const WORD = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
])
const MATH = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/math',
  'http://purl.oclc.org/ooxml/officeDocument/math',
])

/** @throws Error when it is not well-formed */
export function parseXml(xml: string): Document {
  const fail = (message: string) => {
    throw new Error(message)
  }
  return new DOMParser({
    errorHandler: { warning: () => undefined, error: fail, fatalError: fail },
  }).parseFromString(xml, 'text/xml')
}

/** A document as XML. */
export function writeXml(document: Document): string {
  return new XMLSerializer().serializeToString(document)
}

/** Whether an element is one of WordprocessingML, of the given name if one is given. */
export function isWord(element: Element, name?: string): boolean {
  return WORD.has(element.namespaceURI ?? '') && isNamed(element, name)
}

/** Whether an element is one of Office Math, of the given name if one is given. */
export function isMath(element: Element, name?: string): boolean {
  return MATH.has(element.namespaceURI ?? '') && isNamed(element, name)
}

function isNamed(element: Element, name: string | undefined): boolean {
  return name === undefined || element.localName === name
}

/** The elements in an element, one level down. */
export function childrenOf(node: Node): Element[] {
  return Array.from(node.childNodes).filter(isElement)
}

/** The nearest element of WordprocessingML with a name that a node is in. */
export function closestWord(node: Node, name: string): Element | null {
  return closestElement(node, (element) => isWord(element, name))
}

/** The nearest element that a node is in, or is, for which something is true. */
export function closestElement(node: Node, isIt: (element: Element) => boolean): Element | null {
  for (let at: Node | null = node; at; at = at.parentNode) if (isElement(at) && isIt(at)) return at
  return null
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}

/** The first child of WordprocessingML with a name. */
export function wordChild(node: Node | undefined, name: string): Element | undefined {
  return node && childrenOf(node).find((child) => isWord(child, name))
}

/** All elements of WordprocessingML with a name, in the order of the document; later changes do not change the list. */
export function wordElements(root: Document | Element, name: string): Element[] {
  return elementsByName(root, [name])(name).filter((element) => isWord(element))
}

/**
 * Finds the elements with any of these local names, in one walk: a document may have a million.
 * @returns the elements of a name in the order of the document; later changes do not change the lists
 */
export function elementsByName(
  root: Document | Element,
  names: readonly string[],
): (name: string) => readonly Element[] {
  const found = new Map(names.map((name): [string, Element[]] => [name, []]))
  let at: Node | null = root.firstChild
  while (at) {
    if (isElement(at)) found.get(at.localName)?.push(at)
    let next: Node | null = at.firstChild
    while (!next && at && at !== root) {
      next = at.nextSibling
      at = at.parentNode
    }
    at = next
  }
  return (name) => found.get(name) ?? []
}

/** The value of an attribute, whatever prefix its namespace has. */
export function valueOf(element: Element | undefined, name = 'val'): string | null {
  const attributes = element ? Array.from(element.attributes) : []
  return attributes.find((attribute) => attribute.localName === name)?.value ?? null
}

/** ECMA-376, 22.9.2.7: a property that is there is on, unless its value says otherwise. */
export function isOn(property: Element | undefined): boolean {
  return property !== undefined && !['0', 'false', 'off', 'none'].includes(valueOf(property) ?? '')
}

/** Makes an element of the same namespace and prefix as another. */
export function likeElement(like: Element, name: string, attributes: Record<string, string> = {}): Element {
  const prefix = like.prefix ? `${like.prefix}:` : ''
  const made = like.ownerDocument.createElementNS(like.namespaceURI, prefix + name)
  for (const [key, value] of Object.entries(attributes))
    made.setAttributeNS(like.namespaceURI, `${prefix}${key}`, value)
  return made
}

/** A run with a text. */
export function runOf(like: Element, text: string): Element {
  const run = likeElement(like, 'r')
  const t = likeElement(like, 't')
  t.setAttribute('xml:space', 'preserve')
  t.appendChild(like.ownerDocument.createTextNode(text))
  run.appendChild(t)
  return run
}
