import { InvalidInput, type OutboundRequest } from '../../tool-kit/tool-context.ts'
import type { SentCredential } from './credentials.ts'
import type { PlannedParameter, RequestPlan } from './request-plan.ts'
import { writeBody } from './write-body.ts'
import { encoded, pathText, plainText, queryPairs, type Pair } from './write-parameter.ts'

/** A request without its limits. */
export type BuiltRequest = Pick<OutboundRequest, 'url' | 'method'> & {
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

type Input = Readonly<Record<string, unknown>>

/**
 * Writes the request of a call.
 * @param server the address before the path
 * @throws InvalidInput for a value that would make it another request, or that cannot be written
 */
export function buildRequest(
  { method, path, parameters, body, accept }: RequestPlan,
  server: string,
  input: Input,
  credentials: readonly SentCredential[],
): BuiltRequest {
  const given = parameters.filter(({ field }) => isGiven(input[field]))
  const at = (place: PlannedParameter['in']): PlannedParameter[] =>
    given.filter((parameter) => parameter.in === place)
  const own = (place: SentCredential['in']): SentCredential[] =>
    credentials.filter((credential) => credential.in === place)
  const query: Pair[] = [
    ...at('query').flatMap((parameter) => queryOf(parameter, input[parameter.field])),
    ...own('query').map(({ name, value }): Pair => [encoded(name), encoded(value)]),
  ]
  const headers: Record<string, string> = { accept }
  for (const { name, field, explode, isJson } of at('header'))
    headers[name.toLowerCase()] = isJson ? JSON.stringify(input[field]) : plainText(input[field], explode)
  const cookies = [
    ...at('cookie').map(
      ({ name, field, explode }) => `${name}=${plainText(input[field], explode, encoded)}`,
    ),
    ...own('cookie').map(({ name, value }) => `${name}=${value}`),
  ]
  if (cookies.length > 0) headers['cookie'] = cookies.join('; ')
  const written = body && isGiven(input[body.field]) ? writeBody(body, input[body.field]) : null
  if (written) headers['content-type'] = written.type
  for (const { name, value } of own('header')) headers[name.toLowerCase()] = value
  const base = server.replace(/\/+$/, '')
  const asked = query.map(([name, value]) => `${name}=${value}`).join('&')
  const whole = pathOf(path, parameters, input)
  // Some documents write a part of the query into the path.
  const sign = whole.includes('?') ? '&' : '?'
  return {
    url: `${base}${whole}${asked === '' ? '' : `${sign}${asked}`}`,
    method,
    headers,
    ...(written ? { body: written.body } : {}),
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function queryOf({ name, isJson, ...writing }: PlannedParameter, value: unknown): Pair[] {
  return queryPairs(name, isJson ? JSON.stringify(value) : value, writing)
}

// An empty value, or one that means the folder above, would lead to another operation.
function pathOf(path: string, parameters: readonly PlannedParameter[], input: Input): string {
  const whole = path.replace(/\{([^{}]+)\}/g, (_all, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name)
    const field = parameter?.field ?? name
    const value = input[field]
    const text =
      !parameter || !isGiven(value)
        ? ''
        : parameter.isJson
          ? encoded(JSON.stringify(value))
          : pathText(name, value, parameter)
    if (text === '') throw new InvalidInput(field, 'is a part of the address and may not be empty')
    return text
  })
  const [only = ''] = whole.split(/[?#]/)
  if (only.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part)))
    throw new InvalidInput(
      parameters.find((one) => one.in === 'path')?.field ?? 'path',
      'may not be . or .., which lead to another address',
    )
  return whole.startsWith('/') ? whole : `/${whole}`
}
