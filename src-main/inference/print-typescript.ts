import type { Declaration, Field, FieldNote, Model, StringFormat, Type } from './model.ts'
import { quoted, toPropertyName } from './source-text.ts'

/** The line length at which lines break, as formatters do by default. */
const MAX_COLUMNS = 80
const MAX_EXAMPLE_CHARS = 60

// Members that every object inherits: reading such a field when it is missing gives a function, and
// the type checker rejects an optional field of that name.
const INHERITED = new Set(
  'constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf'.split(
    ' ',
  ),
)

// As labels of a tuple some of these end the type, such as `default` and `in`.
const KEYWORDS = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if import in infer instanceof keyof new null readonly return super switch this throw true try typeof ' +
    'unique var void while with yield'
  ).split(' '),
)

/** Names of the string aliases that dates are declared as. */
export const DATE_NAMES = { 'date-time': 'DateTimeString', date: 'DateString' } as const
const DATE_NOTES = {
  'date-time': 'A date and time as RFC 3339 writes it: 2026-01-31T23:59:59Z.',
  date: 'A day as RFC 3339 writes it: 2026-01-31.',
} as const

export interface TypeScriptStyle {
  readonly style: 'interface' | 'type'
  readonly readonly: boolean
  readonly exported: boolean
  /** One level of indentation. */
  readonly indent: string
  /** How numbers of examples are written that a float would change. */
  readonly numbers: ReadonlyMap<number, string>
  /** What strings in a date format become. */
  readonly dates: 'string' | 'alias' | 'date'
}

const DEFAULT_STYLE: TypeScriptStyle = {
  style: 'interface',
  readonly: false,
  exported: true,
  indent: '  ',
  numbers: new Map(),
  dates: 'string',
}

export interface TypeScriptSource {
  readonly source: string
  /** All declared names, in the order of the source. */
  readonly types: readonly string[]
}

/** TypeScript source that declares the model's types. */
export function printTypeScript(model: Model, given: Partial<TypeScriptStyle> = {}): TypeScriptSource {
  const printer = new Printer({ ...DEFAULT_STYLE, ...given })
  const blocks = model.declarations.map(
    (declaration) => [declaration.name, printer.declaration(declaration)] as const,
  )
  const closing = model.declarations.at(-1)?.kind === 'alias' ? blocks.splice(-1) : []
  const all = [...blocks, ...printer.dateAliases(), ...closing]
  return {
    source: `${all.map(([, block]) => block).join('\n\n')}\n`,
    types: all.map(([name]) => name),
  }
}

class Printer {
  private readonly style: TypeScriptStyle
  private readonly export: string
  private readonly readonly: string
  private readonly datesUsed = new Set<keyof typeof DATE_NAMES>()

  constructor(style: TypeScriptStyle) {
    this.style = style
    this.export = style.exported ? 'export ' : ''
    this.readonly = style.readonly ? 'readonly ' : ''
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

  /** Name and source of each alias that the declarations printed so far use. */
  dateAliases(): (readonly [string, string])[] {
    const used = [...this.datesUsed].sort()
    return used.map((format) => [
      DATE_NAMES[format],
      `/** ${DATE_NOTES[format]} */\n${this.export}type ${DATE_NAMES[format]} = string;`,
    ])
  }

  private record(name: string, fields: readonly Field[]): string {
    const open = this.style.style === 'type' ? `type ${name} = {` : `interface ${name} {`
    const lines = fields.map((field) => this.field(field))
    return `${this.export}${open}\n${lines.join('\n')}\n}${this.style.style === 'type' ? ';' : ''}`
  }

  private field({ key, optional, type, note }: Field): string {
    const { indent } = this.style
    const name = `${this.readonly}${toPropertyName(key)}${optional ? '?' : ''}:`
    const text = this.typed(indent + name, indent, optional && INHERITED.has(key) ? orFunction(type) : type)
    return (note ? this.comment(note) : '') + text
  }

  private comment({ example, format }: FieldNote): string {
    const { indent, numbers } = this.style
    const parts: string[] = []
    const written = typeof example === 'number' ? numbers.get(example) : undefined
    if (example !== undefined) parts.push(`Example: ${written ? cut(written) : shortened(example)}`)
    if (format) parts.push(`@format ${format}`)
    if (parts.length === 0) return ''
    return parts.length === 1
      ? `${indent}/** ${parts[0]} */\n`
      : `${indent}/**\n${parts.map((part) => `${indent} * ${part}\n`).join('')}${indent} */\n`
  }

  // Breaks a union over several lines if it does not fit on one.
  private typed(head: string, margin: string, type: Type): string {
    const line = `${head} ${this.type(type)};`
    if (line.length <= MAX_COLUMNS) return line
    if (type.kind === 'union' || type.kind === 'literal')
      return this.laidOut(head, margin, this.members(type), ';')
    if (type.kind !== 'array' || (type.element.kind !== 'union' && type.element.kind !== 'literal'))
      return line
    const open = this.style.readonly ? ' readonly (' : ' ('
    return `${this.laidOut(head + open, margin, this.members(type.element), '', true)}\n${margin})[];`
  }

  // A union that does not fit after its head goes on one line below if the head allows it, else on
  // one line per member.
  private laidOut(
    head: string,
    margin: string,
    members: readonly string[],
    end: string,
    broken = false,
  ): string {
    const line = `${head} ${members.join(' | ')}${end}`
    if (!broken && (members.length < 2 || line.length <= MAX_COLUMNS)) return line
    const below = `${margin}${this.style.indent}${members.join(' | ')}${end}`
    if (/[=(]$/.test(head) && below.length <= MAX_COLUMNS) return `${head}\n${below}`
    return `${head}${members.map((member) => `\n${margin}${this.style.indent}| ${member}`).join('')}${end}`
  }

  private type(type: Type): string {
    switch (type.kind) {
      case 'reference':
        return type.name
      case 'string':
        return this.string(type.format)
      case 'array':
        return this.array(type.element)
      case 'tuple':
        return this.tuple(type)
      case 'map': {
        const map = `Record<string, ${this.type(type.value)}>`
        return this.style.readonly ? `Readonly<${map}>` : map
      }
      case 'union':
      case 'literal':
        return this.members(type).join(' | ')
      case 'null':
        // Never seen with a value: all that is known of `T | null` is the null.
        return 'unknown | null'
      default:
        return type.kind
    }
  }

  private tuple({ items, labels }: Type & { kind: 'tuple' }): string {
    const named = labels?.every(isLabel) === true ? labels : null
    const places = items.map((item, at) => (named ? `${named[at]}: ` : '') + this.type(item))
    return `${this.readonly}[${places.join(', ')}]`
  }

  private string(format: StringFormat | null): string {
    if (this.style.dates === 'string' || (format !== 'date' && format !== 'date-time')) return 'string'
    if (this.style.dates === 'date') return 'Date'
    this.datesUsed.add(format)
    return DATE_NAMES[format]
  }

  private array(element: Type): string {
    const text = this.type(element)
    const single =
      element.kind === 'literal'
        ? element.values.length === 1
        : element.kind !== 'union' && element.kind !== 'null' && !text.startsWith('readonly ')
    return `${this.readonly}${single ? text : `(${text})`}[]`
  }

  private members(type: Type & { kind: 'union' | 'literal' }): string[] {
    if (type.kind === 'literal') return type.values.map(quoted)
    return type.members.flatMap((member) => {
      if (member.kind === 'literal') return member.values.map(quoted)
      return [member.kind === 'null' ? 'null' : this.type(member)]
    })
  }
}

function isLabel(text: string): boolean {
  return toPropertyName(text) === text && !KEYWORDS.has(text)
}

function orFunction(type: Type): Type {
  const inherited: Type = { kind: 'reference', name: 'Function' }
  return {
    kind: 'union',
    members: type.kind === 'union' ? [...type.members, inherited] : [type, inherited],
  }
}

const cut = (number: string): string =>
  number.length > MAX_EXAMPLE_CHARS ? `${number.slice(0, MAX_EXAMPLE_CHARS)}…` : number

function shortened(example: string | number | boolean): string {
  if (typeof example !== 'string') return String(example)
  const characters = [...example.slice(0, 2 * MAX_EXAMPLE_CHARS)]
  const start = characters.slice(0, MAX_EXAMPLE_CHARS).join('')
  const cut = start.length < example.length ? `${start}…` : example
  // The text must not close the comment early or start a tag inside it.
  return quoted(cut).replaceAll('*/', '*\\/').replaceAll('@', '\\u0040')
}
