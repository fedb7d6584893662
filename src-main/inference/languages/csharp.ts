import type { Model } from '../model.ts'
import type { LanguageStyle } from './language-style.ts'
import { toPlainModel } from './plain-model.ts'
import { mayLack, wordSet, type Dialect, type PlainDeclaration, type PlainField } from './plain-types.ts'
import { FOUR_DIGITS, textLiteral } from './text-literal.ts'
import { typeWriters } from './type-words.ts'

const DIALECT: Dialect = {
  ascii: false,
  fieldCase: 'pascal',
  // Members that every record has already.
  reserved: wordSet(
    'Clone Deconstruct EqualityContract Equals Finalize GetHashCode GetType MemberwiseClone PrintMembers ReferenceEquals ToString',
  ),
  freed: (name) => `${name}Value`,
  avoidsOwnName: true,
  unions: 'any',
  choices: 'merged',
  tuples: false,
}

/** Names that the source uses or imports, and others of the namespace System. */
export const CSHARP_NAMES = (
  'List Dictionary JsonElement JsonPropertyName JsonIgnore JsonIgnoreCondition JsonSerializer JsonDocument Object ' +
  'String Int64 Double Boolean Attribute Exception Type Enum Action Func Tuple Version Random Task Thread Path File ' +
  'Environment Console Convert Range Index System Microsoft'
).split(' ')

/** Prints C# 11 records for System.Text.Json. */
export function printCSharp(model: Model, { typesOnly }: LanguageStyle): string {
  const { declarations } = toPlainModel(model, DIALECT)
  const body = declarations.map((declaration) => blockOf(declaration, typesOnly)).join('\n\n')
  const usings = [
    ...(/\b(List|Dictionary)</.test(body) ? ['System.Collections.Generic'] : []),
    ...(/\bJsonElement\b/.test(body) ? ['System.Text.Json'] : []),
    ...(typesOnly || !body.includes('[Json') ? [] : ['System.Text.Json.Serialization']),
  ]
  return `#nullable enable\n${usings.map((name) => `using ${name};\n`).join('')}\n${body}\n`
}

function blockOf(declaration: PlainDeclaration, typesOnly: boolean): string {
  const { name } = declaration
  if (declaration.kind === 'record') {
    const fields = declaration.fields.map((field) => fieldOf(field, typesOnly))
    return `public sealed record ${name}\n{\n${fields.join(typesOnly ? '\n' : '\n\n')}\n}`
  }
  if (declaration.kind !== 'alias') return ''
  const { type } = declaration
  if (type.kind === 'list' || type.kind === 'map')
    return `public sealed class ${name} : ${typeOf(type, typesOnly)} { }`
  return `// ${name} is ${typeOf(type, typesOnly)}: C# has no lasting name for such a type.`
}

function fieldOf(field: PlainField, typesOnly: boolean): string {
  const { key, name, type, optional } = field
  const plain = typeOf(type, typesOnly)
  const mark = mayLack(field) && (type.kind !== 'any' || optional) && !plain.endsWith('?') ? '?' : ''
  const attributes = [
    `[JsonPropertyName(${textLiteral(key, FOUR_DIGITS)})]`,
    ...(optional ? ['[JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]'] : []),
  ]
  const lines = [
    ...(typesOnly ? [] : attributes),
    `public ${optional ? '' : 'required '}${plain}${mark} ${name} { get; init; }`,
  ]
  return lines.map((line) => `    ${line}`).join('\n')
}

const typeOf = typeWriters(
  {
    boolean: 'bool',
    integer: 'long',
    number: 'double',
    string: 'string',
    list: (of) => `List<${of}>`,
    map: (of) => `Dictionary<string, ${of}>`,
    nullable: (of) => `${of}?`,
  },
  { typesOnly: 'object?', complete: 'JsonElement' },
)
