import type { Declaration, Field, Model, Type } from './model.ts'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

export type JsonSchema = Readonly<Record<string, unknown>>

export interface JsonSchemaStyle {
  /** Whether objects may have properties that no sample had. */
  readonly additionalProperties: boolean
}

/** Prints the model as one JSON Schema (2020-12): the root inline, every other type under `$defs`. */
export function printJsonSchema(model: Model, style: JsonSchemaStyle): JsonSchema {
  const printer = new Printer(model.root, style)
  const isRoot = ({ name }: Declaration): boolean => name === model.root
  const root = printer.declaration(model.declarations.find(isRoot)!)
  const others = model.declarations.filter((declaration) => !isRoot(declaration))
  const defs = others.map((declaration) => [declaration.name, printer.declaration(declaration)] as const)
  const schema = { $schema: DIALECT, title: model.root, ...root }
  return defs.length > 0 ? { ...schema, $defs: Object.fromEntries(defs) } : schema
}

class Printer {
  private readonly root: string
  private readonly style: JsonSchemaStyle

  constructor(root: string, style: JsonSchemaStyle) {
    this.root = root
    this.style = style
  }

  declaration(declaration: Declaration): JsonSchema {
    switch (declaration.kind) {
      case 'record':
        return this.record(declaration.fields)
      case 'choice':
        return { oneOf: declaration.members.map((name) => this.reference(name)) }
      case 'alias':
        return this.type(declaration.type)
    }
  }

  private record(fields: readonly Field[]): JsonSchema {
    const required = fields.filter((field) => !field.optional).map((field) => field.key)
    return {
      type: 'object',
      // fromEntries makes an own property of every key, even `__proto__`.
      properties: Object.fromEntries(fields.map((field) => [field.key, this.field(field)])),
      ...(required.length > 0 && { required }),
      ...(!this.style.additionalProperties && { additionalProperties: false }),
    }
  }

  private field({ type, note }: Field): JsonSchema {
    const schema = this.type(type)
    return note?.example === undefined ? schema : { ...schema, examples: [note.example] }
  }

  private reference(name: string): JsonSchema {
    return { $ref: name === this.root ? '#' : `#/$defs/${encodeURIComponent(name)}` }
  }

  private type(type: Type): JsonSchema {
    switch (type.kind) {
      case 'unknown':
        return {}
      case 'null':
      case 'boolean':
        return { type: type.kind }
      case 'number':
        return { type: type.integer ? 'integer' : 'number' }
      case 'string':
        return type.format ? { type: 'string', format: type.format } : { type: 'string' }
      case 'literal':
        return type.values.length === 1 ? { const: type.values[0] } : { enum: type.values }
      case 'array':
        return type.element.kind === 'unknown'
          ? { type: 'array' }
          : { type: 'array', items: this.type(type.element) }
      case 'tuple':
        return this.tuple(type.items)
      case 'map':
        return type.value.kind === 'unknown'
          ? { type: 'object' }
          : { type: 'object', additionalProperties: this.type(type.value) }
      case 'reference':
        return this.reference(type.name)
      case 'union':
        return this.union(type.members)
    }
  }

  private tuple(items: readonly Type[]): JsonSchema {
    const prefixItems = items.map((item) => this.type(item))
    return { type: 'array', prefixItems, items: false, minItems: items.length }
  }

  // Scalars without further constraints share one list of types; null joins the one type beside it
  // if it can.
  private union(members: readonly Type[]): JsonSchema {
    const schemas = members.map((member) => this.type(member))
    const plain = schemas.filter(
      (schema) => typeof schema.type === 'string' && Object.keys(schema).length === 1,
    )
    const rest = schemas.filter((schema) => !plain.includes(schema))
    const types = plain.map((schema) => schema.type)
    const [only] = rest
    if (!only) return { type: types }
    if (rest.length === 1 && typeof only.type === 'string') return { ...only, type: [only.type, ...types] }
    const shared = types.length > 1 ? [{ type: types }] : plain
    return { anyOf: [...rest, ...shared] }
  }
}
