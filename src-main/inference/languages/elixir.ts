import type { Model } from '../model.ts'
import { converted } from './converted.ts'
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

const DIALECT: Dialect = {
  ascii: true,
  fieldCase: 'snake',
  reserved: wordSet('true false nil'),
  unions: 'inline',
  choices: 'merged',
  tuples: false,
}

/** Names of Elixir's own modules, and those that it keeps for atoms and protocols. */
export const ELIXIR_NAMES = (
  'Access Agent Application Atom Base Behaviour Bitwise Code Config Date DateTime Dict Duration Enum Enumerable ' +
  'Exception File Float Function GenEvent GenServer HashDict HashSet Integer IO Inspect Kernel Keyword List Macro ' +
  'Map MapSet Module NaiveDateTime Node OptionParser Path Port Process Protocol Range Record Regex Registry Set ' +
  'Stream String StringIO Supervisor System Task Time Tuple URI Version JSON Collectable Calendar DynamicSupervisor ' +
  'PartitionSupervisor ArgumentError ArithmeticError BadArityError BadBooleanError BadFunctionError BadMapError ' +
  'BadStructError CaseClauseError CompileError CondClauseError ErlangError FunctionClauseError KeyError MatchError ' +
  'MismatchedDelimiterError MissingApplicationsError RuntimeError SyntaxError SystemLimitError TokenMissingError ' +
  'TryClauseError UndefinedFunctionError UnicodeConversionError WithClauseError Any BitString PID Reference Elixir ' +
  'Nil True False'
).split(' ')

/** Prints Elixir structs that read from, and write, the maps of a JSON library. */
export function printElixir(model: Model, { typesOnly }: LanguageStyle): string {
  const { declarations } = toPlainModel(model, DIALECT)
  return `${declarations.map((one) => blockOf(one, typesOnly)).join('\n\n')}\n`
}

function blockOf(declaration: PlainDeclaration, typesOnly: boolean): string {
  const { name } = declaration
  if (declaration.kind === 'alias')
    return `defmodule ${name} do\n  @type t :: ${typeOf(declaration.type)}\nend`
  if (declaration.kind !== 'record') return ''
  const { fields } = declaration
  const types = fields.map((field) => `${field.name}: ${fieldType(field)}`)
  const required = fields.filter(({ optional }) => !optional).map((field) => `:${field.name}`)
  const names = fields.map((field) => `:${field.name}`)
  const parts = [
    ...(required.length > 0 ? [`  @enforce_keys [${required.join(', ')}]`] : []),
    `  defstruct [${names.join(', ')}]`,
    '',
    `  @type t :: %__MODULE__{\n          ${types.join(',\n          ')}\n        }`,
    ...(typesOnly ? [] : ['', readerOf(fields), '', writerOf(fields)]),
  ]
  return `defmodule ${name} do\n${parts.join('\n')}\nend`
}

function readerOf(fields: readonly PlainField[]): string {
  const lines = fields.map((field) => {
    const raw = field.optional ? `map[${quoted(field.key)}]` : `Map.fetch!(map, ${quoted(field.key)})`
    return `      ${field.name}: ${walked(field, raw, 'from_map')}`
  })
  return `  @spec from_map(map()) :: t()\n  def from_map(map) do\n    %__MODULE__{\n${lines.join(',\n')}\n    }\n  end`
}

function writerOf(fields: readonly PlainField[]): string {
  const pairs = (some: readonly PlainField[]): string => {
    const lines = some.map(
      (field) => `      ${quoted(field.key)} => ${walked(field, `value.${field.name}`, 'to_map')}`,
    )
    return lines.length === 0 ? '%{}' : `%{\n${lines.join(',\n')}\n    }`
  }
  const optional = fields.filter((field) => field.optional)
  const always = pairs(fields.filter((field) => !field.optional))
  const rest =
    optional.length === 0
      ? ''
      : `\n    |> Map.merge(Map.reject(${pairs(optional)}, fn {_, v} -> is_nil(v) end))`
  return `  @spec to_map(t()) :: map()\n  def to_map(%__MODULE__{} = value) do\n    ${always}${rest}\n  end`
}

function walked(field: PlainField, raw: string, leaf: string): string {
  return mayLack(field) && converted(field.type)
    ? walk({ kind: 'nullable', of: field.type }, raw, leaf, 0)
    : walk(field.type, raw, leaf, 0)
}

function walk(type: Plain, value: string, leaf: string, depth: number): string {
  if (!converted(type)) return value
  const part = `v${depth}`
  switch (type.kind) {
    case 'list':
      return `Enum.map(${value}, fn ${part} -> ${walk(type.of, part, leaf, depth + 1)} end)`
    case 'map':
      return `Map.new(${value}, fn {k${depth}, ${part}} -> {k${depth}, ${walk(type.of, part, leaf, depth + 1)}} end)`
    case 'nullable':
      return `case ${value} do nil -> nil; ${part} -> ${walk(type.of, part, leaf, depth + 1)} end`
    case 'named':
      return `${type.name}.${leaf}(${value})`
    default:
      return value
  }
}

function fieldType(field: PlainField): string {
  return typeOf(field.type) + (mayLack(field) && field.type.kind !== 'any' ? ' | nil' : '')
}

const typeOf = typeWriter({
  any: 'term()',
  boolean: 'boolean()',
  integer: 'integer()',
  number: 'number()',
  string: 'String.t()',
  list: (of) => `[${of}]`,
  map: (of) => `%{optional(String.t()) => ${of}}`,
  nullable: (of) => `${of} | nil`,
  tuple: () => '[term()]',
  // Values of several kinds stay as they were read: records among them are maps.
  union: (members, write) =>
    members.map((member) => (converted(member) ? 'term()' : write(member))).join(' | '),
  named: (name) => `${name}.t()`,
})

function quoted(text: string): string {
  return textLiteral(text, BRACED, '#')
}
