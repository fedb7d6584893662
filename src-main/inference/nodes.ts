import type { StringFormat } from './model.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/**
 * Bits for the kinds of value seen in one place. A number that may have a fraction sets both number
 * bits.
 */
export const NULL = 1
export const BOOLEAN = 2
export const INTEGER = 4
export const FRACTION = 8
export const NUMBER = INTEGER | FRACTION
export const STRING = 16
export const ARRAY = 32
export const OBJECT = 64

/** How a place is reached: as a field, as an element of an array, or as a value of a map. */
export type Role = 'field' | 'item' | 'value'

/**
 * An empty list shared by all places and shapes, to spare most of them an allocation; never pushed to.
 */
export const NONE: never[] = []

/** What is known about the strings of one place. */
export interface StringFacts {
  /** The format all of them have; undefined before the first string, null as soon as two differ. */
  format: StringFormat | null | undefined
  /** How often each was seen; null once there are too many. */
  counts: Map<string, number> | null
}

/**
 * A place that holds values: the field of a shape, the elements of an array, the values of a map,
 * or the root. Nulls and absences are counted here and not on the shape, so that joining shapes
 * does not join the nullability of the fields that lead to them.
 */
export class ValueNode {
  /** The nearest field name on the way here; null below an unnamed root. */
  readonly key: string | null
  readonly role: Role
  kinds = 0
  /** How many values were seen here. */
  count = 0
  /** Arrays and objects seen here that have not been read yet. */
  arrays: (readonly unknown[])[] = NONE
  objects: JsonObject[] = NONE
  element: ValueNode | null = null
  tuple: ValueNode[] | null = null
  /** The names of the places of a row, if a header beside the rows has them; of rows of that length only. */
  labels: readonly string[] | null = null
  /** The labels of the rows in the arrays of this place. */
  rowLabels: readonly string[] | null = null
  shape: Shape | null = null
  strings: StringFacts | null = null
  /** The values a tag can take in one variant of a union (find-variants.ts). */
  literals: readonly string[] | null = null
  example: string | number | boolean | undefined = undefined

  constructor(key: string | null, role: Role) {
    this.key = key
    this.role = role
  }

  /** Merges what is known below another place with the same values; the kinds seen are not merged. */
  adopt(other: ValueNode): void {
    this.arrays = NONE
    this.objects = NONE
    if (this.kinds & ARRAY) {
      this.element = other.element
      this.tuple = other.tuple
      this.labels = other.labels
    }
    if (this.kinds & OBJECT) this.shape = other.shape
  }
}

/** The objects of one place: either a record with fields, or a map whose keys are data. */
export class Shape {
  /** The shape that contains the object of this one. */
  readonly parent: Shape | null
  readonly key: string | null
  readonly role: Role
  /** The shapes of the objects directly below, as nested in the document. */
  children: readonly Shape[] = NONE
  objects: JsonObject[]
  count: number
  fields: Map<string, ValueNode>
  /** The values of a map; null for a record. */
  map: ValueNode | null = null
  /** The variants of a union told apart by `tag`, if the shape is one. */
  variants: Shape[] | null = null
  tag: string | null = null
  /** Set once this shape has been joined to another. */
  joinedTo: Shape | null = null
  /** Shapes with the same number are declared as one type (share-shapes.ts). */
  group = 0

  constructor(
    parent: Shape | null,
    from: { readonly key: string | null; readonly role: Role },
    objects: JsonObject[],
    fields: Map<string, ValueNode>,
  ) {
    this.parent = parent
    this.key = from.key
    this.role = from.role
    this.objects = objects
    this.count = objects.length
    this.fields = fields
  }
}

/** The shape that represents `shape` after joining. */
export function representative(shape: Shape): Shape {
  let top = shape
  while (top.joinedTo) top = top.joinedTo
  for (let at = shape; at.joinedTo && at.joinedTo !== top;) {
    const next = at.joinedTo
    at.joinedTo = top
    at = next
  }
  return top
}

/** Whether the shape is declared under a name; maps and always-empty objects are written inline. */
export function isDeclared(shape: Shape): boolean {
  return shape.map === null && shape.fields.size > 0
}
