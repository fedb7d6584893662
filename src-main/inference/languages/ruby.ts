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
import { converted } from './converted.ts'
import { BRACED, textLiteral } from './text-literal.ts'
import { typeWriter } from './type-words.ts'

/** Keywords, and methods that a Data object has or that its own methods are. */
const RESERVED = wordSet(`
  alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo
  rescue retry return self super then true undef unless until when while yield clone define_singleton_method
  display dup enum_for eql equal extend freeze frozen hash inspect instance_of is_a itself kind_of members method methods
  object_id public_send respond_to send singleton_class singleton_method tap to_enum to_h to_json to_s initialize deconstruct
  deconstruct_keys instance_variables public_method public_methods then with raise loop puts print format require
`)

const DIALECT: Dialect = {
  ascii: true,
  fieldCase: 'snake',
  reserved: RESERVED,
  unions: 'inline',
  choices: 'merged',
  tuples: true,
}

/** Names of the constants that Ruby 3.3 has. */
export const RUBY_NAMES = (
  'Array BasicObject Binding Class Comparable Complex Data Dir Encoding Enumerable Enumerator Exception FalseClass ' +
  'Fiber File Float GC Hash IO Integer Kernel Marshal MatchData Math Method Module Mutex NilClass Numeric Object ' +
  'Proc Process Queue Ractor Random Range Rational Regexp Set Signal String Struct Symbol Thread Time TrueClass ' +
  'Warning JSON Monitor Ruby Test Gem Date DateTime ARGF ARGV ArgumentError ClosedQueueError ConditionVariable ' +
  'DidYouMean ENV EOFError EncodingError Errno ErrorHighlight FiberError FileTest FloatDomainError FrozenError ' +
  'IOError IndexError Interrupt KeyError LoadError LocalJumpError MonitorMixin NameError NoMatchingPatternError ' +
  'NoMatchingPatternKeyError NoMemoryError NoMethodError NotImplementedError ObjectSpace RangeError RbConfig ' +
  'Refinement RegexpError RubyVM RuntimeError STDERR STDIN STDOUT ScriptError SecurityError SignalException ' +
  'SizedQueue SortedSet StandardError StopIteration SyntaxError SyntaxSuggest SystemCallError SystemExit ' +
  'SystemStackError ThreadError ThreadGroup TracePoint TypeError UnboundMethod UncaughtThrowError UnicodeNormalize ' +
  'ZeroDivisionError'
).split(' ')

/** Prints Ruby 3.2 Data classes that read from, and write, the hashes of the json library. */
export function printRuby(model: Model, { typesOnly }: LanguageStyle): string {
  const { declarations } = toPlainModel(model, DIALECT)
  return `# frozen_string_literal: true\n\n${declarations.map((one) => blockOf(one, typesOnly)).join('\n\n')}\n`
}

function blockOf(declaration: PlainDeclaration, typesOnly: boolean): string {
  const { name } = declaration
  if (declaration.kind !== 'record')
    return declaration.kind === 'alias' ? `# ${name}: ${typeOf(declaration.type)}` : ''
  const { fields } = declaration
  const notes = fields.map((field) => `# @!attribute [r] ${field.name}\n#   @return [${fieldType(field)}]`)
  const names = fields.map((field) => `:${field.name}`)
  const head = `${notes.join('\n')}\n${name} = Data.define(\n${names.map((one) => `  ${one}`).join(',\n')}\n)`
  if (typesOnly) return head
  return `${head} do\n${readerOf(fields)}\n\n${writerOf(fields)}\n\n  def to_json(*) = to_h.to_json(*)\nend`
}

function readerOf(fields: readonly PlainField[]): string {
  const lines = fields.map((field) => {
    const raw = field.optional ? `hash[${quoted(field.key)}]` : `hash.fetch(${quoted(field.key)})`
    return `      ${field.name}: ${readingOf(field, raw)}`
  })
  return `  def self.from_h(hash)\n    new(\n${lines.join(',\n')}\n    )\n  end`
}

function writerOf(fields: readonly PlainField[]): string {
  const always = fields.filter(({ optional }) => !optional)
  const sometimes = fields.filter(({ optional }) => optional)
  const lines = always.map((field) => `      ${quoted(field.key)} => ${writingOf(field)}`)
  const hash = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n    }`
  const rest = sometimes.map(
    (field) => `    hash[${quoted(field.key)}] = ${writingOf(field)} unless ${field.name}.nil?`,
  )
  return `  def to_h\n    hash = ${hash}\n${rest.map((line) => `${line}\n`).join('')}    hash\n  end`
}

function readingOf(field: PlainField, raw: string): string {
  if (!converted(field.type)) return raw
  const inner = read(field.type, mayLack(field) ? 'it_' : raw)
  return mayLack(field) ? `${raw}&.then { |it_| ${inner} }` : inner
}

function writingOf({ name, type, ...field }: PlainField): string {
  if (!converted(type)) return name
  const inner = write(type, mayLack({ name, type, ...field }) ? 'it_' : name)
  return mayLack({ name, type, ...field }) ? `${name}&.then { |it_| ${inner} }` : inner
}

function read(type: Plain, value: string, depth = 0): string {
  return walk(type, value, depth, (name, inner) => `${name}.from_h(${inner})`)
}

function write(type: Plain, value: string, depth = 0): string {
  return walk(type, value, depth, (_, inner) => `${inner}.to_h`)
}

function walk(
  type: Plain,
  value: string,
  depth: number,
  leaf: (name: string, inner: string) => string,
): string {
  if (!converted(type)) return value
  const part = `v${depth}`
  switch (type.kind) {
    case 'list':
      return `${value}.map { |${part}| ${walk(type.of, part, depth + 1, leaf)} }`
    case 'map':
      return `${value}.transform_values { |${part}| ${walk(type.of, part, depth + 1, leaf)} }`
    case 'nullable':
      return `${value}&.then { |${part}| ${walk(type.of, part, depth + 1, leaf)} }`
    case 'tuple':
      return `[${type.items.map((item, at) => walk(item, `${value}[${at}]`, depth + 1, leaf)).join(', ')}]`
    case 'named':
      return leaf(type.name, value)
    default:
      return value
  }
}

function fieldType(field: PlainField): string {
  return typeOf(field.type) + (mayLack(field) && field.type.kind !== 'any' ? ', nil' : '')
}

// As YARD writes types.
const typeOf = typeWriter({
  any: 'Object, nil',
  boolean: 'Boolean',
  integer: 'Integer',
  number: 'Float, Integer',
  string: 'String',
  list: (of) => `Array<${of}>`,
  map: (of) => `Hash{String => ${of}}`,
  nullable: (of) => `${of}, nil`,
  tuple: (items) => `Array(${items.join(', ')})`,
  union: (members, write) =>
    members.map((member) => (member.kind === 'named' ? 'Hash' : write(member))).join(', '),
})

function quoted(text: string): string {
  return textLiteral(text, BRACED, '#')
}
