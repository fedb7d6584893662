import type { z } from 'zod'
import type { JsonSchema } from '../../registry/registry.ts'

/** The description of one route in /v1/openapi.json. Schemas are in the dialect of OpenAPI 3.0. */
export interface OperationDocument {
  readonly operationId: string
  readonly tag:
    | 'Tools'
    | 'Calls'
    | 'Files'
    | 'Keys and credits'
    | 'Team budget'
    | 'Administration'
    | 'Service'
  readonly summary: string
  readonly description?: string
  /** What the query is read by; its parameters come before the others. */
  readonly query?: z.ZodObject<Readonly<Record<string, z.ZodType>>>
  readonly parameters?: readonly ParameterDocument[]
  readonly body?: JsonSchema
  /** The bodies of a route that takes other content types than JSON. */
  readonly bodies?: Readonly<Record<string, JsonSchema>>
  readonly success: AnswerDocument
  /** Successful answers with another status. */
  readonly alsoAnswers?: readonly AnswerDocument[]
  /** Honours Idempotency-Key, and so may answer 409 and 422. */
  readonly idempotent?: boolean
  /** Answers 304 to a caller that already has the document. */
  readonly conditional?: boolean
  /** Statuses of errors that this route can answer with, besides those of every route. */
  readonly errors?: readonly number[]
}

/** A successful answer: its status and the schema of its JSON body, or another content type. */
export type AnswerDocument = {
  readonly status: number
  readonly description: string
  /** Headers besides those of every answer. */
  readonly headers?: readonly ('Location' | 'Content-Disposition')[]
} & ({ readonly schema: JsonSchema } | { readonly contentType: string })

export interface ParameterDocument {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly description: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

/** The slug in a path. */
export const SLUG_PARAMETER: ParameterDocument = {
  name: 'slug',
  in: 'path',
  required: true,
  description: 'The name of a tool, or an alias of it',
  schema: { type: 'string' },
}

/** The body of a call when a path parameter names the tool. */
export const CALL_BODY: JsonSchema = {
  type: 'object',
  description: 'The same body as for POST /v1/{slug}',
  additionalProperties: true,
}
