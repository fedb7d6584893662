import { FOUR_DIGITS, textLiteral } from './languages/text-literal.ts'
import type { Field, Model, Type } from './model.ts'
import { withMergedChoices, type MergedModel } from './languages/merged-fields.ts'
import { toPascalCase } from './pascal-case.ts'

/** Initialisms that Go's linters write in capitals. */
const INITIALISMS = new Set(
  (
    'ACL API ASCII CPU CSS DNS EOF GUID HTML HTTP HTTPS ID IP JSON QPS RAM RPC SLA SMTP SQL SSH TCP TLS TTL UDP UI ' +
    'UID URI URL UTF8 UUID VM XML XMPP XSRF XSS'
  ).split(' '),
)
/** What encoding/json accepts as a name in a tag; a field with any other name would lose its key. */
const TAG = /^(?:[\p{L}\p{Nd}]|[!#$%&()*+\-./:;<=>?@[\]^_{|}~ ])+$/u

/**
 * Prints Go structs with tags for encoding/json, in gofmt's form. What may be absent or null is a pointer,
 * unless its type has a nil of its own; values of several kinds are `any`, which takes them all.
 */
export function printGo(model: Model, packageName: string): string {
  const { declarations } = withMergedChoices(model)
  const names = goNames(model)
  const printer = new Printer(names)
  const blocks = declarations.map((declaration) => printer.declaration(declaration))
  return `package ${packageName}\n\n${blocks.join('\n\n')}\n`
}

/** The names of a model's types as Go writes them, by their names in the model. */
export function goNames(model: Model): ReadonlyMap<string, string> {
  const { declarations } = withMergedChoices(model)
  const taken = new Set<string>()
  return new Map(
    declarations.map(({ name }) => {
      const wanted = exported(name)
      const free = taken.has(wanted) ? name : wanted
      taken.add(free)
      return [name, free]
    }),
  )
}

/** gofmt turns two quotes of a kind into one of print. */
function inComment(literal: string): string {
  return literal.replaceAll("''", "'\\u0027").replaceAll('``', '`\\u0060')
}

class Printer {
  readonly #names: ReadonlyMap<string, string>

  constructor(names: ReadonlyMap<string, string>) {
    this.#names = names
  }

  declaration(declaration: MergedModel['declarations'][number]): string {
    const name = this.#names.get(declaration.name)!
    if (declaration.kind === 'alias') return `type ${name} ${this.#typeOf(declaration.type)}`
    const lost = declaration.fields
      .filter(({ key }) => !TAG.test(key))
      .map(({ key }) => inComment(textLiteral(key, FOUR_DIGITS)))
    const note = lost.length > 0 ? `// encoding/json cannot read these keys: ${lost.join(', ')}\n` : ''
    const fields = declaration.fields.filter(({ key }) => TAG.test(key))
    return `${note}type ${name} struct${fields.length === 0 ? '{}' : ` {\n${this.#lines(fields)}\n}`}`
  }

  // gofmt pads names and types to columns.
  #lines(fields: readonly Field[]): string {
    const taken = new Map<string, number>()
    const rows = fields.map(({ key, optional, type }) => {
      const plain = this.#typeOf(type)
      const tag = `${key}${key === '-' && !optional ? ',' : ''}${optional ? ',omitempty' : ''}`
      return [
        freeName(exported(key), taken),
        optional ? this.#nilable(plain) : plain,
        `\`json:"${tag}"\``,
      ] as const
    })
    const [nameWidth, typeWidth] = [0, 1].map((at) => Math.max(...rows.map((row) => [...row[at]!].length)))
    return rows
      .map(([name, type, tag]) => `\t${padded(name, nameWidth!)} ${padded(type, typeWidth!)} ${tag}`)
      .join('\n')
  }

  #typeOf(type: Type): string {
    switch (type.kind) {
      case 'unknown':
      case 'null':
      case 'tuple':
        return type.kind === 'tuple' ? '[]any' : 'any'
      case 'boolean':
        return 'bool'
      case 'number':
        return type.integer ? 'int64' : 'float64'
      case 'string':
      case 'literal':
        return 'string'
      case 'array':
        return `[]${this.#typeOf(type.element)}`
      case 'map':
        return `map[string]${this.#typeOf(type.value)}`
      case 'reference':
        return this.#names.get(type.name) ?? 'any'
      case 'union': {
        const kinds = type.members.filter(({ kind }) => kind !== 'null')
        const [only] = kinds
        return kinds.length === 1 && only ? this.#nilable(this.#typeOf(only)) : 'any'
      }
    }
  }

  #nilable(type: string): string {
    return /^(?:any$|\*|\[\]|map\[)/.test(type) ? type : `*${type}`
  }
}

// Only a name that begins with a capital is seen by encoding/json, and other scripts have none.
function exported(key: string): string {
  const words = toPascalCase(key).split(/(?<=[a-z\d])(?=[A-Z])/)
  const name = words
    .map((word) => (INITIALISMS.has(word.toUpperCase()) ? word.toUpperCase() : word))
    .join('')
  return /^\p{Lu}/u.test(name) ? name : `Field${name}`
}

function freeName(wanted: string, taken: Map<string, number>): string {
  let name = wanted
  let next = taken.get(wanted) ?? 1
  for (; taken.has(name); next++) name = `${wanted}${next + 1}`
  taken.set(wanted, next)
  taken.set(name, taken.get(name) ?? 1)
  return name
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(width - [...text].length)
}
