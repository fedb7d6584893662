import type { Declaration, Field, FieldNote, Model, Type } from './model.ts'
import { quoted, toPropertyName } from './source-text.ts'

/** Where a line breaks, as formatters do by default. */
const MAX_COLUMNS = 80
const MAX_EXAMPLE_CHARS = 60

export interface TypeScriptStyle {
  readonly style: 'interface' | 'type'
  readonly readonly: boolean
  readonly exported: boolean
  /** One level of indentation. */
  readonly indent: string
  /** Names for formatted strings, which are then declared as aliases of string. */
  readonly formatNames: Readonly<Partial<Record<string, string>>>
}

export const DEFAULT_STYLE: TypeScriptStyle = {
  style: 'interface',
  readonly: false,
  exported: true,
  indent: '  ',
  formatNames: {},
}

/** TypeScript source that declares the model's types. */
export function printTypeScript(model: Model, style: TypeScriptStyle = DEFAULT_STYLE): string {
  const printer = new Printer(style)
  return `${model.declarations.map((declaration) => printer.declaration(declaration)).join('\n\n')}\n`
}

class Printer {
  private readonly style: TypeScriptStyle
  private readonly export: string

  constructor(style: TypeScriptStyle) {
    this.style = style
    this.export = style.exported ? 'export ' : ''
  }

  declaration(declaration: Declaration): string {
    switch (declaration.kind) {
      case 'record':
        return this.record(declaration.name, declaration.fields)
      case 'choice':
        return this.laidOut(`${this.export}type ${declaration.name} =`, '', declaration.members, ';')
      case 'alias':
        return this.typed(`${this.export}type ${declaration.name} =`, '', declaration.type)
    }
  }

  private record(name: string, fields: readonly Field[]): string {
    const open = this.style.style === 'type' ? `type ${name} = {` : `interface ${name} {`
    const lines = fields.map((field) => this.field(field))
    return `${this.export}${open}\n${lines.join('\n')}\n}${this.style.style === 'type' ? ';' : ''}`
  }

  private field({ key, optional, type, note }: Field): string {
    const { indent } = this.style
    const name = `${this.style.readonly ? 'readonly ' : ''}${toPropertyName(key)}${optional ? '?' : ''}:`
    return (note ? comment(note, indent) : '') + this.typed(indent + name, indent, type)
  }

  // Breaks a union over several lines where it does not fit in one.
  private typed(head: string, margin: string, type: Type): string {
    const line = `${head} ${this.type(type)};`
    if (width(line) <= MAX_COLUMNS) return line
    if (type.kind === 'union' || type.kind === 'literal')
      return this.laidOut(head, margin, this.members(type), ';')
    if (type.kind !== 'array' || (type.element.kind !== 'union' && type.element.kind !== 'literal'))
      return line
    const open = this.style.readonly ? ' readonly (' : ' ('
    return `${this.laidOut(head + open, margin, this.members(type.element), '', true)}\n${margin})[];`
  }

  private laidOut(
    head: string,
    margin: string,
    members: readonly string[],
    end: string,
    broken = false,
  ): string {
    const line = `${head} ${members.join(' | ')}${end}`
    if (!broken && (members.length < 2 || width(line) <= MAX_COLUMNS)) return line
    return `${head}${members.map((member) => `\n${margin}${this.style.indent}| ${member}`).join('')}${end}`
  }

  private type(type: Type): string {
    switch (type.kind) {
      case 'reference':
        return type.name
      case 'string':
        return (type.format && this.style.formatNames[type.format]) ?? 'string'
      case 'array':
        return this.array(type.element)
      case 'tuple':
        return `${this.style.readonly ? 'readonly ' : ''}[${type.items.map((item) => this.type(item)).join(', ')}]`
      case 'map': {
        const map = `Record<string, ${this.type(type.value)}>`
        return this.style.readonly ? `Readonly<${map}>` : map
      }
      case 'union':
      case 'literal':
        return this.members(type).join(' | ')
      default:
        return type.kind
    }
  }

  private array(element: Type): string {
    const text = this.type(element)
    const single =
      element.kind === 'literal'
        ? element.values.length === 1
        : element.kind !== 'union' && !text.startsWith('readonly ')
    return `${this.style.readonly ? 'readonly ' : ''}${single ? text : `(${text})`}[]`
  }

  private members(type: Type & { kind: 'union' | 'literal' }): string[] {
    if (type.kind === 'literal') return type.values.map(quoted)
    return type.members.flatMap((member) =>
      member.kind === 'literal' ? member.values.map(quoted) : [this.type(member)],
    )
  }
}

function comment({ example, format }: FieldNote, indent: string): string {
  const parts: string[] = []
  if (example !== undefined) parts.push(`Example: ${shortened(example)}`)
  if (format) parts.push(`@format ${format}`)
  if (parts.length === 0) return ''
  return parts.length === 1
    ? `${indent}/** ${parts[0]} */\n`
    : `${indent}/**\n${parts.map((part) => `${indent} * ${part}\n`).join('')}${indent} */\n`
}

function shortened(example: string | number | boolean): string {
  if (typeof example !== 'string') return String(example)
  const characters = [...example.slice(0, 2 * MAX_EXAMPLE_CHARS)]
  const cut =
    characters.length > MAX_EXAMPLE_CHARS ? `${characters.slice(0, MAX_EXAMPLE_CHARS).join('')}…` : example
  // A comment must not end early, and a tag must not start inside it.
  return quoted(cut).replaceAll('*/', '*\\/').replaceAll('@', '\\u0040')
}

function width(line: string): number {
  return line.length
}
