import { canonicalJson } from '../../../../src-shared/canonical-json.ts'
import { isJsonObject } from '../../lib/json-document.ts'

/** How a deep merge combines two lists in the same place. */
export type ListMerge = 'replace' | 'append' | 'union' | 'by_place'

/** Applies a JSON Merge Patch (RFC 7396, section 2): null removes a member, lists are replaced. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch
  const members = new Map(isJsonObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name)
    else members.set(name, mergePatch(members.get(name), value))
  }
  return Object.fromEntries(members)
}

/** Merges objects at every level; null is an ordinary value, and the later of two scalars wins. */
export function deepMerge(first: unknown, second: unknown, lists: ListMerge): unknown {
  if (Array.isArray(first) && Array.isArray(second)) return mergedLists(first, second, lists)
  if (!isJsonObject(first) || !isJsonObject(second)) return second
  const members = new Map(Object.entries(first))
  for (const [name, value] of Object.entries(second))
    members.set(name, members.has(name) ? deepMerge(members.get(name), value, lists) : value)
  return Object.fromEntries(members)
}

function mergedLists(first: readonly unknown[], second: readonly unknown[], lists: ListMerge): unknown[] {
  switch (lists) {
    case 'replace':
      return [...second]
    case 'append':
      return [...first, ...second]
    case 'union':
      return uniqueOf([...first, ...second])
    case 'by_place':
      return Array.from({ length: Math.max(first.length, second.length) }, (_, at) =>
        at >= second.length
          ? first[at]
          : at < first.length
            ? deepMerge(first[at], second[at], lists)
            : second[at],
      )
  }
}

function uniqueOf(values: readonly unknown[]): unknown[] {
  const seen = new Set<string>()
  return values.filter((value) => {
    const text = canonicalJson(value)
    return !seen.has(text) && seen.add(text)
  })
}
