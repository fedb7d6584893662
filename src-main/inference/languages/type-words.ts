import type { Plain } from './plain-types.ts'

/** How a language writes each kind of type; parts are given as they are written already. */
export interface TypeWords {
  /** The type of any value; also for tuples and unions where the language has no words for them. */
  readonly any: string
  readonly boolean: string
  readonly integer: string
  readonly number: string
  readonly string: string
  readonly list: (of: string) => string
  readonly map: (of: string) => string
  readonly nullable: (of: string) => string
  readonly tuple?: (items: readonly string[]) => string
  /** The members come as types, because some languages write a record inside a union in another way. */
  readonly union?: (members: readonly Plain[], write: (type: Plain) => string) => string
  /** By default the name as it is. */
  readonly named?: (name: string) => string
}

/** A function that writes types in the words of a language. */
export function typeWriter(words: TypeWords): (type: Plain) => string {
  const write = (type: Plain): string => {
    switch (type.kind) {
      case 'list':
      case 'map':
      case 'nullable':
        return words[type.kind](write(type.of))
      case 'tuple':
        return words.tuple?.(type.items.map(write)) ?? words.any
      case 'union':
        return words.union?.(type.members, write) ?? words.any
      case 'named':
        return words.named?.(type.name) ?? type.name
      default:
        return words[type.kind]
    }
  }
  return write
}

/** The same for a language whose type of any value depends on whether the source is types only. */
export function typeWriters(
  words: Omit<TypeWords, 'any'>,
  any: { readonly typesOnly: string; readonly complete: string },
): (type: Plain, typesOnly: boolean) => string {
  const bare = typeWriter({ ...words, any: any.typesOnly })
  const complete = typeWriter({ ...words, any: any.complete })
  return (type, typesOnly) => (typesOnly ? bare : complete)(type)
}
