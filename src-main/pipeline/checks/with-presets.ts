import { isDeepStrictEqual } from 'node:util'
import type { ToolOfSet } from '../../../src-shared/toolsets/saved-toolset.ts'
import { placeFields } from '../../registry/check-input.ts'
import type { JsonSchema } from '../../registry/field-schema.ts'
import type { RegisteredTool } from '../../registry/registry.ts'
import type { Call } from '../call.ts'
import { invalidInput } from './validate-input.ts'

/**
 * Adds the presets of a toolset to a call, so that everything that follows is as if the caller had sent them. A field
 * that is null counts as left out, unless its schema takes null.
 * @throws GatewayError validation_error for a fixed field with another value; the error does not tell the fixed one
 */
export function withPresets<C extends Pick<Call, 'fields' | 'bodyText'>>(
  call: C,
  tool: RegisteredTool,
  { fixed = {}, defaults = {} }: ToolOfSet,
): C {
  const names = [...Object.keys(fixed), ...Object.keys(defaults)]
  if (names.length === 0) return call
  const sent = { ...placeFields(tool, call.fields) }
  for (const name of names) if (isLeftOut(tool, name, sent[name])) delete sent[name]
  const issues = Object.entries(fixed)
    .filter(([name, value]) => Object.hasOwn(sent, name) && !isDeepStrictEqual(sent[name], value))
    .map(([path]) => ({ path, message: 'The toolset fixes the value of this field; leave it out' }))
  if (issues.length > 0) throw invalidInput(tool, issues)
  const { bodyText: _sent, ...rest } = call
  // Everything but the fields and the text of the body is as it was.
  return { ...rest, fields: { ...defaults, ...sent, ...fixed } } as unknown as C
}

function isLeftOut({ inputSchema }: RegisteredTool, name: string, value: unknown): boolean {
  if (value !== null) return value === undefined
  // The JSON Schema of a tool's input has properties.
  const properties = inputSchema.properties as Record<string, JsonSchema>
  return !takesNull(properties[name] ?? {})
}

function takesNull({ type, anyOf, oneOf, enum: values }: JsonSchema): boolean {
  if (Array.isArray(values)) return values.includes(null)
  // Both are lists of schemas in JSON Schema.
  const kinds = [anyOf, oneOf].filter(Array.isArray).flat() as JsonSchema[]
  if (kinds.length > 0) return kinds.some(takesNull)
  return type === undefined || [type].flat().includes('null')
}
