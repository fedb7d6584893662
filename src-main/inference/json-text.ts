import { parseJson } from '../../src-shared/parse-json.ts'

const MAX_EXCERPT_CHARS = 40

/** Thrown for text that is not JSON, with the place of the first error. */
export class NotJson extends Error {
  /** Both count from 1; columns are in UTF-16 code units. */
  readonly line: number
  readonly column: number

  constructor(reason: string, line: number, column: number, excerpt: string) {
    super(`Not JSON: ${reason} at line ${line}, column ${column}, near ${excerpt}`)
    this.name = 'NotJson'
    this.line = line
    this.column = column
  }
}

/**
 * Parses JSON text (RFC 8259); a leading byte order mark is ignored.
 *
 * @throws NotJson with line, column and the text found there
 */
export function parseJsonText(text: string): unknown {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  try {
    return parseJson(body)
  } catch (cause) {
    // The engine's message differs between versions and often lacks the position, so the text is
    // parsed a second time.
    const fault = new FaultFinder(body).find()
    if (!fault) throw cause
    throw toError(body, fault)
  }
}

interface Fault {
  readonly at: number
  readonly reason: string
}

function toError(text: string, { at, reason }: Fault): NotJson {
  const before = text.slice(0, at)
  const lines = before.split(/\r\n|\r|\n/)
  const start = Math.max(0, at - MAX_EXCERPT_CHARS / 2)
  const excerpt = text.slice(start, start + MAX_EXCERPT_CHARS)
  return new NotJson(reason, lines.length, lines.at(-1)!.length + 1, JSON.stringify(excerpt))
}

const WHITE = /[ \t\n\r]*/y
const NUMBER = /-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const STRING_PART = /(?:[^"\\\u0000-\u001f]+|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))/y

/** Parses text by the grammar of RFC 8259, with an explicit stack of open brackets. */
class FaultFinder {
  private readonly text: string
  private at = 0
  private expectsValue = true
  private readonly open: string[] = []

  constructor(text: string) {
    this.text = text
  }

  find(): Fault | null {
    let fault: Fault | null = null
    while (!fault && (this.expectsValue || this.open.length > 0))
      fault = this.expectsValue ? this.value() : this.next()
    if (fault) return fault
    this.take(WHITE)
    return this.at < this.text.length ? this.fault('more text after the end of the value') : null
  }

  // What may follow a value inside a bracket.
  private next(): Fault | null {
    this.take(WHITE)
    const close = this.open.at(-1) === '{' ? '}' : ']'
    const mark = this.text[this.at]
    if (mark !== close && mark !== ',') return this.fault(`expected "," or "${close}"`)
    this.at++
    this.expectsValue = mark === ','
    if (mark === close) this.open.pop()
    return mark === ',' && close === '}' ? this.key() : null
  }

  private value(): Fault | null {
    this.take(WHITE)
    const mark = this.text[this.at]
    this.expectsValue = false
    if (mark === '"') return this.string()
    if (mark !== '{' && mark !== '[')
      return this.take(WORD) || this.take(NUMBER) ? null : this.fault('expected a value')
    this.at++
    this.take(WHITE)
    if (this.text[this.at] === (mark === '{' ? '}' : ']')) {
      this.at++
      return null
    }
    this.open.push(mark)
    this.expectsValue = true
    return mark === '{' ? this.key() : null
  }

  private key(): Fault | null {
    this.take(WHITE)
    if (this.text[this.at] !== '"') return this.fault('expected a key in double quotes')
    const fault = this.string()
    if (fault) return fault
    this.take(WHITE)
    if (this.text[this.at] !== ':') return this.fault('expected ":" after the key')
    this.at++
    return null
  }

  private string(): Fault | null {
    this.at++
    while (this.take(STRING_PART));
    if (this.text[this.at] !== '"') {
      if (this.text[this.at] === '\\') return this.fault('an escape that JSON does not have')
      return this.fault(
        this.at < this.text.length ? 'an unescaped control character' : 'an unterminated string',
      )
    }
    this.at++
    return null
  }

  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    this.at += match?.[0].length ?? 0
    return match !== null && match[0] !== ''
  }

  private fault(reason: string): Fault {
    return { at: this.at, reason: this.at < this.text.length ? reason : `${reason}, but the text ends` }
  }
}
