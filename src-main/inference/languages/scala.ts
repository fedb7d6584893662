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
import { typeWriters } from './type-words.ts'

/** Keywords of Scala 3, and members that every case class has. */
const RESERVED = wordSet(`
  abstract case catch class def do else enum export extends false final finally for given if implicit import lazy match
  new null object override package private protected return sealed super then this throw trait true try type val var
  while with yield
`)
const MEMBERS = wordSet(
  'canEqual clone copy equals eq finalize getClass hashCode isInstanceOf asInstanceOf ne notify notifyAll productArity ' +
    'productElement productElementName productElementNames productIterator productPrefix synchronized toString wait',
)

const DIALECT: Dialect = {
  ascii: false,
  fieldCase: 'camel',
  reserved: MEMBERS,
  // A colon after an underscore would be part of the name.
  freed: (name) => `${name}Value`,
  unions: 'any',
  choices: 'merged',
  tuples: true,
  maxSlots: JVM_SLOTS,
}

/** Names that the source uses, and others that Scala always has in scope. */
export const SCALA_NAMES =
  'Any Boolean Double Json Long Map None Option Some String Vector Unit Nothing Null Int List Seq Set Either Left Right Codec Product Matchable Singleton Tuple'.split(
    ' ',
  )

/**
 * Prints Scala 3 case classes, with codecs of circe. A field keeps its key as its name, between
 * backticks where needed, because circe goes by names.
 */
export function printScala(model: Model, { typesOnly }: LanguageStyle): string {
  const { declarations } = toPlainModel(model, DIALECT)
  const imports = [
    ...(declarations.some(({ kind }) => kind === 'record') ? ['import io.circe.Codec'] : []),
    ...(someType(declarations, ({ kind }) => kind === 'any') ? ['import io.circe.Json'] : []),
  ]
  const head = typesOnly || imports.length === 0 ? '' : `${imports.join('\n')}\n\n`
  return `${head}${declarations.map((one) => blockOf(one, typesOnly)).join('\n\n')}\n`
}

function blockOf(declaration: PlainDeclaration, typesOnly: boolean): string {
  if (declaration.kind !== 'record')
    return declaration.kind === 'alias'
      ? `${noteOf(declaration)}type ${declaration.name} = ${typeOf(declaration.type, typesOnly)}`
      : ''
  const lost = declaration.fields.filter((field) => fieldName(field) === null)
  const notes = lost.map(({ key, name }) => `// ${name} stands for the key ${JSON.stringify(key)}.\n`)
  const fields = declaration.fields.map(
    (field) => `  ${fieldName(field) ?? field.name}: ${fieldType(field, typesOnly)}`,
  )
  const codec = typesOnly ? '' : ' derives Codec.AsObject'
  return `${notes.join('')}case class ${declaration.name}(\n${fields.join(',\n')}\n)${codec}`
}

// Null for a key that no name can hold.
function fieldName({ key, name }: PlainField): string | null {
  if (key === name && !RESERVED.has(key)) return key
  if (MEMBERS.has(key) || !/^[\p{L}\p{N} !#%&()*+,./:;<=>?@^_|~'"-]+$/u.test(key)) return null
  return /^[a-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/.test(key) && !RESERVED.has(key) ? key : `\`${key}\``
}

function fieldType(field: PlainField, typesOnly: boolean): string {
  const plain = typeOf(field.type, typesOnly)
  if (!mayLack(field) || (field.type.kind === 'any' && !field.optional)) return plain
  return `Option[${plain}]${field.optional ? ' = None' : ''}`
}

const typeOf = typeWriters(
  {
    boolean: 'Boolean',
    integer: 'Long',
    number: 'Double',
    string: 'String',
    list: (of) => `Vector[${of}]`,
    map: (of) => `Map[String, ${of}]`,
    nullable: (of) => `Option[${of}]`,
    tuple: (items) => `(${items.join(', ')})`,
  },
  { typesOnly: 'Any', complete: 'Json' },
)
