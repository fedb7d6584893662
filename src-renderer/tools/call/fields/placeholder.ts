import type { Field } from '../schema-fields.ts'

/** The placeholder of a field: its default value, or the range of a number. */
export function placeholderOf(field: Field): string {
  if (field.fallback !== undefined) {
    return typeof field.fallback === 'string' ? field.fallback : JSON.stringify(field.fallback)
  }
  if (field.widget === 'json')
    return field.shape === 'array' ? '[ ]' : field.shape === 'object' ? '{ }' : 'JSON'
  if (field.widget !== 'number') return ''
  const { minimum, maximum } = field
  if (minimum !== null && maximum !== null) return `${minimum} to ${maximum}`
  if (minimum !== null) return `${minimum} or more`
  return maximum === null ? '' : `${maximum} or less`
}
