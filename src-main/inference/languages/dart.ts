import type { Model } from '../model.ts'
import type { LanguageStyle } from './language-style.ts'
import { toPlainModel } from './plain-model.ts'
import {
  mayLack,
  wordSet,
  type Dialect,
  type Plain,
  type PlainDeclaration,
  type PlainField,
} from './plain-types.ts'
import { BRACED, textLiteral } from './text-literal.ts'
import { typeWriter } from './type-words.ts'

/** Reserved words (Dart, "Keywords"), and members that every object or class here has. */
const RESERVED = wordSet(`
  abstract as assert async await base break case catch class const continue covariant default deferred do dynamic else
  enum export extends extension external factory false final finally for get hide if implements import in interface is
  late library mixin new null of on operator part required rethrow return sealed set show static super switch sync this
  throw true try type typedef var void when while with yield hashCode runtimeType toString noSuchMethod toJson fromJson
  int double bool num json
`)

const DIALECT: Dialect = {
  ascii: true,
  fieldCase: 'camel',
  reserved: RESERVED,
  freed: (name) => `${name}Value`,
  unions: 'any',
  choices: 'merged',
  tuples: false,
}

/** Names that the source uses, and others of dart:core. */
export const DART_NAMES =
  'List Map MapEntry Object String Function Iterable Iterator Set Symbol Type Null Never Future Stream Duration DateTime Comparable Enum Error Exception Expando Invocation Match Pattern Record RegExp Runes Sink StackTrace Stopwatch StringBuffer StringSink Uri UriData BigInt Deprecated Finalizer WeakReference'.split(
    ' ',
  )

/** Prints Dart 3 classes with `fromJson` and `toJson`. */
export function printDart(model: Model, { typesOnly }: LanguageStyle): string {
  const { declarations } = toPlainModel(model, DIALECT)
  return `${declarations.map((one) => blockOf(one, typesOnly)).join('\n\n')}\n`
}

function blockOf(declaration: PlainDeclaration, typesOnly: boolean): string {
  const { name } = declaration
  if (declaration.kind !== 'record')
    return declaration.kind === 'alias' ? `typedef ${name} = ${typeOf(declaration.type)};` : ''
  const { fields } = declaration
  const members = fields.map((field) => `  final ${fieldType(field)} ${field.name};`)
  const parameters = fields.map((field) => `    ${field.optional ? '' : 'required '}this.${field.name},`)
  const head = `class ${name} {\n${members.join('\n')}\n\n  const ${name}({\n${parameters.join('\n')}\n  });`
  if (typesOnly) return `${head}\n}`
  const reads = fields.map((field) => `        ${field.name}: ${readingOf(field)},`)
  const writes = fields.map((field) => {
    const guard = field.optional ? `if (${field.name} != null) ` : ''
    return `        ${guard}${quoted(field.key)}: ${field.name},`
  })
  return (
    `${head}\n\n  factory ${name}.fromJson(Map<String, dynamic> json) => ${name}(\n${reads.join('\n')}\n      );\n\n` +
    `  Map<String, dynamic> toJson() => {\n${writes.join('\n')}\n      };\n}`
  )
}

function readingOf(field: PlainField): string {
  const raw = `json[${quoted(field.key)}]`
  if (!mayLack(field) || field.type.kind === 'any') return read(field.type, raw, 0)
  return isPlain(field.type)
    ? `${raw} as ${fieldType(field)}`
    : `${raw} == null ? null : ${read(field.type, raw, 0)}`
}

// A list or map that JSON holds is dynamic inside, so it is always converted.
function isPlain({ kind }: Plain): boolean {
  return kind === 'boolean' || kind === 'integer' || kind === 'string'
}

function read(type: Plain, value: string, depth: number): string {
  const part = `v${depth}`
  switch (type.kind) {
    case 'list':
      return `(${value} as List<dynamic>).map((${part}) => ${read(type.of, part, depth + 1)}).toList()`
    case 'map':
      return `(${value} as Map<String, dynamic>).map((k${depth}, ${part}) => MapEntry(k${depth}, ${read(type.of, part, depth + 1)}))`
    case 'nullable':
      return isPlain(type.of)
        ? `${value} as ${typeOf(type)}`
        : `${value} == null ? null : ${read(type.of, value, depth)}`
    case 'named':
      return `${type.name}.fromJson(${value} as Map<String, dynamic>)`
    case 'number':
      return `(${value} as num).toDouble()`
    case 'any':
    case 'union':
    case 'tuple':
      return value
    default:
      return `${value} as ${typeOf(type)}`
  }
}

function fieldType(field: PlainField): string {
  const plain = typeOf(field.type)
  return mayLack(field) && !plain.endsWith('?') ? `${plain}?` : plain
}

const typeOf = typeWriter({
  any: 'Object?',
  boolean: 'bool',
  integer: 'int',
  number: 'double',
  string: 'String',
  list: (of) => `List<${of}>`,
  map: (of) => `Map<String, ${of}>`,
  nullable: (of) => `${of}?`,
})

function quoted(text: string): string {
  return textLiteral(text, BRACED, '$')
}
