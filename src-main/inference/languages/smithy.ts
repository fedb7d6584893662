import type { Model } from '../model.ts'
import type { LanguageStyle } from './language-style.ts'
import { toPlainModel } from './plain-model.ts'
import type { Dialect, Plain, PlainDeclaration, PlainField } from './plain-types.ts'
import { NamePool } from './source-names.ts'
import { FOUR_DIGITS, textLiteral } from './text-literal.ts'

/** Lists in lists would have ever longer names otherwise. */
const MAX_NAME = 60

const DIALECT: Dialect = {
  ascii: true,
  fieldCase: 'camel',
  reserved: new Set(),
  unions: 'any',
  choices: 'merged',
  tuples: false,
}

/** Names of shapes in Smithy's prelude. */
export const SMITHY_NAMES =
  'Blob Boolean String Byte Short Integer Long Float Double BigInteger BigDecimal Timestamp Document Unit PrimitiveBoolean PrimitiveByte PrimitiveShort PrimitiveInteger PrimitiveLong PrimitiveFloat PrimitiveDouble'.split(
    ' ',
  )

/** Prints a Smithy 2.0 model; lists and maps are shapes of their own, named for what they hold. */
export function printSmithy(model: Model, { typesOnly }: LanguageStyle): string {
  const { declarations } = toPlainModel(model, DIALECT)
  const printer = new Printer(declarations, typesOnly)
  return `$version: "2"\n\nnamespace example\n\n${printer.blocks().join('\n\n')}\n`
}

class Printer {
  readonly #declarations: readonly PlainDeclaration[]
  readonly #typesOnly: boolean
  // Shape names must differ in more than case.
  readonly #pool = new NamePool(true)
  readonly #containers = new Map<string, { name: string; block: string }>()

  constructor(declarations: readonly PlainDeclaration[], typesOnly: boolean) {
    this.#declarations = declarations
    this.#typesOnly = typesOnly
    for (const { name } of declarations) this.#pool.take(name)
  }

  blocks(): string[] {
    const blocks = this.#declarations.flatMap((one) => this.#declaration(one))
    return [...blocks, ...[...this.#containers.values()].map(({ block }) => block)]
  }

  #declaration(declaration: PlainDeclaration): string[] {
    const { name } = declaration
    if (declaration.kind === 'record') {
      const fields = declaration.fields.map((field) => this.#field(field))
      return [`structure ${name} {\n${fields.join('\n')}\n}`]
    }
    if (declaration.kind !== 'alias') return []
    const { type } = declaration
    if (type.kind === 'list' || type.kind === 'map') return [this.#container(name, type)]
    return [`// ${name} is ${this.#type(type)}.`]
  }

  #field({ key, name, type, optional, nullable }: PlainField): string {
    const traits = [
      ...(optional || nullable ? [] : ['@required ']),
      ...(name === key || this.#typesOnly ? [] : [`@jsonName(${textLiteral(key, FOUR_DIGITS)}) `]),
    ]
    return `    ${traits.join('')}${name}: ${this.#type(type)}`
  }

  #container(name: string, type: Plain & { kind: 'list' | 'map' }): string {
    const sparse = type.of.kind === 'nullable' ? '@sparse\n' : ''
    const member = this.#type(type.of)
    return type.kind === 'list'
      ? `${sparse}list ${name} {\n    member: ${member}\n}`
      : `${sparse}map ${name} {\n    key: String\n    value: ${member}\n}`
  }

  #type(type: Plain): string {
    switch (type.kind) {
      case 'any':
      case 'union':
      case 'tuple':
        return 'Document'
      case 'boolean':
        return 'Boolean'
      case 'integer':
        return 'Long'
      case 'number':
        return 'Double'
      case 'string':
        return 'String'
      case 'nullable':
        return this.#type(type.of)
      case 'named':
        return type.name
      case 'list':
      case 'map': {
        const text = JSON.stringify(type)
        const known = this.#containers.get(text)
        if (known) return known.name
        const name = this.#pool.take(
          this.#type(type.of).slice(0, MAX_NAME) + (type.kind === 'list' ? 'List' : 'Map'),
        )
        this.#containers.set(text, { name, block: this.#container(name, type) })
        return name
      }
    }
  }
}
