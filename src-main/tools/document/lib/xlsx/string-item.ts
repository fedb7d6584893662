import { readXml } from './xml-events.ts'

// ECMA-376 part 1, 22.9.2.19: a character that XML cannot hold is written by its number.
const ESCAPED = /_x([\da-fA-F]{4})_/g

/** Collects the text of a string of a workbook from its elements: that of its runs, without hints for pronunciation. */
export class StringItem {
  #text = ''
  #hints = 0
  #reads = false

  open(element: string): void {
    if (element === 'rPh') this.#hints++
    if (element === 't') this.#reads = this.#hints === 0
  }

  add(text: string): void {
    if (this.#reads) this.#text += text
  }

  close(element: string): void {
    if (element === 'rPh') this.#hints--
    if (element === 't') this.#reads = false
  }

  /** The text so far, with which the next one begins again. */
  take(): string {
    const text = this.#text
    this.#text = ''
    return unescaped(text)
  }
}

/** Puts characters in the place of their numbers, as in `_x000D_`. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text
}

/**
 * Reads the strings that the cells of a workbook share.
 * @throws InvalidInput when the part is not XML
 */
export function readSharedStrings(part: string, xml: string): string[] {
  const strings: string[] = []
  const item = new StringItem()
  readXml(part, xml, {
    open: (element) => {
      item.open(element)
    },
    text: (text) => {
      item.add(text)
    },
    close: (element) => {
      item.close(element)
      if (element === 'si') strings.push(item.take())
    },
  })
  return strings
}
