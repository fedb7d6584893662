import type { Declaration, Field, InferenceOptions, Model, Type } from './model.ts'
import { rootRecord, toRootName, type NamedShape } from './name-types.ts'
import {
  BOOLEAN,
  FRACTION,
  isDeclared,
  NULL,
  NUMBER,
  representative,
  STRING,
  type Shape,
  type ValueNode,
} from './nodes.ts'
import { shapesAt, shapesIn } from './share-shapes.ts'
import { formatAt, literalsAt } from './string-facts.ts'

const UNKNOWN: Type = { kind: 'unknown' }

/** Turns the named shapes into a model, with declarations in the order in which a reader meets them. */
export function toModel(
  root: ValueNode,
  named: ReadonlyMap<number, NamedShape>,
  options: InferenceOptions,
): Model {
  const writer = new ModelWriter(named, options)
  const declarations = writer.declarationsFrom(root)
  const rootName = toRootName(options)
  if (!rootRecord(root)) declarations.push({ kind: 'alias', name: rootName, type: writer.typeAt(root) })
  return { root: rootName, declarations }
}

class ModelWriter {
  private readonly named: ReadonlyMap<number, NamedShape>
  private readonly options: InferenceOptions

  constructor(named: ReadonlyMap<number, NamedShape>, options: InferenceOptions) {
    this.named = named
    this.options = options
  }

  // Depth first with an explicit stack: each type comes before the types that its fields lead to.
  declarationsFrom(root: ValueNode): Declaration[] {
    const written = new Set<number>()
    const declarations: Declaration[] = []
    const stack = shapesAt(root).reverse()
    for (let shape = stack.pop(); shape; shape = stack.pop()) {
      if (written.has(shape.group)) continue
      written.add(shape.group)
      const type = this.named.get(shape.group)!
      declarations.push(this.declarationOf(type))
      const below = shapesIn(type.shape)
      for (let i = below.length - 1; i >= 0; i--) stack.push(below[i]!)
    }
    return declarations
  }

  typeAt(node: ValueNode): Type {
    const members: Type[] = []
    this.addScalars(node, members)
    if (node.shape) members.push(this.objectType(representative(node.shape)))
    if (node.tuple) {
      const items = node.tuple.map((place) => this.typeAt(place))
      members.push({ kind: 'tuple', items, labels: node.labels })
    } else if (node.element) members.push({ kind: 'array', element: this.typeAt(node.element) })
    if (node.kinds & NULL) members.push({ kind: 'null' })
    if (members.length === 0) return UNKNOWN
    return members.length === 1 ? members[0]! : { kind: 'union', members }
  }

  private addScalars(node: ValueNode, members: Type[]): void {
    if (node.kinds & STRING) {
      const values = literalsAt(node, this.options)
      members.push(
        values ? { kind: 'literal', values } : { kind: 'string', format: formatAt(node, this.options) },
      )
    }
    if (node.kinds & NUMBER) members.push({ kind: 'number', integer: !(node.kinds & FRACTION) })
    if (node.kinds & BOOLEAN) members.push({ kind: 'boolean' })
  }

  private objectType(shape: Shape): Type {
    if (shape.map) return { kind: 'map', value: this.typeAt(shape.map) }
    if (!isDeclared(shape)) return { kind: 'map', value: UNKNOWN }
    return { kind: 'reference', name: this.nameOf(shape) }
  }

  private declarationOf({ shape, name }: NamedShape): Declaration {
    if (shape.variants && shape.tag !== null) {
      const members = [...new Set(shape.variants.map((variant) => this.nameOf(variant)))]
      return { kind: 'choice', name, tag: shape.tag, members }
    }
    const fields = [...shape.fields].map(([key, node]): Field => {
      const note = this.options.notes
        ? { example: node.example, format: node.strings?.format ?? null }
        : null
      return { key, optional: node.count < shape.count, type: this.typeAt(node), note }
    })
    return { kind: 'record', name, fields }
  }

  private nameOf(shape: Shape): string {
    return this.named.get(shape.group)!.name
  }
}
