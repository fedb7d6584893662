import type { InferenceOptions } from './model.ts'
import { ARRAY, isDeclared, OBJECT, representative, type Shape, type ValueNode } from './nodes.ts'
import { formatAt, literalsAt } from './string-facts.ts'

/**
 * Numbers the shapes so that exactly those of identical structure share a number (`Shape.group`):
 * the coarsest stable partition, found by refinement. Shapes that are merely similar stay apart,
 * because joining them would make required fields optional.
 */
export function shareShapes(shapes: readonly Shape[], options: InferenceOptions): void {
  const users = new Map<Shape, Shape[]>()
  for (const shape of shapes) {
    shape.group = 0
    for (const used of shapesIn(shape)) {
      const list = users.get(used)
      if (list) list.push(shape)
      else users.set(used, [shape])
    }
  }
  const members: Set<Shape>[] = [new Set(shapes)]
  let changed: Iterable<Shape> = shapes
  while (true) {
    const moved = refine(members, changed, options)
    if (moved.length === 0) return
    const next = new Set<Shape>()
    for (const shape of moved) for (const user of users.get(shape) ?? []) next.add(user)
    changed = next
  }
}

// Splits every group by how its changed members now look. Members that did not change still agree
// with each other and differ from those that did; the largest part keeps the group's number, so
// that each shape moves a logarithmic number of times.
function refine(members: Set<Shape>[], changed: Iterable<Shape>, options: InferenceOptions): Shape[] {
  const touched = new Map<number, Map<string, Shape[]>>()
  for (const shape of changed) {
    const parts = touched.get(shape.group) ?? new Map<string, Shape[]>()
    touched.set(shape.group, parts)
    const signature = signatureOf(shape, options)
    const part = parts.get(signature)
    if (part) part.push(shape)
    else parts.set(signature, [shape])
  }
  const moved: Shape[] = []
  for (const [group, bySignature] of touched) {
    const home = members[group]!
    const parts = [...bySignature.values()].sort((a, b) => b.length - a.length)
    const still = home.size - parts.reduce((n, part) => n + part.length, 0)
    for (const part of still > 0 ? parts : parts.slice(1)) {
      for (const shape of part) {
        home.delete(shape)
        shape.group = members.length
        moved.push(shape)
      }
      members.push(new Set(part))
    }
  }
  return moved
}

function signatureOf(shape: Shape, options: InferenceOptions): string {
  if (shape.variants) {
    const groups = shape.variants.map((variant) => variant.group).sort((a, b) => a - b)
    return `|${JSON.stringify(shape.tag)}${groups.join()}`
  }
  const lines: string[] = []
  for (const [key, field] of shape.fields) {
    const mark = field.count < shape.count ? '?:' : ':'
    lines.push(JSON.stringify(key) + mark + placeSignature(field, options))
  }
  return lines.sort().join()
}

function placeSignature(node: ValueNode, options: InferenceOptions): string {
  let text = String(node.kinds & ~(ARRAY | OBJECT))
  const literals = literalsAt(node, options)
  if (literals) text += JSON.stringify(literals)
  else text += formatAt(node, options) ?? ''
  if (node.tuple)
    text += `${JSON.stringify(node.labels)}(${node.tuple.map((place) => placeSignature(place, options)).join()})`
  else if (node.element) text += `[${placeSignature(node.element, options)}]`
  if (node.shape) {
    const shape = representative(node.shape)
    if (shape.map) text += `{${placeSignature(shape.map, options)}}`
    else text += isDeclared(shape) ? `#${shape.group}` : '{}'
  }
  return text
}

/** The declared shapes that a shape refers to, through arrays and maps. */
export function shapesIn(shape: Shape): Shape[] {
  return shape.variants ?? shapesAt(...shape.fields.values())
}

/** The declared shapes that the types of these places refer to. */
export function shapesAt(...places: ValueNode[]): Shape[] {
  const found: Shape[] = []
  const open = places.reverse()
  for (let node = open.pop(); node; node = open.pop()) {
    const shape = node.shape && representative(node.shape)
    if (shape && isDeclared(shape)) found.push(shape)
    if (shape?.map) open.push(shape.map)
    if (node.tuple) for (let i = node.tuple.length - 1; i >= 0; i--) open.push(node.tuple[i]!)
    else if (node.element) open.push(node.element)
  }
  return found
}
