import { STATUS_CODES } from 'node:http'
import { ERROR_STATUS } from '../../../src-shared/errors.ts'
import type { Access } from '../route.ts'
import { ERROR_CODES } from './error-shapes.ts'
import { schemaRef } from './schema-ref.ts'
import { headersWith } from './response-headers.ts'

/** What determines the errors of a route. */
export interface ErrorSources {
  readonly access: Access
  readonly takesBody: boolean
  readonly idempotent: boolean
  /** Statuses that the route itself adds. */
  readonly own: readonly number[]
}

/** The error answers of a route, and one for everything that stops a request before it reaches a route. */
export function errorResponsesOf(sources: ErrorSources): Record<string, object> {
  const responses: Record<string, object> = {}
  for (const status of statusesOf(sources)) responses[status] = responseRef(nameOf(status))
  return { ...responses, default: responseRef('OtherError') }
}

/** Every error answer, for `components.responses`. */
export function errorResponses(): Record<string, object> {
  const statuses = [...new Set(Object.values(ERROR_STATUS))].filter((status) => !EARLY.has(status))
  const responses: Record<string, object> = {}
  for (const status of statuses) responses[nameOf(status)] = toResponse(status)
  return {
    ...responses,
    OtherError: {
      description: 'The request could not be read, is too large or arrived too slowly',
      headers: headersWith('Link'),
      content: { 'application/json': { schema: schemaRef('ErrorBody') } },
    },
  }
}

/** Statuses of refusals by the socket and the router, which no route makes itself; and 499, when nobody listens. */
const EARLY: ReadonlySet<number> = new Set([405, 408, 414, 431, 499])

// The door may refuse any request (400, 403), and any may hit a bug (500) or a busy gateway (503).
function statusesOf({ access, takesBody, idempotent, own }: ErrorSources): number[] {
  const statuses = [400, 403, 500, 503, ...own]
  if (access !== 'open') statuses.push(401, 429)
  if (takesBody) statuses.push(413, 415, 507)
  if (idempotent) statuses.push(409, 422)
  return [...new Set(statuses)].sort((a, b) => a - b)
}

function toResponse(status: number): object {
  const codes = ERROR_CODES.filter((code) => ERROR_STATUS[code] === status)
  const code = { type: 'string', enum: codes }
  return {
    description: `${STATUS_CODES[status]}: ${codes.join(', ')}`,
    headers: headersWith('Link', ...extraHeadersOf(status)),
    content: {
      'application/json': {
        schema: {
          allOf: [
            schemaRef('ErrorBody'),
            { type: 'object', properties: { error: { type: 'object', properties: { code } } } },
          ],
        },
      },
    },
  }
}

function extraHeadersOf(status: number): ('Retry-After' | 'WWW-Authenticate')[] {
  if (status === 401) return ['WWW-Authenticate']
  return status === 409 || status === 429 || status === 503 ? ['Retry-After'] : []
}

function nameOf(status: number): string {
  return (STATUS_CODES[status] ?? `Status${status}`).replaceAll(/\W/g, '')
}

function responseRef(name: string): object {
  return { $ref: `#/components/responses/${name}` }
}
