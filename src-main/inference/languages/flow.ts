import type { Declaration, Model, Type } from '../model.ts'
import { quoted, toPropertyName } from '../source-text.ts'

/** Names of Flow's own types, besides those of JavaScript. */
export const FLOW_NAMES =
  'Class Exports Function Object ReadOnly React Values Keys Partial Shape StringPrefix ExtractReturnType'.split(
    ' ',
  )

/** Prints Flow's exact object types; keys stay what they are. */
export function printFlow({ declarations }: Model): string {
  return `// @flow strict\n\n${declarations.map(blockOf).join('\n\n')}\n`
}

function blockOf(declaration: Declaration): string {
  switch (declaration.kind) {
    case 'record': {
      // Flow takes `__proto__` for the prototype itself; such an object is left open instead.
      const isOpen = declaration.fields.some(({ key }) => key === '__proto__')
      const fields = declaration.fields
        .filter(({ key }) => key !== '__proto__')
        .map(
          ({ key, optional, type }) => `  ${toPropertyName(key)}${optional ? '?' : ''}: ${typeOf(type)},`,
        )
      if (isOpen) fields.push('  // Flow cannot name the key "__proto__".', '  ...')
      return `export type ${declaration.name} = {\n${fields.join('\n')}\n};`
    }
    case 'choice':
      return `export type ${declaration.name} = ${declaration.members.join(' | ')};`
    case 'alias':
      return `export type ${declaration.name} = ${typeOf(declaration.type)};`
  }
}

function typeOf(type: Type): string {
  switch (type.kind) {
    case 'unknown':
    case 'null':
      return 'unknown'
    case 'boolean':
    case 'number':
    case 'string':
      return type.kind
    case 'literal':
      return type.values.map(quoted).join(' | ')
    case 'array':
      return `Array<${typeOf(type.element)}>`
    case 'tuple':
      return `[${type.items.map(typeOf).join(', ')}]`
    case 'map':
      return `{ [key: string]: ${typeOf(type.value)} }`
    case 'reference':
      return type.name
    case 'union':
      return type.members.map((member) => (member.kind === 'null' ? 'null' : typeOf(member))).join(' | ')
  }
}
