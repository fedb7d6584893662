import { parseJson } from '../../../src-shared/parse-json.ts'
import type { JsonSchema, Tool } from '../../gateway/gateway-types.ts'
import { mainFieldOf } from '../search/suggest-tools.ts'
import type { Input } from './tool-draft.ts'

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

/** A text as a field of this schema takes it: as it is, as the JSON it holds, or line by line. */
function valueFor(schema: JsonSchema | undefined, text: string): unknown {
  if (schema?.type === 'string') return text
  const json = readJsonValue(text)
  if (json !== undefined) return json
  return schema?.type === 'array' ? text.split(/\r?\n/).filter((line) => line !== '') : text
}

function readJsonValue(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined // Not JSON, so it is used as text.
  }
}
