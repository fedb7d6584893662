import type { FieldInfo, ToolInfo } from './tool-info.ts'

/** A field that an option stands for, with its own name. */
export interface NamedField {
  readonly name: string
  readonly field: FieldInfo
}

/** Fields of a call that belong to the gateway and may be set for any tool. */
const GATEWAY_FLAGS: Readonly<Record<string, FieldInfo>> = {
  receipt: { type: 'boolean', description: 'Add a signed receipt' },
  trace: { type: 'boolean', description: 'Show how long each step took' },
  session_id: { type: 'string', description: 'The session, for agent memory' },
  mode: { type: 'string', enum: ['agent'], description: 'agent: also keep the result in memory' },
}

/**
 * The field of a tool or of the gateway that an option means, written without its dashes in front: the field of that
 * very name, else one that is written alike with dashes (`--pet-id` for `petId`), where there is only one.
 * @returns null for none, and where several fields are written alike
 */
export function fieldNamed({ input_schema: { properties } }: ToolInfo, written: string): NamedField | null {
  const snake = written.replaceAll('-', '_')
  for (const name of [written, snake]) {
    const field = ownOf(properties, name)
    if (field) return { name, field }
  }
  const ofGateway = ownOf(GATEWAY_FLAGS, snake)
  if (ofGateway) return { name: snake, field: ofGateway }
  const [name, ...others] = Object.keys(properties).filter((one) => inDashes(one) === inDashes(written))
  const field = name === undefined ? undefined : properties[name]
  return name !== undefined && field && others.length === 0 ? { name, field } : null
}

/** How the option of a field is written: with dashes where that means this field, else as the field is called. */
export function flagOf(tool: ToolInfo, name: string): string {
  const dashed = inDashes(name)
  return `--${fieldNamed(tool, dashed)?.name === name ? dashed : name}`
}

// `petId`, `pet_id` and `PET-ID` are `pet-id`, and `HTTPServer` is `http-server`.
function inDashes(name: string): string {
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

function ownOf(fields: Readonly<Record<string, FieldInfo>>, name: string): FieldInfo | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}
