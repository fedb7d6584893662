import { joinShapes } from './join-shapes.ts'
import { ARRAY, NULL, NUMBER, representative, type Shape, type ValueNode } from './nodes.ts'

/** Shares of common keys at which a shape is treated as the same type as an ancestor. */
const SAME_LINK = 0.6
const NEXT_LINK = 0.5
const OTHER_LINK = 0.6

/** How far up ancestors are searched; keeps hostile documents from taking quadratic time. */
const MAX_STEPS = 40

/**
 * Finds trees and lists: a shape that looks like one of its ancestors and is reached through the
 * same field has the same type. `shapes` must list parents before children, in an order that does
 * not depend on the order of keys.
 */
export function foldRecursion(shapes: readonly Shape[]): void {
  for (const shape of shapes) {
    if (shape.joinedTo || shape.key === null || shape.map || shape.fields.size === 0) continue
    const ancestor = ancestorLike(shape, shape.key)
    if (ancestor) joinShapes(ancestor, shape)
  }
}

function ancestorLike(shape: Shape, link: string): Shape | null {
  const own = shape.fields.has(link)
  let last: Shape | null = null
  for (let up = shape.parent, steps = 0; up && steps < MAX_STEPS; up = up.parent, steps++) {
    const sameLink = up.key === link
    if (!sameLink && !own) continue
    const candidate = representative(up)
    if (candidate === shape || candidate === last || candidate.map) continue
    last = candidate
    if (!sameLink && !candidate.fields.has(link)) continue
    if (fits(shape, candidate, sameLink, nearestRecord(shape) === up)) return candidate
  }
  return null
}

function nearestRecord(shape: Shape): Shape | null {
  let up = shape.parent
  while (up?.map) up = up.parent
  return up
}

function fits(shape: Shape, candidate: Shape, sameLink: boolean, next: boolean): boolean {
  let common = 0
  for (const [key, field] of shape.fields) {
    const other = candidate.fields.get(key)
    if (!other) continue
    if (!compatible(field, other)) return false
    common++
  }
  const sizes = [shape.fields.size, candidate.fields.size] as const
  // When reached through the same field again, the smaller one need only be part of the larger:
  // leaves lack fields of inner nodes.
  if (sameLink) return common > 0 && common >= Math.min(...sizes) * (next ? NEXT_LINK : SAME_LINK)
  return common >= Math.max(...sizes) * OTHER_LINK
}

// Two places can be the same if they share a kind of value, or if one of them has only ever been
// null.
function compatible(a: ValueNode, b: ValueNode): boolean {
  const left = kindsOf(a)
  const right = kindsOf(b)
  if (left === 0 || right === 0) return true
  if ((left & right) === 0) return false
  if (left !== ARRAY || right !== ARRAY || !a.element || !b.element) return true
  const inner = kindsOf(a.element)
  const other = kindsOf(b.element)
  return inner === 0 || other === 0 || (inner & other) !== 0
}

function kindsOf(node: ValueNode): number {
  const kinds = node.kinds & ~NULL
  return kinds & NUMBER ? kinds | NUMBER : kinds
}
