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
import { BRACED, textLiteral } from './text-literal.ts'

/** Keywords (The Rust Reference, "Keywords"), those kept for later and those of old editions too. */
const KEYWORDS = wordSet(`
  abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if impl
  in let loop macro match mod move mut override priv pub ref return self static struct super trait true try type typeof
  unsafe unsized use virtual where while yield
`)
const NEVER_RAW = wordSet('crate self super')

const DIALECT: Dialect = {
  ascii: false,
  fieldCase: 'snake',
  reserved: KEYWORDS,
  freed: (name) => (NEVER_RAW.has(name) ? `${name}_` : `r#${name}`),
  unions: 'named',
  choices: 'cases',
  tuples: true,
}

/** Names that the source imports, or that Rust always has in scope. */
export const RUST_NAMES =
  'Box Option Some None Vec Result Ok Err HashMap Value Serialize Deserialize Self Default Clone Debug PartialEq'.split(
    ' ',
  )

/** Prints Rust structs and enums for serde. */
export function printRust(model: Model, { typesOnly }: LanguageStyle): string {
  const { declarations } = toPlainModel(model, DIALECT)
  const blocks = new Printer(declarations, typesOnly).blocks()
  const uses = [
    ...(typesOnly ? [] : ['use serde::{Deserialize, Serialize};']),
    ...(someType(declarations, ({ kind }) => kind === 'any') ? ['use serde_json::Value;'] : []),
    ...(someType(declarations, ({ kind }) => kind === 'map') ? ['use std::collections::HashMap;'] : []),
  ]
  return [...(uses.length > 0 ? [uses.join('\n')] : []), ...blocks].join('\n\n') + '\n'
}

class Printer {
  readonly #declarations: readonly PlainDeclaration[]
  readonly #typesOnly: boolean
  readonly #isCycle: (owner: string, type: Plain) => boolean
  /** The tag of each record that serde tells apart by it: serde itself reads and writes the tag. */
  readonly #tags: ReadonlyMap<string, string>

  constructor(declarations: readonly PlainDeclaration[], typesOnly: boolean) {
    this.#declarations = declarations
    this.#typesOnly = typesOnly
    this.#isCycle = byValueCycles(declarations)
    const choices = declarations.filter((one) => one.kind === 'choice')
    const tagged = choices.flatMap(({ cases, tag }) => cases.map(({ record }) => [record, tag] as const))
    this.#tags = new Map(typesOnly ? [] : tagged)
  }

  blocks(): string[] {
    return this.#declarations.map((one) => this.#declaration(one))
  }

  #declaration(declaration: PlainDeclaration): string {
    const { name } = declaration
    switch (declaration.kind) {
      case 'alias':
        return `pub type ${name} = ${this.#type(declaration.type)};`
      case 'record': {
        const fields = declaration.fields.filter(({ key }) => key !== this.#tags.get(name))
        const lines = fields.flatMap((field) => this.#field(name, field))
        return `${this.#derives()}pub struct ${name} {${this.#body(lines)}}`
      }
      case 'union': {
        // serde takes the first that fits, and fills a struct from a list too, field by field.
        const isList = ({ type }: (typeof declaration.members)[number]): boolean =>
          type.kind === 'list' || type.kind === 'tuple'
        const members = declaration.members.toSorted((a, b) => Number(isList(b)) - Number(isList(a)))
        const lines = members.map(({ label, type }) => `${label}(${this.#held(name, type)}),`)
        return `${this.#derives('untagged')}pub enum ${name} {${this.#body(lines)}}`
      }
      case 'choice': {
        const lines = declaration.cases.flatMap(({ value, label, record }) => [
          ...(this.#typesOnly || value === label ? [] : [`#[serde(rename = ${quoted(value)})]`]),
          `${label}(${this.#held(name, { kind: 'named', name: record })}),`,
        ])
        return `${this.#derives(`tag = ${quoted(declaration.tag)}`)}pub enum ${name} {${this.#body(lines)}}`
      }
    }
  }

  #derives(serde = ''): string {
    if (this.#typesOnly) return '#[derive(Debug, Clone, PartialEq)]\n'
    const attribute = serde === '' ? '' : `#[serde(${serde})]\n`
    return `#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]\n${attribute}`
  }

  #body(lines: readonly string[]): string {
    return lines.length === 0 ? '' : `\n${lines.map((line) => `    ${line}\n`).join('')}`
  }

  #field(owner: string, field: PlainField): string[] {
    const held = this.#held(owner, field.type)
    const type = mayLack(field) && (field.type.kind !== 'any' || field.optional) ? `Option<${held}>` : held
    const serde = [
      ...(field.name.replace(/^r#/, '') === field.key ? [] : [`rename = ${quoted(field.key)}`]),
      ...(field.optional ? ['skip_serializing_if = "Option::is_none"'] : []),
    ]
    return [
      ...(serde.length > 0 && !this.#typesOnly ? [`#[serde(${serde.join(', ')})]`] : []),
      `pub ${field.name}: ${type},`,
    ]
  }

  #held(owner: string, type: Plain): string {
    const text = this.#type(type)
    return this.#isCycle(owner, type) ? `Box<${text}>` : text
  }

  #type(type: Plain): string {
    switch (type.kind) {
      case 'any':
      case 'union':
        return 'Value'
      case 'boolean':
        return 'bool'
      case 'integer':
        return 'i64'
      case 'number':
        return 'f64'
      case 'string':
        return 'String'
      case 'list':
        return `Vec<${this.#type(type.of)}>`
      case 'map':
        return `HashMap<String, ${this.#type(type.of)}>`
      case 'nullable':
        return `Option<${this.#type(type.of)}>`
      case 'tuple':
        return `(${type.items.map((item) => this.#type(item)).join(', ')})`
      case 'named':
        return type.name
    }
  }
}

function quoted(text: string): string {
  return textLiteral(text, BRACED)
}
