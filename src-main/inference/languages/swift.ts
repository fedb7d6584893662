import type { Model } from '../model.ts'
import { byValueCycles } from './by-value-cycles.ts'
import type { LanguageStyle } from './language-style.ts'
import { toPlainModel } from './plain-model.ts'
import {
  mayLack,
  someType,
  wordSet,
  type Dialect,
  type Plain,
  type PlainDeclaration,
  type PlainField,
} from './plain-types.ts'
import { SWIFT_JSON_VALUE } from './swift-json-value.ts'
import { BRACED, textLiteral } from './text-literal.ts'
import { typeWriters } from './type-words.ts'

/** Reserved words (The Swift Programming Language, "Lexical Structure"). */
const KEYWORDS = wordSet(`
  actor as associatedtype await break case catch class continue default defer deinit do else enum extension fallthrough
  false fileprivate for func guard if import in init inout internal is let nil open operator precedencegroup private
  protocol public repeat rethrows return self static struct subscript super switch throw throws true try typealias var
  where while async
`)

const DIALECT: Dialect = {
  ascii: false,
  fieldCase: 'camel',
  reserved: KEYWORDS,
  freed: (name) => `\`${name}\``,
  unions: 'named',
  choices: 'merged',
  tuples: false,
}

/** Names that the source uses, and others that Swift always has in scope. */
export const SWIFT_NAMES = (
  'Any Bool Double Int String Array Dictionary Optional Codable CodingKey CodingKeys Decodable Decoder Decoding Encodable ' +
  'Encoder Error Result Set Character Range Sequence Collection Type Protocol Self JSONValue Identifiable Hashable Equatable'
).split(' ')

/** Prints Swift structs that are Codable; a record that holds itself is a class. */
export function printSwift(model: Model, { typesOnly }: LanguageStyle): string {
  const { declarations } = toPlainModel(model, DIALECT)
  const isCycle = byValueCycles(declarations)
  const blocks = declarations.map((declaration) => blockOf(declaration, typesOnly, isCycle))
  const hasAny = someType(declarations, ({ kind }) => kind === 'any')
  return `${[...blocks, ...(hasAny && !typesOnly ? [SWIFT_JSON_VALUE] : [])].join('\n\n')}\n`
}

type CycleTest = (owner: string, type: Plain) => boolean

function blockOf(declaration: PlainDeclaration, typesOnly: boolean, isCycle: CycleTest): string {
  const { name } = declaration
  const codable = typesOnly ? '' : ': Codable'
  switch (declaration.kind) {
    case 'alias':
      return `typealias ${name} = ${typeOf(declaration.type, typesOnly)}`
    case 'record': {
      const isClass = declaration.fields.some(({ type }) => isCycle(name, type))
      const members = declaration.fields.map((field) => memberOf(field, typesOnly))
      const initializer = isClass && typesOnly ? `\n\n${initializerOf(declaration.fields)}` : ''
      const keys = typesOnly ? '' : codingKeys(declaration.fields)
      return `${isClass ? 'final class' : 'struct'} ${name}${codable} {\n${members.join('\n')}${initializer}${keys}\n}`
    }
    case 'union': {
      const isIndirect = declaration.members.some(({ type }) => isCycle(name, type))
      const cases = declaration.members.map(
        ({ label, type }) => `    case ${caseName(label)}(${typeOf(type, typesOnly)})`,
      )
      const coding = typesOnly ? '' : `\n\n${unionCoding(declaration)}`
      return `${isIndirect ? 'indirect ' : ''}enum ${name}${codable} {\n${cases.join('\n')}${coding}\n}`
    }
    case 'choice':
      return ''
  }
}

function memberOf(field: PlainField, typesOnly: boolean): string {
  return `    let ${field.name}: ${fieldType(field, typesOnly)}`
}

function fieldType(field: PlainField, typesOnly: boolean): string {
  const plain = typeOf(field.type, typesOnly)
  const isOptional = mayLack(field) && (field.type.kind !== 'any' || field.optional) && !plain.endsWith('?')
  return isOptional ? `${plain}?` : plain
}

function initializerOf(fields: readonly PlainField[]): string {
  const parameters = fields.map((field) => `${field.name}: ${fieldType(field, true)}`)
  const sets = fields.map(({ name }) => `        self.${name} = ${name}`)
  return `    init(${parameters.join(', ')}) {\n${sets.join('\n')}\n    }`
}

function codingKeys(fields: readonly PlainField[]): string {
  const isRenamed = ({ key, name }: PlainField): boolean => name.replaceAll('`', '') !== key
  if (!fields.some(isRenamed)) return ''
  const cases = fields.map((field) => {
    const value = isRenamed(field) ? ` = ${textLiteral(field.key, BRACED)}` : ''
    return `        case ${field.name}${value}`
  })
  return `\n\n    enum CodingKeys: String, CodingKey {\n${cases.join('\n')}\n    }`
}

function unionCoding({ name, members }: PlainDeclaration & { kind: 'union' }): string {
  const tries = members.map(
    ({ label, type }) =>
      `        if let value = try? container.decode(${typeOf(type, false)}.self) {\n` +
      `            self = .${caseName(label)}(value)\n            return\n        }`,
  )
  const writes = members.map(
    ({ label }) => `        case .${caseName(label)}(let value): try container.encode(value)`,
  )
  return `    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
${tries.join('\n')}
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not a value of ${name}")
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
${writes.join('\n')}
        }
    }`
}

function caseName(label: string): string {
  const name = label.charAt(0).toLowerCase() + label.slice(1)
  return KEYWORDS.has(name) ? `\`${name}\`` : name
}

const typeOf = typeWriters(
  {
    boolean: 'Bool',
    integer: 'Int',
    number: 'Double',
    string: 'String',
    list: (of) => `[${of}]`,
    map: (of) => `[String: ${of}]`,
    nullable: (of) => `${of}?`,
  },
  { typesOnly: 'Any?', complete: 'JSONValue' },
)
