import { dependencyOrder } from '../dependency-order.ts'
import type { Model } from '../model.ts'
import { byValueCycles } from './by-value-cycles.ts'
import { C_KEYWORDS } from './c-names.ts'
import type { LanguageStyle } from './language-style.ts'
import { toPlainModel } from './plain-model.ts'
import {
  mayLack,
  someType,
  type Dialect,
  type Plain,
  type PlainDeclaration,
  type PlainField,
} from './plain-types.ts'
import { textLiteral } from './text-literal.ts'
import { typeWriter } from './type-words.ts'

const DIALECT: Dialect = {
  ascii: true,
  fieldCase: 'snake',
  reserved: C_KEYWORDS,
  unions: 'any',
  choices: 'merged',
  tuples: true,
}

/** Names that the headers declare as macros. */
export const CPP_NAMES = ['NULL', 'EOF', 'FILE', 'INT64_MAX']

/**
 * Prints C++17 structs with functions for nlohmann/json. Types come after those they hold; a record
 * that holds itself does so by a shared pointer.
 */
export function printCpp(model: Model, { typesOnly }: LanguageStyle): string {
  const ordered = { root: model.root, declarations: dependencyOrder(model.declarations) }
  const { declarations } = toPlainModel(ordered, DIALECT)
  const isCycle = byValueCycles(declarations)
  const printer = new Printer(isCycle)
  const types = declarations.map((one) => printer.type(one))
  const records = declarations.filter((one) => one.kind === 'record')
  const forward = records.map(({ name }) => `struct ${name};`)
  const functions = typesOnly ? [] : functionsOf(records, printer)
  const body = [...(forward.length > 0 ? [forward.join('\n')] : []), ...types, ...functions].join('\n\n')
  const needsJson =
    !typesOnly || someType(declarations, ({ kind }) => kind === 'any' || kind === 'nullable')
  return `${includesOf(body, needsJson)}\n\n${body}\n`
}

function includesOf(body: string, needsJson: boolean): string {
  const headers = [
    ['cstdint', 'std::int64_t'],
    ['map', 'std::map<'],
    ['memory', 'std::shared_ptr<'],
    ['optional', 'std::optional<'],
    ['string', 'std::string'],
    ['tuple', 'std::tuple<'],
    ['vector', 'std::vector<'],
  ] as const
  const used = headers.filter(([, name]) => body.includes(name)).map(([header]) => `#include <${header}>`)
  return ['#pragma once', '', ...used, ...(needsJson ? ['#include <nlohmann/json.hpp>'] : [])].join('\n')
}

type RecordDeclaration = PlainDeclaration & { kind: 'record' }

// All are declared before the first is defined, because records may hold each other.
function functionsOf(records: readonly RecordDeclaration[], printer: Printer): string[] {
  const signatures = records.flatMap(({ name }) => [
    `inline void from_json(const nlohmann::json& j, ${name}& value);`,
    `inline void to_json(nlohmann::json& j, const ${name}& value);`,
  ])
  const bodies = records.map((record) => `${printer.reader(record)}\n\n${printer.writer(record)}`)
  return signatures.length > 0 ? [signatures.join('\n'), ...bodies] : []
}

class Printer {
  readonly #isCycle: (owner: string, type: Plain) => boolean

  constructor(isCycle: (owner: string, type: Plain) => boolean) {
    this.#isCycle = isCycle
  }

  type(declaration: PlainDeclaration): string {
    const { name } = declaration
    if (declaration.kind === 'alias') return `using ${name} = ${typeOf(declaration.type)};`
    if (declaration.kind !== 'record') return ''
    const fields = declaration.fields.map((field) => {
      const start = /^(bool|double|std::int64_t)$/.test(typeOf(field.type)) && !mayLack(field) ? '{}' : ''
      return `    ${this.#fieldType(name, field)} ${field.name}${start};`
    })
    return `struct ${name} {\n${fields.join('\n')}\n};`
  }

  reader({ name, fields }: RecordDeclaration): string {
    const lines = fields.map((field) => {
      const { type } = field
      const key = quoted(field.key)
      const read = this.#isPointer(name, field)
        ? `std::make_shared<${typeOf(type)}>(it->get<${typeOf(type)}>())`
        : `it->get<${typeOf(type)}>()`
      if (mayLack(field) && type.kind !== 'any')
        return `    if (auto it = j.find(${key}); it != j.end() && !it->is_null()) value.${field.name} = ${read};`
      if (field.optional)
        return `    if (auto it = j.find(${key}); it != j.end()) value.${field.name} = *it;`
      return this.#isPointer(name, field)
        ? `    value.${field.name} = std::make_shared<${typeOf(type)}>(j.at(${key}).get<${typeOf(type)}>());`
        : `    j.at(${key}).get_to(value.${field.name});`
    })
    return `inline void from_json(const nlohmann::json& j, ${name}& value) {\n${lines.join('\n')}\n}`
  }

  writer({ name, fields }: RecordDeclaration): string {
    const lines = fields.map((field) => {
      const target = `j[${quoted(field.key)}]`
      const isHandle = this.#isPointer(name, field) || (mayLack(field) && field.type.kind !== 'any')
      if (!isHandle && field.optional)
        return `    if (!value.${field.name}.is_null()) ${target} = value.${field.name};`
      if (!isHandle) return `    ${target} = value.${field.name};`
      const otherwise = field.optional ? '' : ` else ${target} = nullptr;`
      return `    if (value.${field.name}) ${target} = *value.${field.name};${otherwise}`
    })
    return `inline void to_json(nlohmann::json& j, const ${name}& value) {\n    j = nlohmann::json::object();\n${lines.join('\n')}\n}`
  }

  #isPointer(owner: string, { type }: PlainField): boolean {
    return type.kind === 'named' && this.#isCycle(owner, type)
  }

  #fieldType(owner: string, field: PlainField): string {
    const plain = typeOf(field.type)
    if (this.#isPointer(owner, field)) return `std::shared_ptr<${plain}>`
    return mayLack(field) && field.type.kind !== 'any' ? `std::optional<${plain}>` : plain
  }
}

const typeOf = typeWriter({
  any: 'nlohmann::json',
  boolean: 'bool',
  integer: 'std::int64_t',
  number: 'double',
  string: 'std::string',
  list: (of) => `std::vector<${of}>`,
  map: (of) => `std::map<std::string, ${of}>`,
  // The library reads no optional inside a list.
  nullable: () => 'nlohmann::json',
  tuple: (items) => `std::tuple<${items.join(', ')}>`,
})

// Control characters have no other escape in C++ than octal ones, of three digits at most. A literal alone would
// end at a zero.
function quoted(text: string): string {
  const literal = textLiteral(text, (code) =>
    code < 0x80 ? `\\${code.toString(8).padStart(3, '0')}` : String.fromCodePoint(code),
  )
  return text.includes('\0') ? `std::string(${literal}, ${Buffer.byteLength(text)})` : literal
}
