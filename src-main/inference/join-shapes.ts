import { representative, type Shape, type ValueNode } from './nodes.ts'
import { joinStringFacts } from './string-facts.ts'

/**
 * Joins two shapes into the first. Because equal fields must lead to equal places, this also joins
 * every pair of shapes that meet below them.
 */
export function joinShapes(into: Shape, from: Shape): void {
  const pairs: [Shape, Shape][] = [[into, from]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const a = representative(pair[0])
    const b = representative(pair[1])
    if (a !== b) joinPair(a, b, pairs)
  }
}

function joinPair(a: Shape, b: Shape, later: [Shape, Shape][]): void {
  b.joinedTo = a
  a.count += b.count
  for (const object of b.objects) a.objects.push(object)
  b.objects = []
  // If either side is a dictionary, both become one: fields can become values, but not the reverse.
  if (a.map || b.map) {
    const values = a.map ?? b.map!
    if (a.map && b.map) joinValues(a.map, b.map, later)
    for (const shape of [a, b]) for (const field of shape.fields.values()) joinValues(values, field, later)
    a.map = values
    a.fields = new Map()
    return
  }
  for (const [key, field] of b.fields) {
    const same = a.fields.get(key)
    if (same) joinValues(same, field, later)
    else a.fields.set(key, field)
  }
}

function joinValues(a: ValueNode, b: ValueNode, later: [Shape, Shape][]): void {
  a.kinds |= b.kinds
  a.count += b.count
  a.example ??= b.example
  if (a.strings && b.strings) joinStringFacts(a.strings, b.strings)
  else a.strings ??= b.strings
  if (a.shape && b.shape) later.push([a.shape, b.shape])
  else a.shape ??= b.shape
  joinElements(a, b, later)
}

function joinElements(a: ValueNode, b: ValueNode, later: [Shape, Shape][]): void {
  if (a.tuple && b.tuple && a.tuple.length === b.tuple.length) {
    a.tuple.forEach((place, i) => joinValues(place, b.tuple![i]!, later))
    if (a.labels?.join('\n') !== b.labels?.join('\n')) a.labels = null
    return
  }
  const parts = [a, b].flatMap((node) => node.tuple ?? (node.element ? [node.element] : []))
  const bothLists = (a.element || a.tuple) && (b.element || b.tuple)
  if (!bothLists) {
    a.element ??= b.element
    if (a.tuple === null) [a.tuple, a.labels] = [b.tuple, b.labels]
    return
  }
  a.element = parts[0]!
  a.tuple = null
  a.labels = null
  for (const part of parts.slice(1)) joinValues(a.element, part, later)
}
