/**
 * Types as the printers of languages see them: names are final, null is apart, and what a language
 * cannot say has become `any`.
 */
export type Plain =
  | { readonly kind: 'any' | 'boolean' | 'integer' | 'number' | 'string' }
  | { readonly kind: 'list'; readonly of: Plain }
  | { readonly kind: 'map'; readonly of: Plain }
  | { readonly kind: 'nullable'; readonly of: Plain }
  | { readonly kind: 'tuple'; readonly items: readonly Plain[] }
  | { readonly kind: 'union'; readonly members: readonly Plain[] }
  | { readonly kind: 'named'; readonly name: string }

export interface PlainField {
  readonly key: string
  /** The name in source; unequal to the key if the language or its style asks for another one. */
  readonly name: string
  /** Never `nullable` itself: that is told by the next two. */
  readonly type: Plain
  /** Some objects lack the field. */
  readonly optional: boolean
  /** The field is null at times. */
  readonly nullable: boolean
}

export type PlainDeclaration =
  | { readonly kind: 'record'; readonly name: string; readonly fields: readonly PlainField[] }
  /** A value of one of several kinds; labels are unique in the union, in PascalCase. */
  | {
      readonly kind: 'union'
      readonly name: string
      readonly members: readonly { readonly label: string; readonly type: Plain }[]
    }
  /** One of several records, told apart by the text in the field `tag`. */
  | {
      readonly kind: 'choice'
      readonly name: string
      readonly tag: string
      readonly cases: readonly { readonly value: string; readonly label: string; readonly record: string }[]
    }
  /** A name for a root that is not a record. */
  | {
      readonly kind: 'alias'
      readonly name: string
      readonly type: Plain
      /** Why it is not a record, for a comment. */
      readonly note?: string
    }

/** What a language has, and what its names look like. */
export interface Dialect {
  /** Whether names keep to ASCII; other letters are allowed otherwise. */
  readonly ascii: boolean
  readonly fieldCase: 'camel' | 'snake' | 'pascal'
  /** Names that no field may take as they are. */
  readonly reserved: ReadonlySet<string>
  /** How a reserved name is freed; by default an underscore follows it. */
  readonly freed?: (name: string) => string
  /** Whether no field may be called like the record it is in; it gets the ending `Value` then. */
  readonly avoidsOwnName?: boolean
  /** Values of several kinds: unions with a name of their own, unions in place, or the type of any value. */
  readonly unions: 'named' | 'inline' | 'any'
  /** Variants told apart by a tag: a type for each, or one record with the fields of all. */
  readonly choices: 'cases' | 'merged'
  readonly tuples: boolean
  /** What the constructor of a record may take, in slots of the Java machine; a larger one is a map. */
  readonly maxSlots?: number
}

/** Of the 255 slots for parameters (JVM Specification, 4.3.3), those that a generated constructor leaves. */
export const JVM_SLOTS = 250

/** Words of a list that is written as one text. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** A type that null is a value of; `any` has null among its values already. */
export function nullable(type: Plain): Plain {
  return type.kind === 'any' || type.kind === 'nullable' ? type : { kind: 'nullable', of: type }
}

/** Whether the field may be absent or null. */
export function mayLack({ optional, nullable }: PlainField): boolean {
  return optional || nullable
}

/** The comment before a name for a type, in languages whose comments begin with two slashes. */
export function noteOf({ note }: PlainDeclaration & { kind: 'alias' }): string {
  return note === undefined ? '' : `// ${note}\n`
}

/** Whether any part of the declarations satisfies a condition. */
export function someType(
  declarations: readonly PlainDeclaration[],
  matches: (type: Plain) => boolean,
): boolean {
  const open: Plain[] = []
  for (const declaration of declarations) {
    if (declaration.kind === 'record') for (const field of declaration.fields) open.push(field.type)
    else if (declaration.kind === 'union') for (const member of declaration.members) open.push(member.type)
    else if (declaration.kind === 'alias') open.push(declaration.type)
  }
  for (let type = open.pop(); type; type = open.pop()) {
    if (matches(type)) return true
    if ('of' in type) open.push(type.of)
    else if (type.kind === 'tuple') open.push(...type.items)
    else if (type.kind === 'union') open.push(...type.members)
  }
  return false
}
