import { parseJson } from '../../../src-shared/parse-json.ts'
import type { JsonSchema, Tool } from '../../gateway/gateway-types.ts'
import type { Input } from './tool-draft.ts'

/**
 * The field that a text fills: the main field, or the only required field that takes text or JSON.
 */
export function mainFieldOf({ main_field: named, input_schema: { properties = {}, required = [] } }: Tool) {
  if (named) return named
  const takers = required.filter((name) => {
    const type = properties[name]?.type
    return type === undefined || type === 'string' || type === 'array' || type === 'object'
  })
  return takers.length === 1 ? takers[0]! : null
}

/**
 * The input of a tool with a text in its main field, and the other required fields as in the
 * tool's first example. Null if the tool has no main field.
 */
export function inputWithMain(tool: Tool, text: string): Input | null {
  const field = mainFieldOf(tool)
  if (!field) return null
  const { required = [], properties = {} } = tool.input_schema
  const example = Object.entries(tool.examples?.[0]?.input ?? {}).filter(([name]) =>
    required.includes(name),
  )
  return { ...Object.fromEntries(example), [field]: valueFor(properties[field], text) }
}

/** A text as a field of this schema takes it: as it is, as the JSON it holds, or as a list of its parts. */
export function valueFor(schema: JsonSchema | undefined, text: string): unknown {
  if (schema?.type === 'string') return text
  const json = readJsonValue(text)
  if (json !== undefined && !(schema?.type === 'array' && !Array.isArray(json))) return json
  return schema?.type === 'array' ? partsOf(schema, text) : text
}

function partsOf({ items }: JsonSchema, text: string): readonly unknown[] {
  const type = typeof items === 'object' ? items.type : undefined
  if (type !== 'number' && type !== 'integer') return text.split(/\r?\n/).filter((line) => line !== '')
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
}

function readJsonValue(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined // Not JSON, so it is used as text.
  }
}
