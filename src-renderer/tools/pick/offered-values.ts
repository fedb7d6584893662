import type { JsonSchema, Tool } from '../../gateway/gateway-types.ts'

/** The values that a tool's output offers, its main output first; null is the whole output. */
export function offeredValues({
  main_output: main,
  output_schema: schema,
}: Tool): readonly (string | null)[] {
  const found = new Set<string | null>(main ? [main] : [])
  for (const [name, member] of Object.entries(schema?.properties ?? {})) {
    if (name === '_engine') continue
    found.add(name)
    for (const inner of Object.keys(objectOf(member)?.properties ?? {})) found.add(`${name}.${inner}`)
  }
  return [...found.add(null)]
}

function objectOf(schema: JsonSchema): JsonSchema | undefined {
  return [schema, ...(schema.anyOf ?? [])].find(({ properties }) => properties)
}
