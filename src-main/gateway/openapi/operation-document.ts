import type { JsonSchema } from '../../registry/registry.ts'

/** What /v1/openapi.json says of one route. Schemas are in the dialect of OpenAPI 3.0. */
export interface OperationDocument {
  readonly operationId: string
  readonly tag: 'Tools' | 'Calls' | 'Keys and credits' | 'Administration' | 'Service'
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly ParameterDocument[]
  readonly body?: JsonSchema
  readonly success: AnswerDocument
  /** Good answers with another status. */
  readonly alsoAnswers?: readonly AnswerDocument[]
  /** Honours Idempotency-Key, and so may answer 409 and 422. */
  readonly idempotent?: boolean
  /** Answers 304 to a caller that has the document already. */
  readonly conditional?: boolean
  /** Statuses of errors that this route can answer with, beside those that every route can. */
  readonly errors?: readonly number[]
}

/** A good answer: its status and the schema of its JSON body, or another content type. */
export type AnswerDocument = {
  readonly status: number
  readonly description: string
  /** Headers beside those that every answer has. */
  readonly headers?: readonly 'Location'[]
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

/** The body of a call where the tool is named by the path's parameter. */
export const CALL_BODY: JsonSchema = {
  type: 'object',
  description: 'The same body as POST /v1/{slug} takes',
  additionalProperties: true,
}
