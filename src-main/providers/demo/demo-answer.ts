import type { WireAnswer, WireQuestion } from './wire.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

const MAX_QUOTED_WORDS = 40
const MAX_DEPTH = 8

/** The model's name, which marks each of its answers as not real. */
export const DEMO_MODEL = 'demo'

/**
 * The demo's answer to a question: always the same for the same question, made from its first words, or from its
 * JSON Schema if the question has one on a line of its own.
 */
export function demoAnswer({ system, messages }: Pick<WireQuestion, 'system' | 'messages'>): WireAnswer {
  const schema = schemaIn(system)
  const text =
    schema === null ? proseOf(messages.at(-1)?.text ?? '') : JSON.stringify(sampleOf(schema, schema))
  const pieces = text.match(/\S+\s*|\s+/g) ?? []
  const read = [system, ...messages.map((message) => message.text)].join(' ').split(/\s+/).length
  return { model: DEMO_MODEL, pieces, usage: { read, written: pieces.length } }
}

function proseOf(text: string): string {
  const words = text
    .split('\n')
    .filter((line) => !/^<\/?data\b/.test(line))
    .join(' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  const quoted = words.slice(0, MAX_QUOTED_WORDS).join(' ')
  return `This is the demo: no model has read your text. It begins: ${quoted}${words.length > MAX_QUOTED_WORDS ? ' …' : ''}`
}

type Schema = Readonly<Record<string, unknown>>

function schemaIn(system: string): Schema | null {
  const line = system.split('\n').findLast((text) => text.startsWith('{'))
  if (line === undefined) return null
  try {
    return asSchema(parseJson(line))
  } catch {
    // A line of the instructions that only looks like JSON.
    return null
  }
}

function sampleOf(schema: Schema, root: Schema, depth = 0): unknown {
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choice = firstOf(schema.anyOf) ?? firstOf(schema.oneOf)
  if (choice !== undefined) return sampleOf(asSchema(choice), root, depth + 1)
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(schema, root, depth)
    case 'array': {
      const count = Math.max(depth > MAX_DEPTH ? 0 : 1, Number(schema.minItems ?? 0))
      return Array.from({ length: count }, () => sampleOf(asSchema(schema.items), root, depth + 1))
    }
    case 'integer':
    case 'number':
      return Number(schema.minimum ?? 1)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return textSample(schema)
  }
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined
}

function objectOf(schema: Schema, root: Schema, depth: number): Record<string, unknown> {
  if (depth > MAX_DEPTH) return {}
  const properties = Object.entries(asSchema(schema.properties))
  return Object.fromEntries(
    properties.map(([name, one]) => [name, sampleOf(asSchema(one), root, depth + 1)]),
  )
}

function textSample({ format, minLength, maxLength }: Schema): string {
  if (format === 'date') return '2026-01-01'
  if (format === 'date-time') return '2026-01-01T00:00:00Z'
  return 'Demo text'.padEnd(Number(minLength ?? 0), '.').slice(0, Number(maxLength ?? 200))
}

function typeOf({ type, properties }: Schema): unknown {
  if (Array.isArray(type)) return type[0]
  return type ?? (properties === undefined ? 'string' : 'object')
}

function asSchema(value: unknown): Schema {
  // An object that is not an array has only string keys.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {}
}
