/**
 * A copy of variables in which an object that is printed as a whole is its JSON, where the engine would write
 * `[object Object]`. Templates see members alone, so they cannot reach what the copies inherit.
 */
export function printable(variables: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // An object has members, so its copy does, too.
  return copyOf(variables) as Record<string, unknown>
}

const PRINTED = {
  toString(this: unknown): string {
    return JSON.stringify(this)
  },
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null) return value
  const copy: unknown = Object.create(PRINTED)
  for (const [name, member] of Object.entries(value))
    Object.defineProperty(copy, name, {
      value: copyOf(member),
      writable: true,
      enumerable: true,
      configurable: true,
    })
  return copy
}
