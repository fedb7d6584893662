import type { z } from 'zod'

type Path = readonly PropertyKey[]

/**
 * Fields without those that are null and must not be: the strict mode of a model's API has no other way to leave a
 * field out.
 * @param issues what is wrong with the fields
 * @returns null when none of them is a field that is null
 */
export function withoutNulls(
  fields: Readonly<Record<string, unknown>>,
  issues: readonly z.core.$ZodIssue[],
): Record<string, unknown> | null {
  const nulls = issues.flatMap(pathsIn).filter((path) => isNullMember(fields, path))
  if (nulls.length === 0) return null
  const names = new Set(nulls.map(nameOf))
  return copyOf(fields, [], (path) => !names.has(nameOf(path)))
}

/** The places that an issue can mean; for a union those of each of its kinds. */
function pathsIn(issue: z.core.$ZodIssue): readonly Path[] {
  if (issue.code !== 'invalid_union') return [issue.path]
  const inside = issue.errors.flat().flatMap(pathsIn)
  return [issue.path, ...inside.map((path) => [...issue.path, ...path])]
}

function isNullMember(value: unknown, [name, ...rest]: Path): boolean {
  if (name === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
    return false
  // It has a member of this name.
  const member = (value as Record<PropertyKey, unknown>)[name]
  return rest.length === 0 ? member === null && !Array.isArray(value) : isNullMember(member, rest)
}

// One pass, however many fields go.
function copyOf(object: object, at: Path, stays: (path: Path) => boolean): Record<string, unknown> {
  const members = Object.entries(object).filter(([name]) => stays([...at, name]))
  return Object.fromEntries(members.map(([name, member]) => [name, valueOf(member, [...at, name], stays)]))
}

function valueOf(value: unknown, at: Path, stays: (path: Path) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item, index) => valueOf(item, [...at, index], stays))
  return typeof value === 'object' && value !== null ? copyOf(value, at, stays) : value
}

function nameOf(path: Path): string {
  return JSON.stringify(path.map(String))
}
