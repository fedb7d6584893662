const MAX_READINGS = 8
const UNCLOSED = -1

/** Where the brackets of a text are closed. Quoted brackets do not count. */
export class BracketClosings {
  readonly #text: string
  /** The place after the bracket that closes the one at a place; 0 where that is not known yet. */
  readonly #ends: Int32Array
  #readings = 0

  constructor(text: string) {
    this.#text = text
    this.#ends = new Int32Array(text.length)
  }

  /** The place after the bracket that closes the one at `start`; null if none does. */
  of(start: number): number | null {
    // Each reading tells the ends of all brackets in it. Those that it takes for quoted are not, if a quote before them
    // has no other; then they are read once more.
    if (this.#ends[start] === 0 && this.#readings++ < MAX_READINGS) this.#readFrom(start)
    const end = this.#ends[start]!
    return end > 0 ? end : null
  }

  #readFrom(start: number): void {
    const open: number[] = []
    let isQuoted = false
    for (let at = start; at < this.#text.length; at++) {
      const char = this.#text[at]
      if (isQuoted && char === '\\') at++
      else if (char === '"') isQuoted = !isQuoted
      else if (isQuoted) continue
      else if (char === '{' || char === '[') open.push(at)
      else if ((char === '}' || char === ']') && open.length > 0) this.#ends[open.pop()!] ||= at + 1
    }
    for (const at of open) this.#ends[at] ||= UNCLOSED
  }
}
