import type { Node } from 'acorn'
import { ScriptFault } from './script-fault.ts'

/** A value that is written out, such as `{ type: 'object' }`: nothing is run to read it. @throws ScriptFault */
export function literalValue(node: Node): unknown {
  // Acorn's types do not tell nodes apart by their type.
  const one = node as LiteralNode
  switch (one.type) {
    case 'ObjectExpression':
      return Object.fromEntries(one.properties.map(toMember))
    case 'ArrayExpression':
      return one.elements.map((element) => (element === null ? refuse(node) : literalValue(element)))
    case 'Literal':
      return isPlain(one.value) ? one.value : refuse(node)
    case 'TemplateLiteral':
      return one.expressions.length === 0 ? (one.quasis[0]?.value.cooked ?? '') : refuse(node)
    case 'UnaryExpression': {
      const value = one.operator === '-' ? literalValue(one.argument) : null
      return typeof value === 'number' ? -value : refuse(node)
    }
    default:
      return refuse(node)
  }
}

type LiteralNode = Node &
  (
    | { readonly type: 'ObjectExpression'; readonly properties: readonly PropertyNode[] }
    | { readonly type: 'ArrayExpression'; readonly elements: readonly (Node | null)[] }
    | { readonly type: 'Literal'; readonly value: unknown }
    | {
        readonly type: 'TemplateLiteral'
        readonly expressions: readonly Node[]
        readonly quasis: readonly { readonly value: { readonly cooked?: string | null } }[]
      }
    | { readonly type: 'UnaryExpression'; readonly operator: string; readonly argument: Node }
    | { readonly type: 'Other' }
  )

interface PropertyNode extends Node {
  readonly computed?: boolean
  readonly kind?: string
  readonly method?: boolean
  readonly shorthand?: boolean
  readonly key: Node & { readonly name?: string; readonly value?: unknown }
  readonly value: Node
}

function toMember(property: PropertyNode): [string, unknown] {
  const { type, computed, kind, method, shorthand, key, value } = property
  if (type !== 'Property' || computed || kind !== 'init' || method || shorthand) return refuse(property)
  return [String(key.name ?? key.value), literalValue(value)]
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function refuse(node: Node): never {
  throw new ScriptFault(
    'Write the tool out in plain values: texts, numbers, true, false, null, lists and objects. It is read without ' +
      'being run',
    node.loc?.start.line ?? null,
  )
}
