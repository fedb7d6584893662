import type { Target } from './column-map.ts'
import { typesOf } from './typed-value.ts'
import type { JsonSchema, Tool } from '../../gateway/gateway-types.ts'

const MAX_CHOICES = 5

/** A target as the value of a select, and back. */
export function targetText(target: Target): string {
  return target.kind === 'field' ? `field:${target.field}` : target.kind
}

export function targetOf(text: string): Target {
  if (text.startsWith('field:')) return { kind: 'field', field: text.slice('field:'.length) }
  return { kind: text === 'input' || text === 'label' || text === 'slug' ? text : 'none' }
}

/** Describes what a field accepts, in a few words. */
export function acceptsWords(target: Target, tool: Tool | null | undefined): string {
  switch (target.kind) {
    case 'label':
      return 'not sent; kept as the row label'
    case 'none':
      return 'not sent'
    case 'slug':
      return 'the tool of each row'
    case 'input':
      return 'a JSON object with all fields'
    case 'field': {
      if (!tool) return 'depends on the row’s tool'
      const required = tool.input_schema.required?.includes(target.field) ? ', required' : ''
      return `${typeWords(tool.input_schema.properties?.[target.field])}${required}`
    }
  }
}

function typeWords(schema: JsonSchema | undefined): string {
  if (schema?.enum) {
    const shown = schema.enum.slice(0, MAX_CHOICES).map(String)
    return shown.join(' · ') + (schema.enum.length > MAX_CHOICES ? ' · …' : '')
  }
  const types = [...typesOf(schema)]
  return types.length === 0 ? 'any JSON or text' : types.join(' or ')
}
