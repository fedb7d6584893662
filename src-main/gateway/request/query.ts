import { getQuery, type H3Event } from 'h3'
import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { MAX_ISSUES } from '../../../src-shared/limits.ts'
import { unknownParameter } from '../../registry/choose-tools.ts'
import { toIssue } from '../../registry/input-issue.ts'
import { readJsonBody } from './read-body.ts'

/**
 * Reads the query of an address by a schema; a parameter sent twice counts by its last value.
 * @throws GatewayError validation_error naming the wrong parameters
 */
export function readQuery<S extends z.ZodObject>(event: H3Event, schema: S): z.output<S> {
  const query = Object.fromEntries(
    Object.entries(getQuery(event)).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.at(-1) : value,
    ]),
  )
  const odd = Object.keys(query).find((name) => !Object.hasOwn(schema.shape, name))
  if (odd !== undefined && isStrict(schema)) throw unknownParameter(odd, Object.keys(schema.shape))
  return checked(schema, query, 'The query is not valid')
}

function isStrict({ def }: z.ZodObject): boolean {
  return def.catchall?._zod.def.type === 'never'
}

/**
 * Reads a request's body by a schema.
 * @throws GatewayError payload_too_large; validation_error naming the wrong fields
 */
export async function readBody<S extends z.ZodType>(event: H3Event, schema: S): Promise<z.output<S>> {
  return readFields((await readJsonBody(event)).value, schema)
}

/**
 * Reads a value by a schema.
 * @throws GatewayError validation_error naming the wrong fields
 */
export function readFields<S extends z.ZodType>(value: unknown, schema: S): z.output<S> {
  return checked(schema, value, 'The body is not valid')
}

/**
 * The refusal of a cursor that no page of the list has returned; starting again at the first page
 * would cause a loop.
 */
export function unknownCursor(): GatewayError {
  const message =
    'Send next_cursor of the previous page with the same filters, or no cursor for the first page'
  return new GatewayError('validation_error', `This list has no such cursor. cursor: ${message}`, {
    issues: [{ path: 'cursor', message }],
    missing_fields: [],
  })
}

const described = new WeakMap<z.ZodType, z.core.JSONSchema.JSONSchema>()

// For sentences that name the fields there are; only a request that is refused needs it.
function describedAs(schema: z.ZodType): z.core.JSONSchema.JSONSchema {
  let known = described.get(schema)
  if (!known)
    described.set(schema, (known = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))
  return known
}

function checked<S extends z.ZodType>(schema: S, value: unknown, summary: string): z.output<S> {
  const outcome = schema.safeParse(value)
  if (outcome.success) return outcome.data
  // A body with thousands of wrong items must not get thousands of messages.
  const fields = describedAs(schema)
  const issues = outcome.error.issues.slice(0, MAX_ISSUES).map((issue) => toIssue(issue, fields))
  const sent = new Map<string, unknown>(typeof value === 'object' ? Object.entries(value ?? {}) : [])
  const missing = issues
    .map(({ path }) => path)
    .filter((path) => path !== '' && sent.get(path) === undefined)
  const detail = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
  throw new GatewayError('validation_error', `${summary}. ${detail}`, { issues, missing_fields: missing })
}
