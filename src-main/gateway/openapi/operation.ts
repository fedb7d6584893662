import type { AnswerDocument, OperationDocument } from './operation-document.ts'
import type { Access, Route } from '../route.ts'
import { errorResponsesOf } from './error-responses.ts'
import { queryParameters } from './query-parameters.ts'
import { headersWith } from './response-headers.ts'

/** A route that the document shows. */
export type DocumentedRoute = Route & { readonly document: OperationDocument }

/** Whether the document shows a route; routes that only the page uses are left out. */
export function isDocumented(route: Route): route is DocumentedRoute {
  return route.document !== undefined
}

/** One operation of the document, from its route's own description. */
export function toOperation({ access, method, document }: DocumentedRoute): object {
  const { operationId, tag, summary, description, query, parameters = [] } = document
  const idempotent = document.idempotent ?? false
  const errors = { access, takesBody: method === 'POST', idempotent, own: document.errors ?? [] }
  return {
    operationId,
    tags: [tag],
    summary,
    description: description ?? `${summary}.`,
    ...securityOf(access),
    parameters: [
      ...(query ? queryParameters(query) : []),
      ...parameters,
      ...(idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...requestBodyOf(document),
    responses: { ...answersOf(document, idempotent), ...errorResponsesOf(errors) },
  }
}

function requestBodyOf({
  body,
  bodies = body ? { 'application/json': body } : {},
}: OperationDocument): object {
  const types = Object.entries(bodies)
  if (types.length === 0) return {}
  return {
    requestBody: {
      required: true,
      content: Object.fromEntries(types.map(([type, schema]) => [type, { schema }])),
    },
  }
}

/** A parameter that operations share. */
export const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/IdempotencyKey' }

/** Who may use an operation: a key is required unless stated otherwise. */
function securityOf(access: Access): object {
  if (access === 'open') return { security: [] }
  return access === 'public' ? { security: [{}, { bearer: [] }] } : {}
}

function answersOf(document: OperationDocument, idempotent: boolean): Record<string, object> {
  const { success, alsoAnswers = [], conditional = false } = document
  const special = [
    ...(idempotent ? ['Idempotent-Replayed'] : []),
    ...(conditional ? ['ETag', 'Vary', 'Content-Encoding'] : []),
  ]
  const answers: Record<string, object> = {}
  for (const answer of [success, ...alsoAnswers]) answers[answer.status] = toResponse(answer, special)
  if (conditional) {
    answers[304] = {
      description: 'The caller has the current version',
      headers: headersWith('ETag', 'Vary'),
    }
  }
  return answers
}

function toResponse(answer: AnswerDocument, special: readonly string[]): object {
  const content =
    'schema' in answer
      ? { 'application/json': { schema: answer.schema } }
      : { [answer.contentType]: { schema: { type: 'string' } } }
  return {
    description: answer.description,
    headers: headersWith(...special, ...(answer.headers ?? [])),
    content,
  }
}
