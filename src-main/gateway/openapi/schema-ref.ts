import type { JsonSchema } from '../../registry/registry.ts'

/** A reference to a schema that the document names. */
export function schemaRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}
