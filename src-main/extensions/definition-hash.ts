import { hash } from 'node:crypto'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import type { Definition } from './source.ts'

/**
 * What stands for a definition: SHA-256 of the canonical JSON of everything that a model or a person reads of it,
 * and of what it sends; of a script, that of its file, which says all of this.
 */
export function hashOf({
  name,
  title = undefined,
  description = undefined,
  inputSchema,
  outputSchema = undefined,
  annotations = undefined,
  request = undefined,
  command = undefined,
  script,
}: Definition): string {
  if (script) return hash('sha256', script.text)
  const members = { name, title, description, inputSchema, outputSchema, annotations, request, command }
  const told = Object.entries(members).filter(([, value]) => value !== undefined)
  return hash('sha256', canonicalJson(Object.fromEntries(told)))
}
