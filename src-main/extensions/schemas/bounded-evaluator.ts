import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import { fitsFormat } from '../../../src-shared/json-schema/schema-assertions.ts'
import { SchemaDocument, type Pattern } from '../../../src-shared/json-schema/schema-document.ts'
import type { Evaluation } from '../../../src-shared/json-schema/schema-evaluation.ts'
import { SchemaEvaluator } from '../../../src-shared/json-schema/schema-evaluator.ts'
import type { Fault } from '../../../src-shared/json-schema/schema-faults.ts'
import type { JsonSchema } from '../../registry/field-schema.ts'
import { repetitionsOf, toCheckable } from './to-checkable.ts'

/** The most work of one check; each schema that is applied is a step, and long values count as more. */
export const CHECK_STEPS = 10_000
const FORMAT_CHARS = 2_000
const EVERYTHING: Pattern = { test: () => true }

class OutOfSteps extends Error {}

/**
 * Checks values against a schema that somebody else has written: patterns run in linear time, and a check ends after
 * a fixed amount of work, whatever the schema and the value are.
 */
export class BoundedEvaluator extends SchemaEvaluator {
  readonly #weights = new WeakMap<object, number>()
  #left = 0

  /** @param schema a mended one @throws UnusableSchema */
  constructor(schema: JsonSchema) {
    const { schema: checked, patterns } = toCheckable(schema)
    const toPattern = ({ source }: RegExp): Pattern => patterns.get(source) ?? EVERYTHING
    super(new SchemaDocument(checked, new Map(), toPattern), fitsShortFormat)
  }

  /** What is wrong with a value; null when the check would take too long. */
  check(value: unknown): readonly Fault[] | null {
    this.#left = CHECK_STEPS
    try {
      return this.faultsOf(value).kept
    } catch (error) {
      // Too much work, a schema that refers to itself without end, or a value as deep as the stack.
      if (error instanceof OutOfSteps || error instanceof RangeError) return null
      if (error instanceof Error && error.name === 'UnusableSchema') return null
      throw error
    }
  }

  override run(evaluation: Evaluation): boolean {
    const { schema } = evaluation.place
    this.#left -= typeof schema === 'object' ? this.#weightOf(schema) + sizeOf(evaluation.value, schema) : 1
    if (this.#left < 0) throw new OutOfSteps()
    return super.run(evaluation)
  }

  #weightOf(schema: JsonSchema): number {
    const known = this.#weights.get(schema)
    if (known !== undefined) return known
    const lists = [schema.enum, schema.required, schema.properties, schema.patternProperties]
    const weight = 1 + lists.reduce<number>((sum, list) => sum + Math.ceil(lengthOf(list) / 16), 0)
    this.#weights.set(schema, weight)
    return weight
  }
}

function lengthOf(list: unknown): number {
  if (Array.isArray(list)) return list.length
  return isObject(list) ? Object.keys(list).length : 0
}

// What the keywords of a schema go over of a value, in steps.
function sizeOf(value: unknown, schema: JsonSchema): number {
  if (typeof value === 'string') {
    const { pattern } = schema
    return typeof pattern === 'string'
      ? (value.length * (pattern.length + repetitionsOf(pattern))) >> 7
      : value.length >> 8
  }
  if (Array.isArray(value)) return schema.uniqueItems === true ? nodesIn(value) : value.length >> 4
  if (!isObject(value)) return 0
  const names = Object.keys(value).length
  return (names >> 2) + 4 * names * lengthOf(schema.patternProperties)
}

function nodesIn(value: unknown, most = CHECK_STEPS): number {
  if (typeof value === 'string') return 1 + (value.length >> 6)
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const part of Object.values(value)) {
    count += nodesIn(part, most - count)
    if (count > most) break
  }
  return count
}

function fitsShortFormat(format: unknown, value: unknown): boolean {
  if (typeof value === 'string' && value.length > FORMAT_CHARS) return true
  return format === 'regex' || fitsFormat(format, value)
}
