import { shallowFields } from './collect.ts'
import type { InferenceOptions } from './model.ts'
import { isDeclared, Shape, STRING, type JsonObject, type ValueNode } from './nodes.ts'

// Field names that formats use to tell their variants apart. Other fields with few values (a
// status, a category) say nothing about which fields accompany them.
const TAG =
  /^([_@$]?_?type(_?name)?|kind|event|op|tag|variant|action|t|ty|object|method|[a-z]+_(type|kind))$/i

const MAX_VARIANTS = 16
const MIN_PER_VALUE = 2
const MIN_DECIDED = 2

interface Split {
  readonly tag: string
  readonly groups: ReadonlyMap<string, JsonObject[]>
  readonly decided: number
}

/**
 * Splits shapes whose objects carry a tag that decides which other fields they have. The variants
 * share the places below them; they differ in their fields and in the kinds of those fields.
 *
 * @returns the variants, to be declared beside the other shapes
 */
export function findVariants(shapes: readonly Shape[], options: InferenceOptions): Shape[] {
  const found: Shape[] = []
  for (const shape of shapes) {
    const split = isDeclared(shape) ? bestSplit(shape) : null
    if (!split) continue
    shape.tag = split.tag
    shape.variants = toVariants(shape, split, options)
    found.push(...shape.variants)
  }
  return found
}

function bestSplit(shape: Shape): Split | null {
  if (shape.count < 2 * MIN_PER_VALUE) return null
  let optional = 0
  for (const field of shape.fields.values()) if (field.count < shape.count) optional++
  if (optional < MIN_DECIDED) return null
  let best: Split | null = null
  for (const [key, field] of shape.fields) {
    if (field.kinds !== STRING || field.count !== shape.count || !TAG.test(key)) continue
    const split = splitBy(shape, key)
    if (
      split &&
      (!best || split.decided > best.decided || (split.decided === best.decided && key < best.tag))
    )
      best = split
  }
  return best
}

function splitBy(shape: Shape, tag: string): Split | null {
  const groups = new Map<string, JsonObject[]>()
  for (const object of shape.objects) {
    // bestSplit has checked that the tag is a string in every object.
    const value = object[tag] as string
    const group = groups.get(value)
    if (group) group.push(object)
    else if (groups.size === MAX_VARIANTS) return null
    else groups.set(value, [object])
  }
  if (groups.size < 2) return null
  for (const group of groups.values()) if (group.length < MIN_PER_VALUE) return null
  const decided = countDecided(shape, [...groups.values()])
  return decided >= MIN_DECIDED ? { tag, groups, decided } : null
}

// Counts the fields that each variant has either always or never, where variants differ; 0 if even
// more fields are not decided by the tag.
function countDecided(shape: Shape, groups: readonly (readonly JsonObject[])[]): number {
  let decided = 0
  let open = 0
  for (const [key, field] of shape.fields) {
    if (field.count === shape.count) continue
    const clear = groups.every((group) => {
      const first = Object.hasOwn(group[0]!, key)
      return group.every((object) => Object.hasOwn(object, key) === first)
    })
    if (clear) decided++
    else open++
  }
  return open > decided ? 0 : decided
}

function toVariants(shape: Shape, { tag, groups }: Split, options: InferenceOptions): Shape[] {
  const alike = new Map<string, { objects: JsonObject[]; values: string[] }>()
  for (const value of [...groups.keys()].sort()) {
    const objects = groups.get(value)!
    const outline = outlineOf(shallowFields(objects, options), objects.length)
    const same = alike.get(outline)
    if (same) {
      same.values.push(value)
      for (const object of objects) same.objects.push(object)
    } else {
      alike.set(outline, { values: [value], objects: [...objects] })
    }
  }
  return [...alike.values()].map(({ objects, values }) => {
    const variant = new Shape(shape.parent, shape, objects, shallowFields(objects, options))
    for (const [key, field] of variant.fields) field.adopt(shape.fields.get(key)!)
    variant.fields.get(tag)!.literals = values
    return variant
  })
}

// Variants with the same fields of the same kinds are merged, whatever their tags are.
function outlineOf(fields: ReadonlyMap<string, ValueNode>, objects: number): string {
  return [...fields]
    .map(([key, field]) => `${JSON.stringify(key)}${field.count < objects ? '?' : ''}:${field.kinds}`)
    .sort()
    .join()
}
