import { dependencyOrder } from './dependency-order.ts'
import type { Declaration, Field, Model, StringFormat, Type } from './model.ts'
import { quoted, toPropertyName } from './source-text.ts'

export interface ZodStyle {
  /** Whether keys that no sample had are rejected. */
  readonly strict: boolean
  readonly exported: boolean
  /** One level of indentation. */
  readonly indent: string
}

const FORMAT: Readonly<Record<StringFormat, string>> = {
  'date-time': 'z.iso.datetime({ offset: true })',
  date: 'z.iso.date()',
  uuid: 'z.guid()',
  email: 'z.email()',
  uri: 'z.url()',
}

/** The constant that holds the schema of a type. */
function toSchemaName(type: string): string {
  return `${type}Schema`
}

/**
 * Prints Zod 4 source: a schema and its inferred type for each declaration, dependencies first.
 * Where types refer to each other, the field that closes the cycle is a getter, as Zod requires.
 */
export function printZod(model: Model, style: ZodStyle): string {
  const declared = new Set<string>()
  const blocks = dependencyOrder(model.declarations).map((declaration) => {
    const printer = new Printer(style, declared)
    const block = printer.declaration(declaration)
    declared.add(declaration.name)
    return block
  })
  return `import { z } from "zod";\n\n${blocks.join('\n\n')}\n`
}

class Printer {
  private readonly style: ZodStyle
  private readonly declared: ReadonlySet<string>
  private forward = false

  constructor(style: ZodStyle, declared: ReadonlySet<string>) {
    this.style = style
    this.declared = declared
  }

  declaration(declaration: Declaration): string {
    const { name } = declaration
    const mark = this.style.exported ? 'export ' : ''
    const type = `${mark}type ${name} = z.infer<typeof ${toSchemaName(name)}>;`
    return `${mark}const ${toSchemaName(name)} = ${this.schema(declaration)};\n${type}`
  }

  private schema(declaration: Declaration): string {
    switch (declaration.kind) {
      case 'record': {
        const fields = declaration.fields.map((field) => this.field(field))
        return `z.${this.style.strict ? 'strictObject' : 'object'}({\n${fields.join('\n')}\n})`
      }
      case 'choice': {
        const members = declaration.members.map(toSchemaName).join(', ')
        return `z.discriminatedUnion(${quoted(declaration.tag)}, [${members}])`
      }
      case 'alias':
        return this.type(declaration.type)
    }
  }

  private field({ key, optional, type }: Field): string {
    const { indent } = this.style
    // In an object literal `__proto__:` would set the prototype; a computed key does not.
    const name = key === '__proto__' ? '["__proto__"]' : toPropertyName(key)
    this.forward = false
    const schema = this.type(type) + (optional ? '.optional()' : '')
    if (!this.forward) return `${indent}${name}: ${schema},`
    return `${indent}get ${name}() {\n${indent}${indent}return ${schema};\n${indent}},`
  }

  private type(type: Type): string {
    switch (type.kind) {
      case 'string':
        return type.format ? FORMAT[type.format] : 'z.string()'
      case 'literal':
        return type.values.length === 1
          ? `z.literal(${quoted(type.values[0]!)})`
          : `z.enum([${type.values.map(quoted).join(', ')}])`
      case 'array':
        return `z.array(${this.type(type.element)})`
      case 'tuple':
        return `z.tuple([${type.items.map((item) => this.type(item)).join(', ')}])`
      case 'map':
        return `z.record(z.string(), ${this.type(type.value)})`
      case 'reference':
        if (!this.declared.has(type.name)) this.forward = true
        return toSchemaName(type.name)
      case 'union':
        return this.union(type.members)
      case 'number':
        return type.integer ? 'z.int()' : 'z.number()'
      case 'null':
        // Never seen with a value: the next document may have any.
        return 'z.unknown()'
      default:
        return `z.${type.kind}()`
    }
  }

  private union(members: readonly Type[]): string {
    const others = members.filter((member) => member.kind !== 'null').map((member) => this.type(member))
    const one = others.length === 1 ? others[0]! : `z.union([${others.join(', ')}])`
    return others.length < members.length ? `${one}.nullable()` : one
  }
}
