import { withSchema } from '../../../json-schema/schema-check.ts'
import { isObject } from '../../../../src-shared/json-schema/json-identity.ts'
import { isOld } from '../../../../src-shared/json-schema/schema-dialects.ts'
import type { Place } from '../../../../src-shared/json-schema/schema-document.ts'
import type { SchemaEvaluator } from '../../../../src-shared/json-schema/schema-evaluator.ts'
import { UnusableSchema } from '../../../../src-shared/json-schema/unusable-schema.ts'
import { coerceScalar } from './scalar-coercion.ts'

/** Schemas of one value that may follow one another before a schema counts as one that refers to itself. */
const MAX_HOPS = 500

type Members = Record<string, unknown>

/**
 * Turns a value and its parts, which may be changed, into the types that a schema asks for, and fills in its
 * defaults. Does not say whether the result matches.
 * @throws InvalidInput for a schema that refers to itself without end, and for a value too deep for it
 */
export function coerceBySchema(value: unknown, evaluator: SchemaEvaluator): unknown {
  return withSchema(() => new Coercion(evaluator, true).apply(evaluator.document.root, value))
}

class Coercion {
  readonly #evaluator: SchemaEvaluator
  readonly #fillsIn: boolean

  /** @param fillsIn whether defaults are filled in */
  constructor(evaluator: SchemaEvaluator, fillsIn: boolean) {
    this.#evaluator = evaluator
    this.#fillsIn = fillsIn
  }

  apply(place: Place, value: unknown, hops = 0): unknown {
    const { schema } = place
    if (typeof schema === 'boolean') return value
    if (hops > MAX_HOPS) throw new UnusableSchema('it refers to itself without end')
    if (isOld(place.dialect) && typeof schema.$ref === 'string')
      return this.apply(this.#resolve(schema.$ref, place), value, hops + 1)

    let coerced = coerceScalar(value, schema.type)
    for (const other of this.#alsoApplied(place, schema, coerced))
      coerced = this.apply(other, coerced, hops + 1)
    for (const keyword of ['anyOf', 'oneOf'])
      if (Array.isArray(schema[keyword])) coerced = this.#coerceByOne(place, keyword, coerced, hops)
    if (Array.isArray(coerced)) this.#applyToItems(place, schema, coerced)
    else if (isObject(coerced)) this.#applyToMembers(place, schema, coerced)
    return coerced
  }

  /** The schemas that a value must match besides, now that it looks as it does. */
  #alsoApplied(place: Place, schema: Readonly<Members>, value: unknown): Place[] {
    const { document } = this.#evaluator
    const references = ['$ref', '$dynamicRef'].flatMap((name) =>
      typeof schema[name] === 'string' ? [this.#resolve(schema[name], place)] : [],
    )
    if (schema.$recursiveRef !== undefined) references.push(this.#resolve('#', place))
    const all = Array.isArray(schema.allOf)
      ? schema.allOf.map((_, at) => document.part(place, 'allOf', at))
      : []
    const dependent = ['dependentSchemas', 'dependencies'].flatMap((keyword) =>
      keysOf(schema[keyword])
        .filter((name) => isObject(value) && Object.hasOwn(value, name))
        .map((name) => document.part(place, keyword, name))
        // A list of names asks for members, of which none can be made up.
        .filter((part) => !Array.isArray(part.schema)),
    )
    return [...references, ...all, ...dependent, ...this.#branchOf(place, schema, value)]
  }

  #branchOf(place: Place, schema: Readonly<Members>, value: unknown): Place[] {
    if (schema.if === undefined || place.dialect === 'draft-06') return []
    const { document } = this.#evaluator
    const branch = this.#evaluator.matches(document.part(place, 'if'), value) ? 'then' : 'else'
    return schema[branch] === undefined ? [] : [document.part(place, branch)]
  }

  // What already matches is left as it is. Otherwise the first schema decides that a copy can be made to match.
  #coerceByOne(place: Place, keyword: string, value: unknown, hops: number): unknown {
    const { schema } = place
    const schemas: unknown = typeof schema === 'object' ? schema[keyword] : undefined
    if (!Array.isArray(schemas)) return value
    const places = schemas.map((_, at) => this.#evaluator.document.part(place, keyword, at))
    if (places.some((one) => this.#evaluator.matches(one, value))) return value
    // A default would be of one alternative among others.
    const trial = new Coercion(this.#evaluator, false)
    for (const one of places) {
      const copy = trial.apply(one, structuredClone(value), hops + 1)
      if (this.#evaluator.matches(one, copy)) return copy
    }
    return value
  }

  #applyToMembers(place: Place, schema: Readonly<Members>, members: Members): void {
    const { document } = this.#evaluator
    for (const name of keysOf(schema.properties)) {
      const part = document.part(place, 'properties', name)
      if (Object.hasOwn(members, name)) put(members, name, this.apply(part, members[name]))
      else if (this.#fillsIn && hasDefault(part)) put(members, name, structuredClone(part.schema.default))
    }
    const patterns = keysOf(schema.patternProperties).map((source) => ({
      pattern: document.pattern(source),
      part: document.part(place, 'patternProperties', source),
    }))
    for (const name of Object.keys(members)) {
      const matching = patterns.filter(({ pattern }) => pattern.test(name))
      for (const { part } of matching) put(members, name, this.apply(part, members[name]))
      const isNamed = isObject(schema.properties) && Object.hasOwn(schema.properties, name)
      if (isNamed || matching.length > 0 || schema.additionalProperties === undefined) continue
      put(members, name, this.apply(document.part(place, 'additionalProperties'), members[name]))
    }
  }

  #applyToItems(place: Place, schema: Readonly<Members>, items: unknown[]): void {
    const { document } = this.#evaluator
    const isNew = place.dialect === '2020-12'
    const [first, rest] = isNew ? ['prefixItems', 'items'] : ['items', 'additionalItems']
    const firstSchemas = schema[first]
    const count = Array.isArray(firstSchemas) ? firstSchemas.length : 0
    for (let at = 0; at < count; at++) {
      const part = document.part(place, first, at)
      if (at < items.length) items[at] = this.apply(part, items[at])
      else if (this.#fillsIn && at === items.length && hasDefault(part))
        items.push(structuredClone(part.schema.default))
    }
    const isOneForAll = !isNew && firstSchemas !== undefined && !Array.isArray(firstSchemas)
    const keyword = isOneForAll ? 'items' : rest
    if (schema[keyword] === undefined || (!isNew && firstSchemas === undefined)) return
    const part = document.part(place, keyword)
    for (let at = count; at < items.length; at++) items[at] = this.apply(part, items[at])
  }

  #resolve(reference: string, from: Place): Place {
    return this.#evaluator.document.resolve(reference, from)
  }
}

function hasDefault(place: Place): place is Place & { schema: Readonly<{ default: unknown }> } {
  return typeof place.schema === 'object' && place.schema.default !== undefined
}

function keysOf(value: unknown): string[] {
  return isObject(value) ? Object.keys(value) : []
}

// A member named __proto__ is one like any other.
function put(members: Members, name: string, value: unknown): void {
  Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true })
}
