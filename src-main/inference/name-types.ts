import type { InferenceOptions } from './model.ts'
import { isDeclared, OBJECT, representative, type Role, type Shape, type ValueNode } from './nodes.ts'
import { toPascalCase, toSingularPascalCase } from './pascal-case.ts'
import { LANGUAGE_NAMES } from './reserved-names.ts'
import { shapesAt } from './share-shapes.ts'

const MAX_NAME_CHARS = 72

/** A declared type: the shape it is written from, and the places that lead to it. */
export interface NamedShape {
  readonly shape: Shape
  readonly parent: NamedShape | null
  name: string
}

/** Words that only express a plural; their elements get the suffix `Item`. */
const COLLECTION =
  /(^|[a-z])(Data|List|Array|Collection|Set|Info|Metadata|Group|Tree|Table|Map|Queue|Stack)$/

/**
 * Names every declared shape. The name is the one most references suggest; ties go to the shorter
 * name, then to the first in the alphabet. Names are given from the root down, with fields sorted
 * by key, so that the order of a document's keys does not matter. If a name is taken, the parent's
 * name is put in front.
 *
 * @returns names by group number
 */
export function nameTypes(
  root: ValueNode,
  shapes: readonly Shape[],
  options: InferenceOptions,
): Map<number, NamedShape> {
  const rootName = toRootName(options)
  const votes = countVotes(shapes, rootName)
  const taken = new Set([...LANGUAGE_NAMES, ...options.reservedNames].map((name) => name.toLowerCase()))
  taken.add(rootName.toLowerCase())
  const lastNumbers = new Map<string, number>()
  const named = reach(root)
  const rootShape = rootRecord(root)
  for (const type of named.values()) {
    if (type.shape.group === rootShape?.group) type.name = rootName
    else
      type.name = freeName(type, votes.get(type.shape.group) ?? variantName(type), { taken, lastNumbers })
    taken.add(type.name.toLowerCase())
  }
  return named
}

/** The root's name, turned into a valid type name. */
export function toRootName({ rootName, reservedNames }: InferenceOptions): string {
  const name = toPascalCase(rootName)
  if (!/^\p{L}/u.test(name)) return `Root${name}`
  return LANGUAGE_NAMES.includes(name) || reservedNames.includes(name) ? `${name}Type` : name
}

/** The shape of the root type itself, if the root is always an object with fields. */
export function rootRecord(root: ValueNode): Shape | null {
  if (!root.shape || root.kinds !== OBJECT) return null
  const shape = representative(root.shape)
  return isDeclared(shape) ? shape : null
}

// Level by level from the root, fields by key: the order in which names are given.
function reach(root: ValueNode): Map<number, NamedShape> {
  const found = new Map<number, NamedShape>()
  const queue: NamedShape[] = []
  const add = (shape: Shape, parent: NamedShape | null): void => {
    if (found.has(shape.group)) return
    const type = { shape, parent, name: '' }
    found.set(shape.group, type)
    queue.push(type)
  }
  for (const shape of shapesAt(root)) add(shape, null)
  for (const type of queue) {
    for (const variant of type.shape.variants ?? []) add(variant, type)
    if (type.shape.variants) continue
    const keys = [...type.shape.fields.keys()].sort()
    for (const key of keys) for (const shape of shapesAt(type.shape.fields.get(key)!)) add(shape, type)
  }
  return found
}

// For each group, the name that most of the places leading to it suggest.
function countVotes(shapes: readonly Shape[], rootName: string): Map<number, string> {
  const places = new Map<number, Shape[]>()
  for (const place of shapes) {
    const shape = representative(place)
    if (!isDeclared(shape)) continue
    const group = places.get(shape.group)
    if (group) group.push(place)
    else places.set(shape.group, [place])
  }
  const winners = new Map<number, string>()
  for (const [group, all] of places) winners.set(group, winnerOf(all, rootName))
  return winners
}

function winnerOf(places: readonly Shape[], rootName: string): string {
  if (places.length === 1) return suggestedName(places[0]!, rootName)
  const links = new Map<string, { place: Shape; count: number }>()
  for (const place of places) {
    const link = `${place.role}${place.key === null ? '' : `.${place.key}`}`
    const known = links.get(link)
    if (known) known.count++
    else links.set(link, { place, count: 1 })
  }
  const votes = new Map<string, number>()
  for (const { place, count } of links.values()) {
    const name = suggestedName(place, rootName)
    votes.set(name, (votes.get(name) ?? 0) + count)
  }
  const order = ([a, n]: [string, number], [b, m]: [string, number]): number =>
    m - n || a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
  return [...votes].sort(order)[0]![0]
}

const SUFFIX: Readonly<Record<Role, string>> = { field: '', item: 'Item', value: 'Value' }

function suggestedName({ key, role }: { key: string | null; role: Role }, rootName: string): string {
  const plain = toPascalCase(key ?? rootName)
  if (role === 'field') return plain
  const one = toSingularPascalCase(key ?? rootName)
  if (one !== plain) return one
  return role === 'value' || key === null || COLLECTION.test(plain) ? plain + SUFFIX[role] : plain
}

// `<tag's value><name of the union>`, unless the value already ends with it: PushEvent does not
// become PushEventEvent.
function variantName({ shape, parent }: NamedShape): string {
  const union = parent?.shape
  if (!union?.tag) return ''
  const values = shape.fields.get(union.tag)?.literals ?? []
  const names = values.length > 2 ? ['Other'] : values.map(toPascalCase)
  const name = names.join('Or')
  const kind = /Item$/.test(parent!.name) ? 'Item' : parent!.name
  if (!/^\p{L}/u.test(name)) return parent!.name + name
  return name.endsWith(kind) || (kind === 'Item' && /.[A-Z]/.test(name)) ? name : name + kind
}

interface GivenNames {
  /** In lower case. */
  readonly taken: ReadonlySet<string>
  /**
   * The last number appended to each stem, so that with many types of one name none counts from the
   * start again.
   */
  readonly lastNumbers: Map<string, number>
}

function freeName(type: NamedShape, wanted: string, { taken, lastNumbers }: GivenNames): string {
  const free = (name: string): boolean => name.length <= MAX_NAME_CHARS && !taken.has(name.toLowerCase())
  const base = wanted === '' ? 'Value' : wanted
  if (wanted !== '' && /^\p{L}/u.test(wanted) && free(wanted)) return wanted
  for (let up = type.parent, tries = 0; up && tries < 8; up = up.parent, tries++) {
    if (free(up.name + base)) return up.name + base
  }
  // Leaves room for the number; otherwise no name would ever be short enough.
  const stem = (/^\p{L}/u.test(base) ? base : `Value${base}`).slice(0, MAX_NAME_CHARS - 10)
  let number = (lastNumbers.get(stem) ?? 1) + 1
  while (!free(`${stem}${number}`)) number++
  lastNumbers.set(stem, number)
  return `${stem}${number}`
}
