import type { JsonSchema } from '../registry.ts'
import type { StrictRules } from './strict-rules.ts'

/** The members of a schema that a strict mode knows, and of our own. */
interface Node extends JsonSchema {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly items?: Node | boolean
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
  readonly enum?: readonly unknown[]
}

/** A schema that a strict mode takes, with what it costs in one request; or why there is none. */
export type StrictSchema =
  | {
      readonly schema: JsonSchema
      readonly optional: number
      readonly unions: number
      /** The fields that were left out, and why. */
      readonly omitted: readonly OmittedField[]
    }
  | { readonly reason: string }

/** A field that may be left out, and that a strict mode cannot express. */
interface OmittedField {
  readonly field: string
  readonly reason: string
}

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
/** What a schema says of a value besides its type: kept where the mode knows it, and told otherwise. */
const LIMITS = [
  'minLength',
  'maxLength',
  'default',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'uniqueItems',
]
/** Groups, classes and counts only: neither looking around nor back, nor words or classes of Unicode. */
const PLAIN_PATTERN = /^(?!.*(?:\(\?(?!:)|\\[1-9bBkpPuc])).*$/s

/**
 * The input schema of a tool as a provider's strict mode takes it. A field that cannot be expressed is left out if it
 * may be, and so is a kind of value if another is left; limits that it does not know are told in the description.
 */
export function toStrictSchema(input: JsonSchema, rules: StrictRules): StrictSchema {
  const writer = new StrictWriter(rules)
  try {
    const schema = writer.write(input, '', 1)
    if (writer.enumValues > rules.enumValues) return { reason: 'its enums have too many values' }
    return { schema, optional: writer.optional, unions: writer.unions, omitted: writer.omitted }
  } catch (error) {
    if (error instanceof NotStrict) return { reason: error.message }
    throw error
  }
}

class NotStrict extends Error {
  constructor(path: string, what: string) {
    super(path === '' ? `the input ${what}` : `${path} ${what}`)
  }
}

class StrictWriter {
  readonly #rules: StrictRules
  optional = 0
  unions = 0
  enumValues = 0
  omitted: readonly OmittedField[] = []

  constructor(rules: StrictRules) {
    this.#rules = rules
  }

  write(schema: Node, path: string, level: number): Node {
    const kinds = kindsOf(schema)
    if (kinds) return this.#union(schema, kinds, path, level)
    if (schema.enum || schema.const !== undefined) return this.#named(schema)
    if (isJsonText(schema)) return this.#described(schema, { type: 'string' }, 'Send it as JSON text.')
    if (!TYPES.some((type) => type === schema.type)) throw new NotStrict(path, 'takes any JSON value')
    if (level > this.#rules.levels) throw new NotStrict(path, 'is nested too deep')
    if (schema.type === 'object') return this.#object(schema, path, level)
    if (schema.type === 'array') return this.#array(schema, path, level)
    return this.#described(schema, { type: schema.type })
  }

  #union(schema: Node, kinds: readonly Node[], path: string, level: number): Node {
    const written = kinds.flatMap((kind) => this.#attempt(() => this.write(kind, path, level)))
    const [only] = written
    if (only === undefined) throw new NotStrict(path, 'takes any JSON value')
    if (written.length > 1) this.unions++
    // A kind that is left alone keeps its own description where the union has none.
    return this.#described(schema, written.length === 1 ? only : { anyOf: written })
  }

  #named(schema: Node): Node {
    const values = schema.enum ?? [schema.const]
    this.enumValues += values.length
    return this.#described(schema, { type: schema.type ?? typeOf(values[0]), enum: values })
  }

  #object(schema: Node, path: string, level: number): Node {
    const properties = Object.entries(schema.properties ?? {})
    if (properties.length === 0 && schema.additionalProperties !== false)
      throw new NotStrict(path, 'takes fields of any name')
    const required = new Set(schema.required)
    const written = properties.flatMap(([name, property]) => {
      const place = path === '' ? name : `${path}.${name}`
      const write = () => this.write(property, place, level + 1)
      if (required.has(name)) return [[name, write()] as const]
      return this.#attempt(write, place).map((field) => [name, this.#optional(field)] as const)
    })
    const names = written.map(([name]) => name)
    return this.#described(schema, {
      type: 'object',
      properties: Object.fromEntries(written),
      required: this.#rules.allRequired ? names : names.filter((name) => required.has(name)),
      additionalProperties: false,
    })
  }

  #optional(field: Node): Node {
    this.optional++
    if (!this.#rules.allRequired || takesNull(field)) return field
    this.unions++
    const { description, ...rest } = field
    const kinds = rest.anyOf ?? [rest]
    return { ...(description === undefined ? {} : { description }), anyOf: [...kinds, { type: 'null' }] }
  }

  #array(schema: Node, path: string, level: number): Node {
    if (typeof schema.items !== 'object') throw new NotStrict(path, 'is a list of any JSON values')
    const items = this.write(schema.items, `${path}[]`, level + 1)
    return this.#described(schema, { type: 'array', items })
  }

  /**
   * What was written of a part that may be left out; nothing where it cannot be, and nothing counted for it.
   * @param field the part, if it is a field
   */
  #attempt(write: () => Node, field?: string): readonly Node[] {
    const { optional, unions, enumValues, omitted } = this
    try {
      return [write()]
    } catch (error) {
      if (!(error instanceof NotStrict)) throw error
      Object.assign(this, { optional, unions, enumValues, omitted })
      if (field !== undefined) this.omitted = [...omitted, { field, reason: error.message }]
      return []
    }
  }

  /** Adds what limits a value: as a keyword where the mode knows it, and otherwise to the description. */
  #described(schema: Node, written: Node, more?: string): Node {
    const limits = LIMITS.filter((name) => schema[name] !== undefined)
    const kept = limits.filter((name) => this.#keeps(name, schema[name]))
    const told = limits
      .filter((name) => !kept.includes(name) && !isObvious(name, schema[name]))
      .map((name) => `${name}: ${JSON.stringify(schema[name])}`)
    const own = typeof schema.description === 'string' ? schema.description : written.description
    const description = [own, more, told.length === 0 ? undefined : `(${told.join(', ')})`]
      .filter(Boolean)
      .join(' ')
    return {
      ...written,
      ...Object.fromEntries(kept.map((name) => [name, schema[name]])),
      ...(description === '' ? {} : { description }),
    }
  }

  #keeps(name: string, value: unknown): boolean {
    const { limits, formats, anyMinItems } = this.#rules
    if (!limits.has(name)) return false
    if (name === 'format') return formats.has(String(value))
    if (name === 'pattern') return PLAIN_PATTERN.test(String(value))
    return name !== 'minItems' || anyMinItems || Number(value) <= 1
  }
}

// Any value may be sent, and a text is read as JSON.
function isJsonText({ type, contentMediaType }: Node): boolean {
  return type === undefined && contentMediaType === 'application/json'
}

function kindsOf({ anyOf, oneOf, type, ...rest }: Node): readonly Node[] | null {
  const kinds = anyOf ?? oneOf
  if (kinds) return kinds
  return Array.isArray(type) ? type.map((one: unknown) => ({ ...rest, type: one })) : null
}

function takesNull({ type, anyOf, enum: values }: Node): boolean {
  if (values) return values.includes(null)
  if (anyOf) return anyOf.some((kind) => takesNull(kind))
  return type === 'null'
}

function typeOf(value: unknown): string {
  return value === null ? 'null' : typeof value
}

// A pattern that comes with a format only spells it out, and no integer goes past what a double holds.
function isObvious(name: string, value: unknown): boolean {
  return name === 'pattern'
    ? String(value).length > 100
    : Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
}
