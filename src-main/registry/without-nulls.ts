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
  // The copy of an object is one.
  return without(fields, treeOf(nulls)) as Record<string, unknown>
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

/** Places by the names of their steps; a place that goes has nothing below it. */
class Tree extends Map<string, Tree> {}

function treeOf(paths: readonly Path[]): Tree {
  const tree = new Tree()
  for (const path of paths) {
    let at = tree
    for (const step of path.map(String)) {
      const next = at.get(step) ?? new Tree()
      at.set(step, next)
      at = next
    }
  }
  return tree
}

// Copies only what leads to a place that goes, so that the time does not depend on what else was sent.
function without(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((item, index) => inTree(item, tree.get(String(index))))
  const members = Object.entries(value ?? {}).filter(([name]) => tree.get(name)?.size !== 0)
  return Object.fromEntries(members.map(([name, member]) => [name, inTree(member, tree.get(name))]))
}

function inTree(value: unknown, tree: Tree | undefined): unknown {
  return tree ? without(value, tree) : value
}
