import { isObject } from '../../src-shared/json-schema/json-identity.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** How large a schema from outside may be. */
export interface SchemaLimits {
  /** Characters of its JSON. */
  readonly chars: number
  readonly depth: number
  /** How many schemas it may consist of, itself included. */
  readonly parts: number
}

export const SCHEMA_LIMITS: SchemaLimits = { chars: 256 * 1024, depth: 64, parts: 2_000 }

/** A schema is larger than the limits, or cannot be read as a schema at all; the message ends "… is not checked". */
export class UnreadableSchema extends Error {
  override readonly name = 'UnreadableSchema'
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
const COUNTS = ['maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'].concat([
  'minContains',
  'maxContains',
])
const NUMBERS = ['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum']
const TEXTS = [
  'title',
  'description',
  'format',
  'pattern',
  'contentEncoding',
  'contentMediaType',
  '$comment',
]
const FLAGS = ['uniqueItems', 'deprecated', 'readOnly', 'writeOnly']
/** Keywords of one schema, of a list of schemas, and of schemas by name. */
export const ONE = ['contains', 'else', 'if', 'not', 'propertyNames', 'then'].concat([
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
])
export const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
export const NAMED = ['properties', 'patternProperties', 'dependentSchemas']

/** Where a schema comes from. */
export interface SchemaOrigin {
  /** What its references lead into; itself without it. */
  readonly document?: Readonly<Record<string, unknown>>
  /** It is of a request: what only answers have is left out (OpenAPI's `readOnly`). */
  readonly isRequest?: boolean
}

/**
 * Writes a JSON Schema of any draft, or of OpenAPI 3.0, as one of draft 2020-12 that refers to nothing outside. What
 * no draft knows and what has a wrong type is left out, so that every schema that is small enough can be read.
 * @throws UnreadableSchema for one that is too large
 */
export function mendSchema(
  schema: unknown,
  limits: SchemaLimits = SCHEMA_LIMITS,
  origin: SchemaOrigin = {},
): JsonSchema {
  if (!isObject(schema)) throw new UnreadableSchema('The schema is not an object')
  const tooLong = new UnreadableSchema(`The schema is longer than ${limits.chars / 1024} KiB`)
  if (JSON.stringify(schema).length > limits.chars) throw tooLong
  const mended = new Mender(schema, limits, origin).mend()
  if (origin.document && JSON.stringify(mended).length > limits.chars) throw tooLong
  return mended
}

class Mender {
  readonly #schema: Readonly<Record<string, unknown>>
  readonly #origin: SchemaOrigin
  readonly #limits: SchemaLimits
  /** The definitions that are referred to, by the pointers that refer to them. */
  readonly #names = new Map<string, string>()
  readonly #defs: Record<string, unknown> = {}
  /** The references to parts that now allow more than was written. */
  readonly #loose = new Set<string>()
  /** Counts what could not be read, so that a schema allows more than was written. */
  #loosened = 0
  #parts = 0

  constructor(schema: Readonly<Record<string, unknown>>, limits: SchemaLimits, origin: SchemaOrigin) {
    this.#schema = schema
    this.#limits = limits
    this.#origin = origin
  }

  mend(): JsonSchema {
    const mended = this.#object(this.#schema, 0)
    // What is referred to is entered by its pointer while the schema is read, and a definition may refer to others.
    return Object.keys(this.#defs).length === 0 ? mended : { ...mended, $defs: this.#defs }
  }

  #part(schema: unknown, depth: number): JsonSchema | boolean {
    if (typeof schema === 'boolean') return schema
    return isObject(schema) ? this.#object(schema, depth) : true
  }

  #object(from: Readonly<Record<string, unknown>>, depth: number): JsonSchema {
    const { depth: most, parts } = this.#limits
    if (depth > most) throw new UnreadableSchema(`The schema is deeper than ${most} levels`)
    if (++this.#parts > parts) throw new UnreadableSchema(`The schema has more than ${parts} parts`)
    const to: Record<string, unknown> = {}
    this.#values(from, to)
    for (const name of ONE) {
      const before = this.#loosened
      if (name in from) to[name] = this.#part(from[name], depth + 1)
      // A condition that allows more would refuse more.
      if ((name === 'not' || name === 'if') && this.#loosened > before) delete to[name]
    }
    for (const name of MANY) {
      const before = this.#loosened
      const members = from[name]
      if (!Array.isArray(members) || members.length === 0) continue
      const mended = members.map((member) => this.#part(member, depth + 1))
      to[name === 'oneOf' && this.#loosened > before && to.anyOf === undefined ? 'anyOf' : name] = mended
    }
    for (const name of NAMED) if (isObject(from[name])) to[name] = this.#named(from[name], depth)
    if (this.#origin.isRequest === true && isObject(to.properties)) this.#leaveOutAnswers(to, to.properties)
    this.#items(from, to, depth)
    this.#dependencies(from, to, depth)
    if (typeof from.$ref === 'string') this.#refer(from.$ref, to, depth)
    return from.nullable === true ? orNull(to) : to
  }

  #named(from: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(from).map(([name, part]) => [name, this.#part(part, depth + 1)]),
    )
  }

  #leaveOutAnswers(to: Record<string, unknown>, properties: Readonly<Record<string, unknown>>): void {
    const ofAnswers = (part: unknown): boolean => isObject(part) && part.readOnly === true
    const names = new Set(Object.keys(properties).filter((name) => ofAnswers(properties[name])))
    if (names.size === 0) return
    to.properties = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name)))
    if (!Array.isArray(to.required)) return
    const required: unknown[] = to.required.filter((name) => !names.has(String(name)))
    if (required.length > 0) to.required = required
    else delete to.required
  }

  #values(from: Readonly<Record<string, unknown>>, to: Record<string, unknown>): void {
    for (const name of TEXTS) if (typeof from[name] === 'string') to[name] = from[name]
    for (const name of FLAGS) if (typeof from[name] === 'boolean') to[name] = from[name]
    for (const name of COUNTS) if (isCount(from[name])) to[name] = from[name]
    for (const name of NUMBERS) if (typeof from[name] === 'number') to[name] = from[name]
    if (typeof from.multipleOf === 'number' && from.multipleOf > 0) to.multipleOf = from.multipleOf
    // Draft 04 and OpenAPI 3.0 write beside a limit whether it is itself allowed.
    for (const [exclusive, limit] of [
      ['exclusiveMinimum', 'minimum'],
      ['exclusiveMaximum', 'maximum'],
    ] as const) {
      if (from[exclusive] !== true || typeof from[limit] !== 'number') continue
      to[exclusive] = from[limit]
      delete to[limit]
    }
    const named: readonly unknown[] = Array.isArray(from.type) ? from.type : [from.type]
    const types = named.filter((type): type is string => TYPES.some((known) => known === type))
    if (types.length > 0 && types.length === named.length) to.type = types.length === 1 ? types[0] : types
    else if (from.type !== undefined) this.#loosened++
    if (Array.isArray(from.enum) && from.enum.length > 0) to.enum = from.enum
    if (Array.isArray(from.examples)) to.examples = from.examples
    for (const name of ['const', 'default']) if (name in from) to[name] = from[name]
    if (Array.isArray(from.required)) {
      const required = from.required.filter((name) => typeof name === 'string')
      if (required.length > 0) to.required = [...new Set(required)]
    }
  }

  // Up to 2019-09 a list of schemas in `items` is what is called `prefixItems` today.
  #items(from: Readonly<Record<string, unknown>>, to: Record<string, unknown>, depth: number): void {
    const { items, additionalItems } = from
    if (!Array.isArray(items)) {
      if ('items' in from) to.items = this.#part(items, depth + 1)
      return
    }
    if (items.length > 0) to.prefixItems = items.map((item) => this.#part(item, depth + 1))
    if (additionalItems !== undefined) to.items = this.#part(additionalItems, depth + 1)
  }

  #dependencies(from: Readonly<Record<string, unknown>>, to: Record<string, unknown>, depth: number): void {
    const lists: Record<string, readonly unknown[]> = {}
    for (const named of [from.dependencies, from.dependentRequired]) {
      if (!isObject(named)) continue
      for (const [name, part] of Object.entries(named))
        if (Array.isArray(part)) lists[name] = part.filter((one) => typeof one === 'string')
        else if (isObject(part))
          to.dependentSchemas = {
            ...(isObject(to.dependentSchemas) ? to.dependentSchemas : {}),
            [name]: this.#object(part, depth + 1),
          }
    }
    if (Object.keys(lists).length > 0) to.dependentRequired = lists
  }

  // A reference to another document, or to nothing, allows everything: the server checks what it gets.
  #refer(reference: string, to: Record<string, unknown>, depth: number): void {
    const { document = this.#schema } = this.#origin
    const isWhole = reference === '#' && document === this.#schema
    if (isWhole) to.$ref = '#'
    const target = reference.startsWith('#/') ? at(document, reference) : undefined
    if (!isObject(target)) {
      if (!isWhole) this.#loosened++
      return
    }
    if (this.#loose.has(reference)) this.#loosened++
    if (!this.#names.has(reference)) {
      const before = this.#loosened
      const name = this.#nameFor(reference)
      // Before its definition is read, which may refer to it.
      this.#names.set(reference, name)
      this.#defs[name] = {}
      this.#defs[name] = this.#object(target, depth + 1)
      if (this.#loosened > before) this.#loose.add(reference)
    }
    to.$ref = `#/$defs/${this.#names.get(reference) ?? ''}`
  }

  #nameFor(reference: string): string {
    const last = reference.slice(reference.lastIndexOf('/') + 1).replace(/[^\w.-]+/g, '_') || 'part'
    let name = last
    for (let count = 2; Object.hasOwn(this.#defs, name); count++) name = `${last}-${count}`
    return name
  }
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

/** The part of a schema that a pointer in a fragment leads to (RFC 6901, 6); undefined for none. */
function at(root: unknown, reference: string): unknown {
  let found: unknown = root
  for (const step of reference.slice(2).split('/')) {
    const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
    const holds = typeof found === 'object' && found !== null && Object.hasOwn(found, name)
    // Members of an object or a list may have any type.
    found = holds ? (found as Record<string, unknown>)[name] : undefined
  }
  return found
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    // A percent sign that is not an escape stands for itself.
    return step
  }
}

function orNull(schema: Record<string, unknown>): JsonSchema {
  const { type, enum: values, title, description, default: otherwise, ...rest } = schema
  const said = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...('default' in schema ? { default: otherwise } : {}),
  }
  const isPlain = typeof type === 'string' && !('const' in rest) && !MANY.some((name) => name in rest)
  if (isPlain && (values === undefined || Array.isArray(values)))
    return {
      ...said,
      ...rest,
      type: [type, 'null'],
      // Both JSON Schema and OpenAPI 3.0 allow null only where an enumeration has it.
      ...(values === undefined ? {} : { enum: values.includes(null) ? values : values.concat([null]) }),
    }
  const { title: _title, description: _description, default: _default, ...own } = schema
  return { ...said, anyOf: [own, { type: 'null' }] }
}
