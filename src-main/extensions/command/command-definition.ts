import type { JsonSchema } from '../../registry/field-schema.ts'
import type { Definition } from '../source.ts'
import type { CommandField, CommandTool } from './command-settings.ts'

const MAX_LENGTH = 32_768

const OUTPUTS: Readonly<Record<CommandTool['output'], JsonSchema>> = {
  text: { text: { type: 'string', description: 'What it has printed' } },
  lines: {
    lines: { type: 'array', items: { type: 'string' }, description: 'The lines that it has printed' },
  },
  json: { value: { description: 'What it has printed, read as JSON' } },
}

/** A command as the definition of a tool. */
export function toDefinition(tool: CommandTool): Definition {
  const { name, title, summary, argv, stdin, output, fields, exit_codes, read_only: isReadOnly } = tool
  const required = Object.keys(fields).filter((field) => fields[field]?.default === undefined)
  return {
    ...{ name, description: summary },
    ...(title === undefined ? {} : { title }),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(fields).map(([field, of]) => [field, schemaOf(of)])),
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { exit_code: { type: 'integer', description: 'How it has ended' }, ...OUTPUTS[output] },
      required: ['exit_code', ...Object.keys(OUTPUTS[output])],
    },
    annotations: { readOnlyHint: isReadOnly },
    command: { argv, output, fields, exit_codes, ...(stdin === undefined ? {} : { stdin }) },
  }
}

function schemaOf({
  type,
  description,
  choices,
  minimum,
  maximum,
  max_length,
  default: left,
}: CommandField) {
  return {
    type,
    ...(description === undefined ? {} : { description }),
    ...(choices === undefined ? {} : { enum: choices }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(type === 'string' ? { maxLength: max_length ?? MAX_LENGTH } : {}),
    ...(left === undefined ? {} : { default: left }),
  }
}
