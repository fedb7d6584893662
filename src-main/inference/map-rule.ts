import { areCodes, areLanguages, areNumbered, isDataKey, isIdentifier, isLabelKey } from './key-kinds.ts'
import { BOOLEAN, NULL, NUMBER, OBJECT, type Shape, type ValueNode } from './nodes.ts'

/**
 * From this many different keys on, keys are data if all values are of one kind; from the second
 * number on, always.
 */
const MANY_KEYS = 40
const TOO_MANY_KEYS = 1_000

/**
 * Fields that hold dictionaries in JSON Schema, OpenAPI, package manifests and cloud
 * APIs, each with the number of keys from which on they do: some are records elsewhere.
 */
const DICTIONARIES: readonly (readonly [RegExp, number])[] = [
  [/^(definitions|\$defs|schemas|(dev|peer|optional|bundled)?dependencies(meta)?)$/i, 2],
  [/^(properties|patternProperties)$/, 4],
  [/^(scripts|labels|annotations|endpoints|regions|responses|translations)$/i, 8],
]

/**
 * Whether the objects of a shape are dictionaries, so that their keys are data and not field names.
 * All values must be of one kind; besides, the keys must look like data, be very many, or hardly
 * overlap.
 */
export function looksLikeMap(shape: Shape): boolean {
  const { fields, objects } = shape
  if (fields.size === 0) return false
  if (fields.size > TOO_MANY_KEYS) return true
  const kind = oneKind(fields)
  if (kind === null) return false
  const keys = [...fields.keys()]
  const data = keys.reduce((n, key) => n + (isDataKey(key) ? 1 : 0), 0)
  if (data >= 2 && data >= keys.length * 0.6) return related(fields, kind) || alike(fields, kind, 0.25)
  // Objects that agree on every key follow a schema: the keys are field names.
  const planned = objects.length >= 3 && everywhere(fields, objects.length)
  if (planned) return false
  if (areCodes(keys) || areLanguages(keys)) return alike(fields, kind, 0.4)
  if (keys.length >= MANY_KEYS || scattered(shape)) return alike(fields, kind, 0.4)
  if (shape.key !== null && isNamedDictionary(shape.key, keys.length)) return alike(fields, kind, 1)
  return looksLikeSmallMap(keys, fields, kind)
}

function isNamedDictionary(name: string, keys: number): boolean {
  return DICTIONARIES.some(([names, least]) => keys >= least && names.test(name))
}

function looksLikeSmallMap(keys: string[], fields: ReadonlyMap<string, ValueNode>, kind: number): boolean {
  const odd = keys.reduce((n, key) => n + (isIdentifier(key) || isLabelKey(key) ? 0 : 1), 0)
  if (odd >= 2 && odd >= keys.length * 0.5)
    return keys.length >= 3 || (kind === OBJECT && alike(fields, kind, 1))
  if (kind !== OBJECT) return false
  if (areNumbered(keys)) return alike(fields, kind, 0.7)
  return keys.length >= 6 && fieldsPerValue(fields) >= 3 && alike(fields, kind, 1)
}

// The one kind of all values that are not null, or null if there are several or none.
function oneKind(fields: ReadonlyMap<string, ValueNode>): number | null {
  let kinds = 0
  for (const field of fields.values()) kinds |= field.kinds
  kinds &= ~NULL
  if (kinds & NUMBER && !(kinds & ~NUMBER)) return NUMBER
  return kinds >= BOOLEAN && (kinds & (kinds - 1)) === 0 ? kinds : null
}

function everywhere(fields: ReadonlyMap<string, ValueNode>, objects: number): boolean {
  for (const field of fields.values()) if (field.count !== objects) return false
  return true
}

// At least four objects with eight keys between them, each object with a third of those at most.
// Empty objects say nothing about keys.
function scattered({ fields, objects }: Shape): boolean {
  if (objects.length < 4 || fields.size < 8) return false
  const sizes = objects.map((object) => Object.keys(object).length).filter((size) => size > 0)
  return sizes.length >= 4 && fields.size * sizes.length >= 3 * sizes.reduce((sum, size) => sum + size, 0)
}

// Whether the values, if they are objects, are of one type: the keys found in most of them make up
// most of each.
function related(fields: ReadonlyMap<string, ValueNode>, kind: number): boolean {
  if (kind !== OBJECT) return true
  const { objects, entries, counts } = valueKeys(fields)
  let common = 0
  for (const count of counts.values()) if (count >= objects / 2) common += count
  return common >= entries * 0.6
}

// Whether objects have on average at least `share` of all keys found in any of them.
function alike(fields: ReadonlyMap<string, ValueNode>, kind: number, share: number): boolean {
  if (kind !== OBJECT) return true
  const { objects, entries, counts } = valueKeys(fields)
  return entries >= objects * counts.size * share
}

function fieldsPerValue(fields: ReadonlyMap<string, ValueNode>): number {
  const { objects, entries } = valueKeys(fields)
  return entries / objects
}

function valueKeys(fields: ReadonlyMap<string, ValueNode>): {
  objects: number
  entries: number
  counts: Map<string, number>
} {
  const counts = new Map<string, number>()
  let objects = 0
  let entries = 0
  for (const field of fields.values()) {
    for (const object of field.objects) {
      objects++
      for (const key of Object.keys(object)) {
        entries++
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    }
  }
  return { objects, entries, counts }
}
