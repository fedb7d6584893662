import { isJson, type Json } from '../../../lib/api-parts.ts'
import { pointerToken } from '../../../../../src-shared/json-schema/pointer-token.ts'

const MAX_REFERENCES = 20_000

/** A reference of a description, with the place of the object that holds it. */
interface Reference {
  readonly path: string
  readonly to: string
}

/** The first 20,000 references of a description, apart from those in examples. */
export function referencesOf(document: Json): Reference[] {
  const found: Reference[] = []
  const open: { value: unknown; path: string; name: string }[] = [{ value: document, path: '', name: '' }]
  for (let next = open.pop(); next && found.length < MAX_REFERENCES; next = open.pop()) {
    const { value, path, name } = next
    // Examples may contain anything.
    if (typeof value !== 'object' || value === null || name === 'example' || name === 'examples') continue
    const to = isJson(value) && name !== 'properties' ? value['$ref'] : undefined
    if (typeof to === 'string') found.push({ path, to })
    for (const [key, member] of Object.entries(value))
      open.push({ value: member, path: `${path}/${pointerToken(key)}`, name: key })
  }
  return found
}

/** Whether a reference leads out of the document. */
export function isOutside({ to }: Reference): boolean {
  return !to.startsWith('#')
}
