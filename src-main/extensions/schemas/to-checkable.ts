import { RE2JS } from 're2js'
import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import type { Pattern } from '../../../src-shared/json-schema/schema-document.ts'
import { toRe2 } from '../../json-schema/linear-pattern.ts'
import type { JsonSchema } from '../../registry/field-schema.ts'
import { MANY, NAMED, ONE } from '../../json-schema/mend-schema.ts'

const PATTERN_CHARS = 500
const PATTERNS = 100
/** Beyond so many repetitions a pattern becomes a large program, which takes long for each character. */
const REPETITIONS = 5_000

/** A schema that can be checked within bounds. */
export interface Checkable {
  readonly schema: JsonSchema
  /** Its patterns, by their sources as `RegExp` writes them. */
  readonly patterns: ReadonlyMap<string, Pattern>
}

/**
 * Leaves out what could hold up a check: patterns that RE2 cannot read, since no other engine promises to end, and
 * enumerations of objects, which are compared as text.
 * @param schema a mended one
 */
export function toCheckable(schema: JsonSchema): Checkable {
  const copier = new Copier()
  return { schema: copier.copy(schema), patterns: copier.patterns }
}

class Copier {
  readonly patterns = new Map<string, Pattern>()
  /** Counts what was left out. */
  #dropped = 0

  copy(from: JsonSchema): JsonSchema {
    const to: Record<string, unknown> = { ...from }
    this.#leaveOut(to)
    for (const name of [...ONE, 'items']) {
      if (!isObject(from[name])) continue
      const before = this.#dropped
      to[name] = this.copy(from[name])
      if ((name === 'not' || name === 'if') && this.#dropped > before) delete to[name]
      if (name === 'contains' && this.#dropped > before) delete to.maxContains
    }
    for (const name of MANY) {
      const before = this.#dropped
      const members = from[name]
      if (!Array.isArray(members)) continue
      const copied: unknown[] = members.map((member: unknown) =>
        isObject(member) ? this.copy(member) : member,
      )
      const isLoose = name === 'oneOf' && this.#dropped > before
      if (isLoose) delete to.oneOf
      if (!isLoose) to[name] = copied
      else if (from.anyOf === undefined) to.anyOf = copied
    }
    for (const name of [...NAMED, '$defs']) {
      const parts = to[name]
      if (!isObject(parts)) continue
      to[name] = Object.fromEntries(
        Object.entries(parts).map(([key, part]) => [key, isObject(part) ? this.copy(part) : part]),
      )
    }
    return to
  }

  #leaveOut(schema: Record<string, unknown>): void {
    const { pattern, enum: values, patternProperties } = schema
    if (typeof pattern === 'string' && !this.#knows(pattern)) this.#drop(schema, 'pattern')
    if (Array.isArray(values) && !values.every(isPlain)) this.#drop(schema, 'enum')
    if (!isPlain(schema.const)) this.#drop(schema, 'const')
    if (!isObject(patternProperties)) return
    if (Object.keys(patternProperties).every((source) => this.#knows(source))) return
    this.#drop(schema, 'patternProperties')
    // What the patterns would have named counts as additional.
    this.#drop(schema, 'additionalProperties')
    this.#drop(schema, 'unevaluatedProperties')
  }

  #drop(schema: Record<string, unknown>, name: string): void {
    delete schema[name]
    this.#dropped++
  }

  #knows(source: string): boolean {
    if (source.length > PATTERN_CHARS || repetitionsOf(source) > REPETITIONS) return false
    try {
      const name = new RegExp(source, 'u').source
      const written = this.patterns.has(name) ? null : toRe2(name)
      if (written === null || this.patterns.size >= PATTERNS) return this.patterns.has(name)
      const compiled = RE2JS.compile(written)
      this.patterns.set(name, { test: (text) => compiled.matcher(text).find() })
      return true
    } catch {
      // Not a pattern, or one that RE2 does not have.
      return false
    }
  }
}

/** At most how often a part of a pattern is repeated in its program. */
export function repetitionsOf(source: string): number {
  const counts = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(
    ([, least, most]) => Number(most || least) || 1,
  )
  return /\)\{/.test(source)
    ? counts.reduce((product, count) => product * count, 1)
    : counts.reduce((sum, count) => sum + count, 1)
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
