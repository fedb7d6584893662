import { FunctionExpressionType, jsonpath, type FilterFunction } from 'json-p3'
import { RE2JS } from 're2js'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_COMPILED = 100

/** match() and search() of RFC 9535, in time linear in the text. */
export class LinearPattern implements FilterFunction {
  readonly argTypes = [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType]
  readonly returnType = FunctionExpressionType.LogicalType
  readonly #kind: 'whole' | 'part'
  readonly #compiled = new Map<string, RE2JS | null>()

  /** @param kind whether the pattern must match the whole text or a part of it */
  constructor(kind: 'whole' | 'part') {
    this.#kind = kind
  }

  /**
   * Whether the text matches; false for what is not a text or not an I-Regexp (RFC 9485).
   * @throws InvalidInput for an I-Regexp that is too large to be run
   */
  call(text: unknown, pattern: unknown): boolean {
    if (typeof text !== 'string' || typeof pattern !== 'string') return false
    const compiled = this.#compiledOf(pattern)
    if (compiled === null) return false
    return this.#kind === 'whole' ? compiled.matches(text) : compiled.matcher(text).find()
  }

  #compiledOf(pattern: string): RE2JS | null {
    const known = this.#compiled.get(pattern)
    if (known !== undefined) return known
    const compiled = isIRegexp(pattern) ? compile(pattern) : null
    if (this.#compiled.size >= MAX_COMPILED) this.#compiled.clear()
    this.#compiled.set(pattern, compiled)
    return compiled
  }
}

const checker = new jsonpath.functions.Match({ throwErrors: true, cacheSize: 0 })

// The library's grammar of RFC 9485 is only reached through its function; on an empty text nothing can explode.
function isIRegexp(pattern: string): boolean {
  try {
    checker.call('', pattern)
    return true
  } catch {
    // It throws for nothing else.
    return false
  }
}

// RFC 9485, 5.4: outside brackets a dot stands for all but line breaks. ^ and $ stay anchors, as in
// the standard's own suite.
function compile(pattern: string): RE2JS {
  const written = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|\./gsu, (part) =>
    part === '.' ? '[^\\n\\r]' : part,
  )
  try {
    return RE2JS.compile(written)
  } catch {
    const shown = JSON.stringify(pattern.slice(0, 60).toWellFormed())
    throw new InvalidInput(
      'path',
      `The pattern ${shown} is too large to be run; repeat parts at most 1000 times`,
    )
  }
}
