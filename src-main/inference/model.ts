/** The type of a value, as the printers see it. References name a declaration of the same model. */
export type Type =
  | { readonly kind: 'unknown' | 'null' | 'boolean' }
  | { readonly kind: 'number'; readonly integer: boolean }
  | { readonly kind: 'string'; readonly format: StringFormat | null }
  | { readonly kind: 'literal'; readonly values: readonly string[] }
  | { readonly kind: 'array'; readonly element: Type }
  | { readonly kind: 'tuple'; readonly items: readonly Type[]; readonly labels?: readonly string[] | null }
  | { readonly kind: 'map'; readonly value: Type }
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'union'; readonly members: readonly Type[] }

/** Recognised string formats, named as in JSON Schema. */
export const STRING_FORMATS = ['date-time', 'date', 'uuid', 'email', 'uri'] as const
export type StringFormat = (typeof STRING_FORMATS)[number]

export interface Field {
  readonly key: string
  readonly optional: boolean
  readonly type: Type
  /** What was seen in the field, if notes were requested. */
  readonly note: FieldNote | null
}

export interface FieldNote {
  /** The first scalar seen. */
  readonly example: string | number | boolean | undefined
  /** The format that all strings of the field have. */
  readonly format: StringFormat | null
}

/**
 * A type with a name: a record of fields, a union told apart by one field, or a name for any other type.
 */
export type Declaration =
  | { readonly kind: 'record'; readonly name: string; readonly fields: readonly Field[] }
  | {
      readonly kind: 'choice'
      readonly name: string
      readonly tag: string
      readonly members: readonly string[]
    }
  | { readonly kind: 'alias'; readonly name: string; readonly type: Type }

export interface Model {
  /** The name of the root type; always declared. */
  readonly root: string
  /** The root first (an alias last), then in order of first mention. */
  readonly declarations: readonly Declaration[]
}

/** What is inferred beyond the plain types. */
export interface InferenceOptions {
  readonly rootName: string
  /** `never` keeps every object a record with the keys that were seen. */
  readonly maps: 'auto' | 'never'
  /** Whether arrays of one length whose positions differ in kind become tuples. */
  readonly tuples: boolean
  /**
   * Strings that become unions of literals: none, those with few repeated values, or those under
   * these keys.
   */
  readonly enums: 'none' | 'auto' | readonly string[]
  /** Formats that are part of a string's type. */
  readonly formats: readonly StringFormat[]
  /** Whether integers are told apart from other numbers. */
  readonly integers: boolean
  /** Whether the first value and the format of each field are noted. */
  readonly notes: boolean
  /** Names that no type may take, besides those reserved by the language. */
  readonly reservedNames: readonly string[]
}

export const DEFAULT_INFERENCE: InferenceOptions = {
  rootName: 'Root',
  maps: 'auto',
  tuples: true,
  enums: 'none',
  formats: [],
  integers: false,
  notes: false,
  reservedNames: [],
}
