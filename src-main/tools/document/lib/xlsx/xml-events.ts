import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { InvalidInput } from '../../../../tool-kit/tool-context.ts'

type Attributes = Readonly<Record<string, string>>

/** What is done with the elements of a part. Names are local: `c` for `<x:c>`. */
export interface XmlEvents {
  readonly open: (element: string, attributes: Attributes, parent: string) => void
  readonly close?: (element: string) => void
  readonly text?: (text: string) => void
}

/**
 * Reads a part of an Office file; the empty text has no elements.
 * @param part the name of the part, for messages
 * @throws InvalidInput when it is not well-formed
 */
export function readXml(part: string, xml: string, { open, close, text }: XmlEvents): void {
  if (xml === '') return
  const parser = new SaxesParser()
  const ancestors = ['']
  parser.on('opentag', (tag: SaxesTagPlain) => {
    const element = localName(tag.name)
    open(element, tag.attributes, ancestors.at(-1) ?? '')
    ancestors.push(element)
  })
  parser.on('closetag', () => {
    const element = ancestors.pop() ?? ''
    close?.(element)
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.on('error', () => {
    const shown = part.slice(0, 100).toWellFormed()
    throw new InvalidInput(
      'xlsx',
      `Its part ${shown} is not well-formed XML at line ${parser.line}; save the file again in a spreadsheet program`,
    )
  })
  parser.write(xml).close()
}

/** The value of an attribute that has a prefix which the file may choose, such as `r:id`. */
export function prefixedAttribute(attributes: Attributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((each) => each.endsWith(`:${name}`))
  return key === undefined ? undefined : attributes[key]
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
