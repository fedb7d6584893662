import type { JsonSchema } from '../registry/registry.ts'

/** What /v1/openapi.json says of one route. Schemas are in the dialect of OpenAPI 3.0. */
export interface OperationDocument {
  readonly operationId: string
  readonly tag: 'Tools' | 'Calls' | 'Keys and credits' | 'Administration' | 'Service'
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly ParameterDocument[]
  readonly body?: JsonSchema
  /** The success answer: its status and the schema of its JSON body, or another content type. */
  readonly success: { readonly status: number; readonly description: string } & (
    { readonly schema: JsonSchema } | { readonly contentType: string }
  )
  /** Statuses of errors that this route can answer with, beside those that every route can. */
  readonly errors?: readonly number[]
}

export interface ParameterDocument {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly description: string
  readonly required?: boolean
  readonly schema: JsonSchema
}
