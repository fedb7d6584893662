import { endOfString } from '../../../src-shared/json-depth.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { giveWay } from './turns.ts'

/** Text that is parsed in one go, in characters. */
const PIECE_CHARS = 64 * 1024
/** A longer text value is read in parts of as many characters: the engine takes 70 ms for 8 MiB of escapes. */
const TEXT_CHARS = 256 * 1024
/** After so much work other requests go first. */
const TURN_MS = 10

const QUOTE = 0x22
const BACKSLASH = 0x5c
const U = 0x75
const COMMA = 0x2c
const COLON = 0x3a
const ARRAY = 0x5b
const END_OF_ARRAY = 0x5d
const OBJECT = 0x7b
const END_OF_OBJECT = 0x7d

/** An item of an array, or a member of an object with its name. */
interface Child {
  readonly start: number
  /** Where the value begins; for an item its start. */
  readonly value: number
  readonly end: number
  readonly isLarge: boolean
}

/**
 * Reads a long JSON text as `parseJson` does, but in pieces and several turns of the event loop. At once, 4 MiB may
 * take the engine 0.2 s if most objects have names of their own, and one escaped name takes as long in any text.
 * @param text must have a limited depth: each level of a long part takes a place on the stack
 * @throws SyntaxError as `parseJson` does, in other words where a piece is at fault
 */
export async function parseInTurns(text: string): Promise<unknown> {
  const parser = new PieceParser(text)
  // It has read the whole text once.
  await giveWay()
  return await parser.parse()
}

class PieceParser {
  readonly #text: string
  /** Where each array and object ends that is longer than a piece, and each long text, by its start. */
  readonly #large: ReadonlyMap<number, number>
  #turnBegan = performance.now()

  constructor(text: string) {
    this.#text = text
    this.#large = largePartsOf(text)
  }

  async parse(): Promise<unknown> {
    const start = this.#afterSpace(0)
    const end = this.#endOfValue(start)
    if (end > this.#text.length) throw new SyntaxError('Unexpected end of JSON input')
    if (this.#afterSpace(end) < this.#text.length)
      throw new SyntaxError(`Unexpected text after the JSON at position ${end}`)
    if (!this.#large.has(start)) return parseJson(this.#text)
    await this.#takeTurns()
    return await this.#readValue(start, end)
  }

  /** Reads an array or object: its large children one by one, and the others in runs as long as a piece. */
  async #readLarge(start: number, end: number): Promise<unknown> {
    const isArray = this.#text.charCodeAt(start) === ARRAY
    const last = end - 1
    if (this.#text.charCodeAt(last) !== (isArray ? END_OF_ARRAY : END_OF_OBJECT))
      throw this.#unexpected(last)
    const into: unknown[] | Record<string, unknown> = isArray ? [] : {}
    let at = this.#afterSpace(start + 1)
    while (at < last) {
      const child = this.#childAt(at, isArray)
      const runEnd = child.isLarge ? child.end : this.#endOfRun(child, isArray)
      if (child.isLarge) {
        const name = isArray ? '' : String(this.#parse(at, this.#endOfValue(at)))
        add(into, name, await this.#readValue(child.value, child.end))
      } else addAll(into, this.#parse(at, runEnd, isArray ? '[]' : '{}'))
      await this.#takeTurns()
      at = this.#afterSpace(runEnd)
      if (at === last) break
      if (this.#text.charCodeAt(at) !== COMMA) throw this.#unexpected(at)
      at = this.#afterSpace(at + 1)
      if (at === last) throw this.#unexpected(at)
    }
    if (at !== last) throw this.#unexpected(last)
    return into
  }

  #readValue(start: number, end: number): Promise<unknown> {
    return this.#text.charCodeAt(start) === QUOTE ? this.#readText(start, end) : this.#readLarge(start, end)
  }

  async #readText(start: number, end: number): Promise<string> {
    const parts: unknown[] = []
    for (let at = start + 1; at < end - 1;) {
      const cut = this.#endOfPart(at, end - 1)
      parts.push(this.#parse(at, cut, '""'))
      await this.#takeTurns()
      at = cut
    }
    return parts.join('')
  }

  // Halves of a character find each other again, but an escape must stay whole.
  #endOfPart(start: number, end: number): number {
    let at = start
    while (at < end && at - start < TEXT_CHARS) {
      const isEscape = this.#text.charCodeAt(at) === BACKSLASH
      at += !isEscape ? 1 : this.#text.charCodeAt(at + 1) === U ? 6 : 2
    }
    return Math.min(at, end)
  }

  // The engine checks what is between the children of a run.
  #endOfRun({ start, end }: Child, isArray: boolean): number {
    for (let runEnd = end; ;) {
      const comma = this.#afterSpace(runEnd)
      if (this.#text.charCodeAt(comma) !== COMMA || runEnd - start >= PIECE_CHARS) return runEnd
      const next = this.#childAt(this.#afterSpace(comma + 1), isArray)
      if (next.isLarge) return runEnd
      runEnd = next.end
    }
  }

  #childAt(start: number, isItem: boolean): Child {
    let value = start
    if (!isItem) {
      const colon = this.#afterSpace(this.#endOfValue(start))
      if (this.#text.charCodeAt(start) !== QUOTE || this.#text.charCodeAt(colon) !== COLON)
        throw this.#unexpected(start)
      value = this.#afterSpace(colon + 1)
    }
    const end = this.#endOfValue(value)
    // Two commas with nothing between them are otherwise lost where a piece ends.
    if (end === value) throw this.#unexpected(value)
    return { start, value, end, isLarge: this.#large.has(value) }
  }

  /** The position after a value; beyond the text if the value has no end. */
  #endOfValue(start: number): number {
    const text = this.#text
    const large = this.#large.get(start)
    if (large !== undefined) return large
    let depth = 0
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) {
        at = endOfString(text, at)
        if (depth === 0) return at + 1
      } else if (code === ARRAY || code === OBJECT) depth++
      else if (code === END_OF_ARRAY || code === END_OF_OBJECT) {
        if (depth === 0) return at
        if (--depth === 0) return at + 1
      } else if (depth === 0 && (code === COMMA || code === COLON)) return at
    }
    return depth === 0 ? text.length : text.length + 1
  }

  #afterSpace(start: number): number {
    let at = start
    while (isSpace(this.#text.charCodeAt(at))) at++
    return at
  }

  #parse(start: number, end: number, around = ''): unknown {
    const piece = this.#text.slice(start, end)
    try {
      return parseJson(around.charAt(0) + piece + around.charAt(1))
    } catch (cause) {
      // A position within the piece would mislead.
      const [reason] = cause instanceof Error ? cause.message.split(' at position ') : []
      throw new SyntaxError(`${reason ?? 'Unreadable'}, after position ${start}`, { cause })
    }
  }

  #unexpected(at: number): SyntaxError {
    return new SyntaxError(`Unexpected ${JSON.stringify(this.#text.charAt(at))} at position ${at}`)
  }

  async #takeTurns(): Promise<void> {
    if (performance.now() - this.#turnBegan < TURN_MS) return
    await giveWay()
    this.#turnBegan = performance.now()
  }
}

function largePartsOf(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfString(text, at)
      if (end - at >= TEXT_CHARS) ends.set(at, end + 1)
      at = end
    } else if (code === ARRAY || code === OBJECT) open.push(at)
    else if (code === END_OF_ARRAY || code === END_OF_OBJECT) {
      const start = open.pop()
      if (start !== undefined && at - start >= PIECE_CHARS) ends.set(start, at + 1)
    }
  }
  return ends
}

function addAll(into: unknown[] | Record<string, unknown>, piece: unknown): void {
  if (Array.isArray(piece)) for (const item of piece) add(into, '', item)
  // Otherwise it was read from braces.
  else for (const [name, value] of Object.entries(piece as object)) add(into, name, value)
}

function add(into: unknown[] | Record<string, unknown>, name: string, value: unknown): void {
  if (Array.isArray(into)) into.push(value)
  // As in JSON.parse, it is a name like any other.
  else if (name === '__proto__')
    Object.defineProperty(into, name, { value, writable: true, enumerable: true, configurable: true })
  else into[name] = value
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}
