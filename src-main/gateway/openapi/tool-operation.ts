import { MAX_SESSION_ID_CHARS } from '../../../src-shared/limits.ts'
import { withFileReferences } from '../../registry/file-fields.ts'
import type { JsonSchema, RegisteredTool } from '../../registry/registry.ts'
import { errorResponsesOf } from './error-responses.ts'
import { schemaRef } from './schema-ref.ts'
import { IDEMPOTENCY_KEY } from './operation.ts'
import { headersWith } from './response-headers.ts'
import { answerExamplesOf, engineOf, requestExamplesOf } from './tool-examples.ts'
import { counted } from '../../../src-shared/counted.ts'

/** An object schema, as tools declare them. */
interface ObjectSchema extends JsonSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/** Fields of the body that belong to the gateway (spec, "Tool call request body"). */
const CALL_FIELDS: Readonly<Record<string, JsonSchema>> = {
  mode: { type: 'string', enum: ['agent'], description: 'agent adds the agent block and saves the result' },
  trace: { type: 'boolean', description: 'Adds a trace of the steps of the call' },
  receipt: { type: 'boolean', description: 'Adds a receipt signed by this instance' },
  session_id: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_SESSION_ID_CHARS,
    description: 'The namespace of the memory in which agent mode saves the result',
  },
}

/** POST /v1/{slug} for one tool, with the types of its input and output. */
export function toToolOperation(tool: RegisteredTool): object {
  const { definition, slug } = tool
  const errors = {
    access: 'key',
    takesBody: true,
    idempotent: true,
    own: engineOf(tool) === 'llm' ? [402, 404, 504] : [402, 404],
  } as const
  return {
    operationId: slug,
    tags: [definition.category],
    summary: definition.title,
    description: descriptionOf(tool),
    parameters: [IDEMPOTENCY_KEY, { $ref: '#/components/parameters/AgentMode' }],
    requestBody: {
      required: tool.required.length > 0,
      content: { 'application/json': { schema: bodyOf(tool), examples: requestExamplesOf(tool) } },
    },
    responses: {
      200: {
        description: 'The output of the tool, its cost and what handled it',
        headers: headersWith('Idempotent-Replayed'),
        content: { 'application/json': { schema: answerOf(tool), ...answerExamplesOf(tool) } },
      },
      ...errorResponsesOf(errors),
    },
    'x-credits': definition.credits,
    'x-tier': definition.tier,
  }
}

function descriptionOf({ definition }: RegisteredTool): string {
  const { summary, credits, cacheable, mainField, aliases = [] } = definition
  const sentences = [
    summary,
    credits === 0 ? 'A call is free.' : `A call costs ${counted(credits, 'credit')}.`,
    cacheable ? 'The same input gives the same output, which is cached for the key.' : '',
    mainField
      ? `\`${mainField}\` may also be sent as \`input\`.`
      : 'The fields may also be sent in `input`.',
    aliases.length > 0 ? `Aliases: ${aliases.join(', ')}.` : '',
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

function bodyOf(tool: RegisteredTool): JsonSchema {
  // A tool's input is declared as an object.
  const schema = tool.input.openApi as ObjectSchema
  const filed = withFileReferences(schema, Object.keys(tool.fileFields), schemaRef('FileReference'))
  // Only what its properties are was changed.
  const { properties } = filed as ObjectSchema
  return { ...schema, properties: { ...properties, ...CALL_FIELDS } }
}

function answerOf(tool: RegisteredTool): JsonSchema {
  // A tool's output is declared as an object.
  const output = tool.output.openApi as ObjectSchema
  const data = {
    ...output,
    properties: { ...output.properties, _engine: { type: 'string', enum: [engineOf(tool)] } },
    required: [...(output.required ?? []), '_engine'],
  }
  const success = envelopeOf(true, data)
  if (engineOf(tool) !== 'llm') return success
  return { oneOf: [success, envelopeOf(false, schemaRef('NeedsKeyData'))] }
}

function envelopeOf(ok: boolean, data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      ok: { type: 'boolean', enum: [ok] },
      data,
      meta: schemaRef('Meta'),
      guarantees: schemaRef('Guarantees'),
      agent: schemaRef('AgentBlock'),
      trace: { type: 'array', items: schemaRef('TraceSpan') },
      receipt: schemaRef('Receipt'),
    },
    required: ['ok', 'data', 'meta', 'guarantees'],
  }
}
