import { isKeyAt, pastSpace, type Bracket, type JsonSource } from './json-source.ts'
import { MAX_BODY_DEPTH } from '../../../../src-shared/limits.ts'

/** A bracket that closes something. */
export type Closing = ']' | ')' | '}'

const OPENING: Readonly<Record<Closing, Bracket>> = { ']': '[', ')': '(', '}': '{' }

/** The lists and objects around a place, and which of them the brackets that follow end. */
export class BracketLevels {
  readonly #source: JsonSource
  /** The indents of the lines that open them; null where more follows on the line. */
  readonly #indents: (number | null)[] = []
  readonly #names: Set<string>[] = []

  constructor(source: JsonSource) {
    this.#source = source
  }

  /**
   * Goes into a list, an object or a tuple, whose bracket is at the place of the source.
   * @throws RangeError if there are too many levels
   */
  push(bracket: Bracket): void {
    const { text, at, open } = this.#source
    open.push(bracket)
    this.#indents.push(indentOf(text, at))
    this.#names.push(new Set())
    if (open.length > MAX_BODY_DEPTH + 1) throw new RangeError('it has too many levels')
  }

  /** Goes out of the innermost. */
  pop(): void {
    this.#source.open.pop()
    this.#indents.pop()
    this.#names.pop()
  }

  /**
   * Whether the innermost has ended without a bracket: what follows begins a line further to the left. The bracket is
   * counted as one that was missing, as by the next two.
   */
  isOver(): boolean {
    const { text, at, surplus } = this.#source
    const outer = this.#indents.at(-1) ?? null
    if (surplus >= 0 || outer === null) return false
    const lineStart = text.lastIndexOf('\n', at - 1) + 1
    if (!/^[ \t]*$/.test(text.slice(lineStart, at))) return false
    const isOver = at - lineStart < outer + (/[\]})]/.test(text[at]!) ? 0 : 1)
    if (isOver) this.#source.surplus++
    return isOver
  }

  /** Whether the innermost has no bracket that closes it, if it is in an object or a list and brackets are missing. */
  isUnclosedIn(outer: Bracket): boolean {
    const isUnclosed = this.#source.surplus < 0 && this.#source.open.at(-2) === outer
    if (isUnclosed) this.#source.surplus++
    return isUnclosed
  }

  /**
   * Whether a name belongs to what is around the innermost object, which has one like it already: the bracket that
   * closes this one is missing.
   */
  isRepeated(name: string): boolean {
    const { open, surplus } = this.#source
    const names = this.#names.at(-1)!
    if (surplus >= 0 || open.length < 2 || !names.has(name)) {
      names.add(name)
      return false
    }
    this.#source.surplus++
    return true
  }

  /**
   * Whether another bracket than its own ends a list or an object: one that closes what is around it ends it before,
   * and one that is wrong ends it if no bracket is too many.
   */
  endsBy(char: Closing): boolean | 'before' {
    const source = this.#source
    if (source.surplus > 0) return false
    if (source.surplus === 0 || !source.open.includes(OPENING[char])) return true
    source.surplus++
    return 'before'
  }

  /**
   * Whether a list or an object goes on after a bracket that closes it, by what follows that: a name where none is due
   * around it, or the other way round.
   * @param at the place after the bracket
   */
  goesOn(at: number): boolean {
    const { text, open, surplus } = this.#source
    const comma = pastSpace(text, at)
    if (text[comma] !== ',') return false
    const outer = open.at(-2)
    if (isKeyAt(text, comma + 1)) return outer !== '{' && (surplus > 0 || open.at(-1) === '{')
    return surplus > 0 && outer !== '['
  }
}

// Null if what is in the brackets does not begin on a line of its own, further to the right.
function indentOf(text: string, at: number): number | null {
  const inner = /^[{[][ \t\r]*\n([ \t]*)\S/.exec(text.slice(at, at + 200))?.[1]?.length
  if (inner === undefined) return null
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const indent = /^[ \t]*/.exec(text.slice(lineStart, at))![0].length
  return indent < inner ? indent : null
}
