import type { Model } from '../model.ts'
import type { LanguageStyle } from './language-style.ts'
import { toPlainModel } from './plain-model.ts'
import { mayLack, wordSet, type Dialect, type PlainDeclaration, type PlainField } from './plain-types.ts'
import { BRACED, textLiteral } from './text-literal.ts'
import { typeWriter } from './type-words.ts'

/** Keywords, and methods that every object has. */
const RESERVED = wordSet(`
  abstract alias annotation as asm begin break case class def do else elsif end ensure enum extend false for fun if in
  include instance_sizeof is_a lib macro module next nil not_nil of offsetof out pointerof private protected rescue
  responds_to return require select self sizeof struct super then true type typeof uninitialized union unless until
  verbatim when while with yield dup clone hash inspect itself object_id pretty_print same tap to_json to_s to_yaml try
  crystal_type_id initialize finalize in
`)

const DIALECT: Dialect = {
  ascii: true,
  fieldCase: 'snake',
  reserved: RESERVED,
  unions: 'inline',
  choices: 'merged',
  tuples: true,
}

/** Names within JSON and JSON::Serializable, where the fields' types are looked up first, and of Crystal 1.14. */
export const CRYSTAL_NAMES = (
  'Options Strict Unmapped ParseException Any Builder ArrayConverter HashValueConverter Lexer Parser PullParser ' +
  'Field Serializable SerializableError Token Array Bool Float64 Hash Int64 JSON Nil String Tuple Object Reference ' +
  'Value Struct Class Number Int Float Char Symbol Proc Enum Exception File Dir Process Range Regex Set Slice Bytes ' +
  'Time Random Channel Fiber Mutex Log Path ENV ARGV Union Pointer Comparable Enumerable Iterator Iterable ' +
  'Indexable Steppable Box Atomic Deque Crystal GC IO Math Signal StaticArray System Unicode NoReturn Void Int8 ' +
  'UInt8 Int16 UInt16 Int32 UInt32 UInt64 Int128 UInt128 Float32 NamedTuple ARGC_UNSAFE ARGV_UNSAFE AlwaysInline ' +
  'CallConvention Extern Flags Link Naked NoInline Packed Primitive Raises ReturnsTwice ThreadLocal Deprecated ' +
  'Experimental LibC LibUnwind SystemError IndexError ArgumentError TypeCastError InvalidByteSequenceError KeyError ' +
  'DivisionByZeroError OverflowError NotImplementedError NilAssertionError RuntimeError Termios LLVM Base64 Thread ' +
  'LibEvent2 LibCrystalMain Errno WinError WasiError LibGC LibIntrinsics Intrinsics STDIN STDOUT STDERR ' +
  'PROGRAM_NAME ARGF EOL LibM PrettyPrint Syscall ReferenceStorage LibPCRE2 VaList StringPool'
).split(' ')

/** Prints Crystal classes with JSON::Serializable. */
export function printCrystal(model: Model, { typesOnly }: LanguageStyle): string {
  const { declarations } = toPlainModel(model, DIALECT)
  const body = declarations.map((one) => blockOf(one, typesOnly)).join('\n\n')
  return `${typesOnly && !body.includes('JSON::') ? '' : 'require "json"\n\n'}${body}\n`
}

function blockOf(declaration: PlainDeclaration, typesOnly: boolean): string {
  const { name } = declaration
  if (declaration.kind !== 'record')
    return declaration.kind === 'alias' ? `alias ${name} = ${typeOf(declaration.type)}` : ''
  if (!typesOnly) {
    const fields = declaration.fields.flatMap(fieldOf)
    return `class ${name}\n  include JSON::Serializable\n\n${fields.map((line) => `  ${line}`).join('\n')}\nend`
  }
  const getters = declaration.fields.map((field) => `  getter ${field.name} : ${fieldType(field)}`)
  const sorted = [...declaration.fields].sort((a, b) => Number(a.optional) - Number(b.optional))
  const parameters = sorted.map(
    (field) => `@${field.name} : ${fieldType(field)}${field.optional ? ' = nil' : ''}`,
  )
  return `class ${name}\n${getters.join('\n')}\n\n  def initialize(${parameters.join(', ')})\n  end\nend`
}

// JSON::Serializable writes the key of a property that may not be nil into its message as it is, so that these
// would end the text or call what the key says.
const BREAKS_MESSAGE = /["\\\r\0]|#\{/

function fieldOf(given: PlainField): string[] {
  const mayBeNil = !mayLack(given) && BREAKS_MESSAGE.test(given.key)
  const field = mayBeNil ? { ...given, nullable: true, optional: given.type.kind === 'any' } : given
  const options = [
    ...(field.key === field.name ? [] : [`key: ${textLiteral(field.key, BRACED, '#')}`]),
    ...(field.nullable && !given.optional ? ['emit_null: true'] : []),
  ]
  return [
    ...(options.length > 0 ? [`@[JSON::Field(${options.join(', ')})]`] : []),
    `property ${field.name} : ${fieldType(field)}`,
  ]
}

function fieldType(field: PlainField): string {
  const plain = typeOf(field.type)
  if (!mayLack(field) || (field.type.kind === 'any' && !field.optional)) return plain
  return field.type.kind === 'union' ? `${plain} | Nil` : `${plain}?`
}

const typeOf = typeWriter({
  any: 'JSON::Any',
  boolean: 'Bool',
  integer: 'Int64',
  number: 'Float64',
  string: 'String',
  list: (of) => `Array(${of})`,
  map: (of) => `Hash(String, ${of})`,
  nullable: (of) => `${of} | Nil`,
  tuple: (items) => `Tuple(${items.join(', ')})`,
  union: (members, write) => members.map(write).join(' | '),
})
