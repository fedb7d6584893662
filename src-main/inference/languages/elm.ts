import type { Model } from '../model.ts'
import { byValueCycles } from './by-value-cycles.ts'
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
import { typeWriter } from './type-words.ts'

const DIALECT: Dialect = {
  ascii: true,
  fieldCase: 'camel',
  reserved: wordSet('if then else case of let in type module where import exposing as port infix alias'),
  unions: 'named',
  choices: 'merged',
  tuples: false,
}

/** Names that the source uses, and others that Elm always has in scope. */
export const ELM_NAMES =
  'Bool Dict Float Int List Maybe Just Nothing String Char Order Result Ok Err Cmd Sub Program Never Platform Basics Debug Tuple True False LT EQ GT Value'.split(
    ' ',
  )

/** Prints Elm types; an alias cannot hold itself, so such a record is a type of its own. */
export function printElm(model: Model): string {
  const { root, declarations } = toPlainModel(model, DIALECT)
  const isCycle = heldInside(declarations)
  const imports = [
    ...(someType(declarations, ({ kind }) => kind === 'map') ? ['import Dict exposing (Dict)'] : []),
    ...(someType(declarations, ({ kind }) => kind === 'any')
      ? ['import Json.Encode exposing (Value)']
      : []),
  ]
  const head = [`module ${root} exposing (..)`, ...(imports.length > 0 ? [imports.join('\n')] : [])]
  return `${[...head, ...declarations.map((one) => blockOf(one, isCycle(one.name)))].join('\n\n')}\n`
}

// An alias may not refer to itself even through a list or a dictionary, so these count as places here.
function heldInside(declarations: readonly PlainDeclaration[]): (name: string) => boolean {
  const flat = declarations.map((one): PlainDeclaration => {
    if (one.kind !== 'record') return one
    return { ...one, fields: one.fields.map((field) => ({ ...field, type: unwrapped(field.type) })) }
  })
  const isCycle = byValueCycles(flat)
  const names = flat.filter(
    (one) => one.kind === 'record' && one.fields.some(({ type }) => isCycle(one.name, type)),
  )
  const found = new Set(names.map(({ name }) => name))
  return (name) => found.has(name)
}

function unwrapped(type: Plain): Plain {
  let inner = type
  while (inner.kind === 'list' || inner.kind === 'map' || inner.kind === 'nullable') inner = inner.of
  return inner
}

function blockOf(declaration: PlainDeclaration, isCycle: boolean): string {
  const { name } = declaration
  switch (declaration.kind) {
    case 'alias':
      return `type alias ${name} =\n    ${typeOf(declaration.type)}`
    case 'record': {
      const fields = declaration.fields.map(fieldOf)
      const record = `{ ${fields.join('\n    , ')}\n    }`
      return isCycle ? `type ${name}\n    = ${name}\n    ${record}` : `type alias ${name} =\n    ${record}`
    }
    case 'union': {
      // A constructor's name is global, so it begins with that of its type.
      const cases = declaration.members.map(
        ({ label, type }) => `${name}${label} ${inParentheses(typeOf(type))}`,
      )
      return `type ${name}\n    = ${cases.join('\n    | ')}`
    }
    case 'choice':
      return ''
  }
}

function fieldOf(field: PlainField): string {
  const maybe = mayLack(field) && (field.type.kind !== 'any' || field.optional)
  const note =
    field.key === field.name ? '' : ` -- ${JSON.stringify(field.key).replaceAll(/[\u2028\u2029]/g, ' ')}`
  return `${field.name} : ${maybe ? `Maybe ${inParentheses(typeOf(field.type))}` : typeOf(field.type)}${note}`
}

const typeOf = typeWriter({
  any: 'Value',
  boolean: 'Bool',
  integer: 'Int',
  number: 'Float',
  string: 'String',
  list: (of) => `List ${inParentheses(of)}`,
  map: (of) => `Dict String ${inParentheses(of)}`,
  nullable: (of) => `Maybe ${inParentheses(of)}`,
})

function inParentheses(text: string): string {
  return text.includes(' ') ? `(${text})` : text
}
