import type { Issue } from '../../../src-shared/errors.ts'

/** Groups validation issues by field; issues without a field get an empty name. */
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
