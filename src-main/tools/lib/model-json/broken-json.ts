import { isKeyAt, isPlainKeyAt, isWholeAt, past, skip, surplusOf, type JsonSource } from './json-source.ts'
import { BracketLevels, type Closing } from './bracket-levels.ts'
import { plainValue, readWords } from './plain-words.ts'
import { isQuote, pastPrefix, readQuoted, type Role } from './quoted-text.ts'
import { jsonTextOf } from './text-escapes.ts'

// Words before a quote and a colon are a name whose first quote is missing.
const NAME = /[\p{L}\p{N}_$.@/-](?:[\p{L}\p{N}_$.@/ -]{0,100}(?=["']\s*:)|[\p{L}\p{N}_$.@/-]*)/uy
// A name that is called: ObjectId("…"), OrderedDict([…]).
const CALL = /[\p{L}_$][\p{L}\p{N}_$.]*\s*\(/uy

/** JSON that was read, and where it ends in the text. */
export interface ReadJson {
  readonly json: string
  readonly end: number
}

/**
 * Reads an object or a list that is JSON, or is meant to be: quotes, commas, colons and brackets may be missing or too
 * many, and it may be written as JavaScript or Python write it. It reads the text once.
 * @param start where its first bracket is
 * @throws RangeError if it has too many levels; SyntaxError for what cannot be read
 */
export function readBrokenJson(text: string, start: number): ReadJson {
  const reader = new BrokenJsonReader(text, start)
  const json = reader.read()
  return { json, end: reader.at }
}

class BrokenJsonReader {
  readonly #source: JsonSource
  readonly #levels: BracketLevels
  readonly #out: string[] = []

  constructor(text: string, start: number) {
    this.#source = { text, at: start, open: [], surplus: surplusOf(text, start), endless: new Set() }
    this.#levels = new BracketLevels(this.#source)
  }

  get at(): number {
    return this.#source.at
  }

  read(): string {
    this.#value('element')
    return this.#out.join('')
  }

  #value(role: Role): void {
    const source = this.#source
    skip(source)
    const { text, at } = source
    const char = text[at]
    if (char === '{') return this.#object()
    if (char === '[') return void this.#list(']')
    if (char === '(') return this.#group()
    const quote = pastPrefix(text, at)
    if (isQuote(text[quote])) {
      source.at = quote
      return this.#text(role)
    }
    const called = past(CALL, text, at)
    if (called > at && this.#call(called)) return
    const words = readWords(source, role)
    this.#out.push(words === '' ? 'null' : plainValue(words))
  }

  /** A text, and those that are added to it with a plus sign. */
  #text(role: Role): void {
    const source = this.#source
    let written = readQuoted(source, role)
    for (;;) {
      const { at } = source
      skip(source)
      if (source.text[source.at] === '+') {
        source.at++
        skip(source)
        if (isQuote(source.text[source.at])) {
          written += readQuoted(source, role)
          continue
        }
      }
      source.at = at
      break
    }
    this.#out.push(jsonTextOf(written))
  }

  /** A call with one argument is that argument; another is a text, as it is written. */
  #call(begin: number): boolean {
    const source = this.#source
    const [from, length] = [source.at, this.#out.length]
    source.at = begin
    this.#levels.push('(')
    this.#value('element')
    skip(source)
    this.#levels.pop()
    if (source.text[source.at] === ')') {
      source.at++
      return true
    }
    source.at = from
    this.#out.length = length
    return false
  }

  /** A tuple of Python, or a value in parentheses. */
  #group(): void {
    const place = this.#out.length
    const count = this.#list(')')
    // One value without a comma is itself.
    if (count === 1 && !/,\s*\)$/.test(this.#source.text.slice(Math.max(0, this.at - 20), this.at))) {
      this.#out[place] = ''
      this.#out[this.#out.length - 1] = ''
    }
  }

  /** Reads the elements of a list, and gives their number. */
  #list(closing: Closing): number {
    const source = this.#source
    this.#levels.push(closing === ')' ? '(' : '[')
    source.at++
    this.#out.push('[')
    const count = this.#elements(closing, 0)
    this.#levels.pop()
    this.#out.push(']')
    return count
  }

  #elements(closing: Closing, count: number): number {
    const source = this.#source
    for (;;) {
      this.#skipCommas()
      const { text, at } = source
      const char = text[at]
      if (char === undefined || this.#levels.isOver()) return count
      if (char === '}' || char === ']' || char === ')') {
        const ends = char === closing ? !this.#levels.goesOn(at + 1) : this.#levels.endsBy(char)
        if (ends) {
          if (ends !== 'before') source.at++
          return count
        }
        source.surplus--
        source.at++
        continue
      }
      const isKey = isKeyAt(text, at)
      // The name is that of the object around, if the bracket of this list is missing.
      if (isKey && this.#levels.isUnclosedIn('{')) return count
      if (count++ > 0) this.#out.push(',')
      if (isKey) this.#bareObject()
      else this.#value('element')
      if (source.at === at) throw new SyntaxError('it cannot be read')
    }
  }

  /** Members without the bracket that opens their object: `["a": 1]`. */
  #bareObject(): void {
    this.#levels.push('{')
    this.#out.push('{')
    this.#members(false)
    this.#levels.pop()
    this.#out.push('}')
  }

  #object(): void {
    const source = this.#source
    const place = this.#out.length
    this.#levels.push('{')
    source.at++
    this.#out.push('{')
    // In a template, braces are written twice.
    const isTwice = source.text[source.at] === '{'
    if (isTwice) source.at++
    const isSet = this.#members(true)
    if (isTwice && source.text[source.at] === '}') source.at++
    this.#levels.pop()
    if (isSet) this.#out[place] = '['
    this.#out.push(isSet ? ']' : '}')
  }

  /** Reads members up to the end of their object; whether they are the elements of a set, which has no colons. */
  #members(isOpened: boolean): boolean {
    const source = this.#source
    for (let count = 0; ;) {
      this.#skipCommas()
      const { text, at } = source
      const step = this.#stepOf(count, isOpened)
      if (step === 'end') return false
      if (step === 'more') this.#moreElements()
      else if (step === 'pass') source.at++
      else {
        const { length } = this.#out
        if (count > 0) this.#out.push(',')
        const plain = this.#name()
        if (this.#levels.isRepeated(this.#out.at(-1)!)) {
          this.#out.length = length
          source.at = at
          return false
        }
        skip(source)
        if (count === 0 && isOpened && text[source.at] === ',') {
          if (plain !== null) this.#out[this.#out.length - 1] = plainValue(plain)
          this.#elements('}', 1)
          return true
        }
        this.#memberValue(plain)
        count++
      }
      if (source.at === at) throw new SyntaxError('it cannot be read')
    }
  }

  /** What is to be done where a name is due. */
  #stepOf(count: number, isOpened: boolean): 'end' | 'more' | 'pass' | 'name' {
    const { text, at, open } = this.#source
    const char = text[at]
    if (char === undefined || this.#levels.isOver()) return 'end'
    if (char === '}' || char === ']' || char === ')') {
      const ends =
        char === '}' ? !this.#levels.goesOn(at + 1) : isOpened ? this.#levels.endsBy(char) : 'before'
      if (ends === true) this.#source.at++
      if (!ends) this.#source.surplus--
      return ends ? 'end' : 'pass'
    }
    // Another object: the bracket that closes this one is missing, if it is in a list.
    if (char === '{' && open.at(-2) === '[') return 'end'
    if (char === '{' && count === 0) return 'pass'
    // So it is before an element that cannot be a name.
    if (count > 0 && isWholeAt(text, at) && this.#levels.isUnclosedIn('[')) return 'end'
    if (char === '[' && this.#out.at(-1) === ']') return 'more'
    if (!isOpened && count > 0 && !isKeyAt(text, at) && !isPlainKeyAt(text, at)) return 'end'
    return 'name'
  }

  #memberValue(plain: string | null): void {
    const source = this.#source
    const { text, at } = source
    source.at = past(/:|=>?/y, text, at)
    this.#out.push(':')
    // A word before the next name is not the name of that.
    const isAlone = source.at === at && plain !== null && isKeyAt(text, at)
    skip(source)
    if (isAlone || /[,}]|^$/.test(text[source.at] ?? '')) this.#out.push('null')
    else this.#value('member')
  }

  /** A list after a list, where a name is due, is more of it. */
  #moreElements(): void {
    const source = this.#source
    this.#out.pop()
    this.#levels.push('[')
    source.at++
    this.#elements(']', this.#out.at(-1) === '[' ? 0 : 1)
    this.#levels.pop()
    this.#out.push(']')
  }

  /** Reads a name, and gives it if it is without quotes. */
  #name(): string | null {
    const source = this.#source
    const { text, at } = source
    const quote = pastPrefix(text, at)
    if (isQuote(text[quote])) {
      source.at = quote
      this.#out.push(jsonTextOf(readQuoted(source, 'name')))
      return null
    }
    const end = past(NAME, text, at)
    if (end === at) throw new SyntaxError('a name is missing')
    source.at = end
    // A name whose first quote is missing.
    if (isQuote(text[end]) && /^.\s*:/s.test(text.slice(end, end + 20))) source.at++
    this.#out.push(JSON.stringify(text.slice(at, end)))
    return text.slice(at, end)
  }

  /** Passes commas, comments and the dots of what was left out. */
  #skipCommas(): void {
    const source = this.#source
    for (;;) {
      const before = source.at
      skip(source)
      source.at = past(/,|\.{3}|…/y, source.text, source.at)
      if (source.at === before) return
    }
  }
}
