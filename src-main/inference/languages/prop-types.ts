import { dependencyOrder } from '../dependency-order.ts'
import type { Declaration, Field, Model, Type } from '../model.ts'
import { quoted, toPropertyName } from '../source-text.ts'

/** Names that the source imports. */
export const PROP_TYPES_NAMES = ['PropTypes']

/**
 * Prints validators of the package prop-types, dependencies first. To prop-types null is the same as
 * absent; a type that holds itself is looked up when a value is checked.
 */
export function printPropTypes(model: Model): string {
  const declared = new Set<string>()
  const blocks = dependencyOrder(model.declarations).map((declaration) => {
    const block = `export const ${declaration.name} = ${validatorOf(declaration, declared)};`
    declared.add(declaration.name)
    return block
  })
  return `import PropTypes from "prop-types";\n\n${blocks.join('\n\n')}\n`
}

function validatorOf(declaration: Declaration, declared: ReadonlySet<string>): string {
  switch (declaration.kind) {
    case 'record':
      return `PropTypes.shape({\n${declaration.fields.map((field) => fieldOf(field, declared)).join('\n')}\n})`
    case 'choice':
      return `PropTypes.oneOfType([${declaration.members.join(', ')}])`
    case 'alias':
      return typeOf(withoutNull(declaration.type), declared)
  }
}

function fieldOf({ key, optional, type }: Field, declared: ReadonlySet<string>): string {
  const name = key === '__proto__' ? '["__proto__"]' : toPropertyName(key)
  const mayBeNull = type.kind === 'null' || type.kind === 'unknown' || withoutNull(type) !== type
  const isLate = !optional && !mayBeNull && type.kind === 'reference' && !declared.has(type.name)
  const validator = typeOf(withoutNull(type), declared)
  // A function that stands for a later validator has no `isRequired` of its own.
  if (isLate) return `  ${name}: (...args) => ${typeName(type)}.isRequired(...args),`
  return `  ${name}: ${validator}${optional || mayBeNull ? '' : '.isRequired'},`
}

function typeName(type: Type): string {
  return type.kind === 'reference' ? type.name : ''
}

function withoutNull(type: Type): Type {
  if (type.kind !== 'union') return type
  const members = type.members.filter(({ kind }) => kind !== 'null')
  if (members.length === type.members.length) return type
  return members.length === 1 && members[0] ? members[0] : { kind: 'union', members }
}

function typeOf(type: Type, declared: ReadonlySet<string>): string {
  const inside = (part: Type): string => typeOf(withoutNull(part), declared)
  switch (type.kind) {
    case 'unknown':
    case 'null':
      return 'PropTypes.any'
    case 'boolean':
      return 'PropTypes.bool'
    case 'number':
    case 'string':
      return `PropTypes.${type.kind}`
    case 'literal':
      return `PropTypes.oneOf([${type.values.map(quoted).join(', ')}])`
    case 'array':
      return `PropTypes.arrayOf(${inside(type.element)})`
    case 'tuple':
      return 'PropTypes.array'
    case 'map':
      return `PropTypes.objectOf(${inside(type.value)})`
    case 'reference':
      return declared.has(type.name) ? type.name : `(...args) => ${type.name}(...args)`
    case 'union':
      return `PropTypes.oneOfType([${type.members.map(inside).join(', ')}])`
  }
}
