import { looksLikeMap } from './map-rule.ts'
import type { InferenceOptions } from './model.ts'
import {
  ARRAY,
  BOOLEAN,
  INTEGER,
  NONE,
  NULL,
  NUMBER,
  OBJECT,
  Shape,
  STRING,
  ValueNode,
  type JsonObject,
} from './nodes.ts'
import { addString, newStringFacts, wantsStringFacts } from './string-facts.ts'
import { rowLabelsIn } from './row-labels.ts'
import { rowLength } from './tuple-rule.ts'

/** Deepest nesting that is read. */
const MAX_DEPTH = 1_000

/** Thrown for a document that is nested more deeply than `MAX_DEPTH`. */
export class TooDeep extends Error {}

export interface Collected {
  readonly root: ValueNode
  /**
   * Every shape, level by level, and within a level sorted by path: the order of a document's keys
   * does not matter.
   */
  readonly shapes: Shape[]
}

/**
 * Groups the values of all samples by path: the elements of an array share one place, and so do the
 * values of a map. Works place by place, not value by value, because all objects of a place must be
 * known before their keys can be classed as fields or data.
 *
 * @throws TooDeep
 */
export function collect(samples: readonly unknown[], options: InferenceOptions): Collected {
  return new Collector(options).collect(samples)
}

class Collector {
  private readonly options: InferenceOptions
  private readonly strings: boolean

  constructor(options: InferenceOptions) {
    this.options = options
    this.strings = wantsStringFacts(options)
  }

  collect(samples: readonly unknown[]): Collected {
    const root = new ValueNode(null, 'field')
    for (const sample of samples) this.see(root, sample)
    const top: Shape[] = []
    this.collectFrom(root, null, top, 1)
    return { root, shapes: levelByLevel(top) }
  }

  private see(node: ValueNode, value: unknown): void {
    node.count++
    switch (typeof value) {
      case 'string':
        node.kinds |= STRING
        if (this.strings) addString((node.strings ??= newStringFacts()), value)
        break
      case 'number':
        node.kinds |= this.options.integers && isInteger64(value) ? INTEGER : NUMBER
        break
      case 'boolean':
        node.kinds |= BOOLEAN
        break
      default:
        this.addContainer(node, value)
        return
    }
    if (this.options.notes) node.example ??= value
  }

  private addContainer(node: ValueNode, value: unknown): void {
    if (value === null || value === undefined) {
      node.kinds |= NULL
    } else if (Array.isArray(value)) {
      if (node.kinds & ARRAY) node.arrays.push(value)
      else node.arrays = [value]
      node.kinds |= ARRAY
    } else {
      // After typeof only objects are left, and JSON has no other kinds of objects.
      const object = value as JsonObject
      if (node.kinds & OBJECT) node.objects.push(object)
      else node.objects = [object]
      node.kinds |= OBJECT
    }
  }

  // Adds the shapes directly below to `siblings`.
  private collectFrom(node: ValueNode, parent: Shape | null, siblings: Shape[], depth: number): void {
    if (!(node.kinds & (ARRAY | OBJECT))) return
    if (depth > MAX_DEPTH) throw new TooDeep(`The document is nested more than ${MAX_DEPTH} levels deep`)
    if (node.kinds & ARRAY) {
      this.readArrays(node)
      for (const place of node.tuple ?? [node.element!])
        this.collectFrom(place, parent, siblings, depth + 1)
    }
    if (node.kinds & OBJECT) {
      const shape = this.readObjects(node, parent)
      siblings.push(shape)
      const children: Shape[] = []
      if (shape.map) this.collectFrom(shape.map, shape, children, depth + 1)
      else for (const field of shape.fields.values()) this.collectFrom(field, shape, children, depth + 1)
      if (children.length > 0) shape.children = children
    }
  }

  private readArrays(node: ValueNode): void {
    const { arrays } = node
    node.arrays = NONE
    const length = !this.options.tuples ? 0 : (node.labels?.length ?? rowLength(arrays))
    if (length > 0) {
      node.tuple = Array.from({ length }, () => new ValueNode(node.key, 'item'))
      for (const row of arrays) node.tuple.forEach((place, i) => this.see(place, row[i]))
      return
    }
    const element = (node.element = new ValueNode(node.key, 'item'))
    element.labels = node.rowLabels
    for (const array of arrays) for (const item of array) this.see(element, item)
  }

  private readObjects(node: ValueNode, parent: Shape | null): Shape {
    const shape = new Shape(parent, node, node.objects, this.fieldsOf(node.objects))
    node.shape = shape
    node.objects = NONE
    if (this.options.maps === 'never' || !looksLikeMap(shape)) {
      if (this.options.tuples)
        for (const [key, labels] of rowLabelsIn(shape)) shape.fields.get(key)!.rowLabels = labels
      return shape
    }
    shape.map = new ValueNode(shape.key, 'value')
    shape.fields = new Map()
    for (const object of shape.objects) {
      for (const key of Object.keys(object)) this.see(shape.map, object[key])
    }
    shape.objects = []
    return shape
  }

  /** One node per key, with the values directly below it; deeper levels are not read yet. */
  fieldsOf(objects: readonly JsonObject[]): Map<string, ValueNode> {
    const positions = new Map<string, number>()
    const nodes: ValueNode[] = []
    for (const object of objects) {
      // Objects mostly list the same keys in the same order: the next known field is tried before the
      // table.
      let next = 0
      for (const key of Object.keys(object)) {
        let node = nodes[next]
        if (node?.key !== key) {
          next = positions.get(key) ?? nodes.length
          node = nodes[next]
          if (!node) {
            node = new ValueNode(key, 'field')
            nodes.push(node)
            positions.set(key, next)
          }
        }
        next++
        this.see(node, object[key])
      }
    }
    return new Map(nodes.map((node) => [node.key!, node]))
  }
}

// Whether a 64-bit integer can hold it. Such identifiers may be past 2^53, where a double no longer
// tells neighbours apart: the types then read digits that this process cannot.
function isInteger64(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63
}

function levelByLevel(top: readonly Shape[]): Shape[] {
  const ordered = [...top]
  for (const shape of ordered) {
    const children = shape.children.length > 1 ? shape.children.toSorted(byKey) : shape.children
    for (const child of children) ordered.push(child)
  }
  return ordered
}

function byKey(a: Shape, b: Shape): number {
  const [left, right] = [a.key ?? '', b.key ?? '']
  if (left !== right) return left < right ? -1 : 1
  return a.role < b.role ? -1 : a.role > b.role ? 1 : 0
}

/** The fields of a group of objects; their contents are not read yet. */
export function shallowFields(
  objects: readonly JsonObject[],
  options: InferenceOptions,
): Map<string, ValueNode> {
  return new Collector(options).fieldsOf(objects)
}
