import type { Issue } from '../../../src-shared/errors.ts'

/** Validation issues by the field they belong to; those of no field come under the empty name. */
export function issuesByField(
  issues: readonly Issue[],
  fields: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const byField = new Map<string, string[]>()
  for (const { path, message } of issues) {
    const [, name = '', rest = ''] = /^\/?([^./[]*)(.*)$/.exec(path) ?? []
    const field = fields.has(name) ? name : ''
    const text = (field && rest) || (!field && path) ? `${path}: ${message}` : message
    byField.set(field, [...(byField.get(field) ?? []), text])
  }
  return byField
}
