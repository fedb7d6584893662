import type { Model } from '../model.ts'
import type { LanguageStyle } from './language-style.ts'
import { toPlainModel } from './plain-model.ts'
import {
  JVM_SLOTS,
  mayLack,
  noteOf,
  someType,
  wordSet,
  type Dialect,
  type PlainDeclaration,
  type PlainField,
} from './plain-types.ts'
import { FOUR_DIGITS, textLiteral } from './text-literal.ts'
import { typeWriters } from './type-words.ts'

/** Hard keywords (Kotlin, "Keywords and operators"). */
const KEYWORDS = wordSet(`
  as break class continue do else false for fun if in interface is null object package return super this throw true try
  typealias typeof val var when while
`)

const DIALECT: Dialect = {
  ascii: false,
  fieldCase: 'camel',
  reserved: KEYWORDS,
  freed: (name) => `\`${name}\``,
  unions: 'any',
  choices: 'merged',
  tuples: false,
  maxSlots: JVM_SLOTS,
}

/** Names that the source uses, and others that Kotlin always has in scope. */
export const KOTLIN_NAMES =
  'Any Boolean Double List Long Map String Unit Nothing Int Pair Triple Result Annotation Enum Throwable Comparable JsonElement SerialName Serializable'.split(
    ' ',
  )

/** Prints Kotlin data classes for kotlinx.serialization. */
export function printKotlin(model: Model, { typesOnly }: LanguageStyle): string {
  const { declarations } = toPlainModel(model, DIALECT)
  const blocks = declarations.map((declaration) => blockOf(declaration, typesOnly))
  return `${typesOnly ? '' : importsOf(declarations)}${blocks.join('\n\n')}\n`
}

function importsOf(declarations: readonly PlainDeclaration[]): string {
  const records = declarations.filter((one) => one.kind === 'record')
  const isRenamed = records.some(({ fields }) => fields.some((field) => plainName(field) !== field.key))
  const imports = [
    ...(isRenamed ? ['kotlinx.serialization.SerialName'] : []),
    ...(records.length > 0 ? ['kotlinx.serialization.Serializable'] : []),
    ...(someType(declarations, ({ kind }) => kind === 'any')
      ? ['kotlinx.serialization.json.JsonElement']
      : []),
  ]
  return imports.length === 0 ? '' : `${imports.map((name) => `import ${name}`).join('\n')}\n\n`
}

function plainName({ name }: PlainField): string {
  return name.replaceAll('`', '')
}

function blockOf(declaration: PlainDeclaration, typesOnly: boolean): string {
  if (declaration.kind !== 'record')
    return declaration.kind === 'alias'
      ? `${noteOf(declaration)}typealias ${declaration.name} = ${typeOf(declaration.type, typesOnly)}`
      : ''
  const fields = declaration.fields.map((field) => {
    const rename = typesOnly || plainName(field) === field.key ? '' : `@SerialName(${quoted(field.key)}) `
    const plain = typeOf(field.type, typesOnly)
    const mark =
      mayLack(field) && (field.type.kind !== 'any' || field.optional) && !plain.endsWith('?') ? '?' : ''
    return `    ${rename}val ${field.name}: ${plain}${mark}${field.optional ? ' = null' : ''},`
  })
  return `${typesOnly ? '' : '@Serializable\n'}data class ${declaration.name}(\n${fields.join('\n')}\n)`
}

const typeOf = typeWriters(
  {
    boolean: 'Boolean',
    integer: 'Long',
    number: 'Double',
    string: 'String',
    list: (of) => `List<${of}>`,
    map: (of) => `Map<String, ${of}>`,
    nullable: (of) => `${of}?`,
  },
  { typesOnly: 'Any?', complete: 'JsonElement' },
)

function quoted(text: string): string {
  return textLiteral(text, FOUR_DIGITS, '$')
}
