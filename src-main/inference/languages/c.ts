import type { Model } from '../model.ts'
import { C_KEYWORDS } from './c-names.ts'
import { toPlainModel } from './plain-model.ts'
import type { Dialect, Plain, PlainDeclaration, PlainField } from './plain-types.ts'

// Lists in lists are JSON text from here on: nobody could read the struct.
const MAX_MARGIN = 32

const DIALECT: Dialect = {
  ascii: true,
  fieldCase: 'snake',
  reserved: C_KEYWORDS,
  unions: 'any',
  choices: 'merged',
  tuples: false,
}

/** Names that the headers declare. */
export const C_NAMES = ['FILE', 'NULL', 'EOF', 'BUFSIZ', 'INT64_MAX', 'SIZE_MAX']

/**
 * Prints C11 structs. A list is a pointer and a count, a map an array of entries; what may be absent
 * or null is a pointer. What may be of several kinds is JSON text.
 */
export function printC(model: Model): string {
  const { declarations } = toPlainModel(model, DIALECT)
  const forward = declarations
    .filter(({ kind }) => kind === 'record')
    .map(({ name }) => `typedef struct ${name} ${name};`)
  const head = '#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>'
  const blocks = declarations.map(blockOf)
  return `${[head, ...(forward.length > 0 ? [forward.join('\n')] : []), ...blocks].join('\n\n')}\n`
}

function blockOf(declaration: PlainDeclaration): string {
  const { name } = declaration
  if (declaration.kind === 'record')
    return `struct ${name} {\n${declaration.fields.map(fieldOf).join('\n')}\n};`
  if (declaration.kind !== 'alias') return ''
  const { type } = declaration
  return `typedef ${type.kind === 'list' || type.kind === 'map' ? containerOf(type, '    ') : valueOf(type)} ${name};`
}

function fieldOf({ key, name, type, optional, nullable }: PlainField): string {
  const isPointer = (optional || nullable) && !/\*$/.test(typeOf(type, '    '))
  const note = key === name && type.kind !== 'any' ? '' : ` /* ${noteOf(key, type)} */`
  return `    ${declared(typeOf(type, '    '), (isPointer ? '*' : '') + name)};${note}`
}

// A star belongs to the name in C.
function declared(type: string, name: string): string {
  return type.endsWith('*') ? type + name : `${type} ${name}`
}

function noteOf(key: string, type: Plain): string {
  // The text must not end the comment, nor the line.
  const plain = JSON.stringify(key)
    .replaceAll('*/', '*\\/')
    .replaceAll(/[\u2028\u2029\\]$/g, '')
  return type.kind === 'any' ? `${plain}: JSON text` : plain
}

function typeOf(type: Plain, margin: string): string {
  if (type.kind === 'list' || type.kind === 'map') return containerOf(type, `${margin}    `)
  return type.kind === 'named' ? `${type.name} *` : valueOf(type)
}

function containerOf(type: Plain & { kind: 'list' | 'map' }, margin: string): string {
  const item = type.of.kind === 'nullable' ? type.of.of : type.of
  const inner =
    margin.length < MAX_MARGIN && (item.kind === 'list' || item.kind === 'map')
      ? containerOf(item, `${margin}    `)
      : valueOf(item)
  const stars = type.of.kind === 'nullable' && !inner.endsWith('*') ? '**' : '*'
  const close = margin.slice(4)
  const keys = type.kind === 'map' ? `${margin}char **keys;\n` : ''
  return `struct {\n${margin}size_t count;\n${keys}${margin}${declared(inner, `${stars}items`)};\n${close}}`
}

function valueOf(type: Plain): string {
  switch (type.kind) {
    case 'boolean':
      return 'bool'
    case 'integer':
      return 'int64_t'
    case 'number':
      return 'double'
    case 'named':
      return type.name
    case 'nullable':
      return valueOf(type.of)
    default:
      return 'char *'
  }
}
