import { isLink, namesOf, type Link } from '../../../src-shared/recipes/recipe.ts'

/** What links of a recipe can point to: its input and what its steps have given, by their names. */
export type Known = ReadonlyMap<string, unknown>

/** A link that points to nothing. */
export class PointsToNothing extends Error {
  override readonly name = 'PointsToNothing'
  readonly pointer: string

  constructor(pointer: string) {
    super(`${pointer} points to nothing`)
    this.pointer = pointer
  }
}

const LEFT_OUT = Symbol('left out')

/**
 * Puts what links point to in their places. A member that is a link to a part of the input that its caller left out
 * is left out as well.
 * @throws PointsToNothing for any other link without a value
 */
export function fillFields(
  fields: Readonly<Record<string, unknown>>,
  known: Known,
): Record<string, unknown> {
  // fromEntries() makes members of its own, whatever they are called.
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const filled = isLink(value) ? follow(value, known, true) : fill(value, known)
      return filled === LEFT_OUT ? [] : [[name, filled]]
    }),
  )
}

function fill(value: unknown, known: Known): unknown {
  if (isLink(value)) return follow(value, known, false)
  if (Array.isArray(value)) return value.map((one) => fill(one, known))
  // An object that is neither a list nor null has members.
  return typeof value === 'object' && value !== null
    ? fillFields(value as Record<string, unknown>, known)
    : value
}

function follow({ $from }: Link, known: Known, mayBeLeftOut: boolean): unknown {
  const [first, ...rest] = namesOf($from) ?? ['']
  let value: unknown = known.get(first)
  for (const name of rest) {
    value = memberOf(value, name)
    if (value === undefined) break
  }
  if (value !== undefined) return value
  if (mayBeLeftOut && first === 'input') return LEFT_OUT
  throw new PointsToNothing($from)
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d{0,9})$/.test(name) ? value[Number(name)] : undefined
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  // It has this member of its own.
  return (value as Readonly<Record<string, unknown>>)[name]
}
