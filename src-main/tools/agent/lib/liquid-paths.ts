import { Tokenizer } from 'liquidjs'

type ReadNames = (this: Tokenizer, isBegin?: boolean) => unknown[]

// It is private in the types alone.
const readNames = Reflect.get(Tokenizer.prototype, 'readProperties') as unknown as ReadNames

/**
 * Lets blanks stand around the dot and before the bracket of `a . b ['c']`, as Liquid's reference does. The engine has
 * one reader for all of its templates and no place for another.
 */
const readSpacedNames: ReadNames = function (isBegin = true) {
  const names = readNames.call(this, isBegin)
  if (isBegin && names.length === 0) return names
  for (;;) {
    const from = this.p
    this.skipBlank()
    const isBracket = this.p > from && this.peek() === '['
    const more = isBracket ? readNames.call(this, false) : namesAfterDot(this)
    if (more.length === 0) {
      this.p = from
      return names
    }
    names.push(...more)
  }
}

// Two dots are a range.
function namesAfterDot(reader: Tokenizer): unknown[] {
  if (reader.peek() !== '.' || reader.peek(1) === '.') return []
  reader.advance()
  reader.skipBlank()
  const name = reader.readNonEmptyIdentifier()
  return name ? [name, ...readNames.call(reader, false)] : []
}

Reflect.set(Tokenizer.prototype, 'readProperties', readSpacedNames)
