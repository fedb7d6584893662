import { GatewayError } from '../../../src-shared/errors.ts'
import { MAX_SESSION_ID_CHARS } from '../../../src-shared/limits.ts'

/** A call's body, split into the gateway's fields and the tool's. */
export interface CallBody {
  readonly fields: Readonly<Record<string, unknown>>
  readonly agentMode: boolean
  readonly trace: boolean
  readonly receipt: boolean
  readonly sessionId: string | null
}

/** The gateway's own fields. */
export const OWN_FIELDS = ['mode', 'trace', 'session_id', 'receipt'] as const

/** Values of the gateway's own fields, not yet checked. */
export type OwnFields = { readonly [Name in (typeof OWN_FIELDS)[number]]?: unknown }

/** The gateway's own fields of a body, without any other. */
export function ownFieldsOf(body: Readonly<Record<string, unknown>>): OwnFields {
  return Object.fromEntries(
    OWN_FIELDS.flatMap((name) => (Object.hasOwn(body, name) ? [[name, body[name]]] : [])),
  )
}

/** The names of the gateway's own fields in calls of a tool: a field that the tool declares is the tool's. */
export function ownNamesFor(declared: readonly string[]): readonly string[] {
  return OWN_FIELDS.filter((name) => !declared.includes(name))
}

/**
 * Splits a body into the gateway's own fields (spec, "Tool call request body") and the tool's.
 * @param declared the names of the tool's fields; one of them that is named like a field of the gateway is the tool's
 * @param beside the gateway's own fields from elsewhere, such as headers; the nearest counts, which is the body
 * @throws GatewayError validation_error when one of the gateway's own fields has the wrong type
 */
export function readCallBody(
  body: Readonly<Record<string, unknown>>,
  declared: readonly string[] = [],
  beside: OwnFields = {},
): CallBody {
  // Most calls have none of the gateway's own fields; checking first is faster than always copying without them.
  const sent = OWN_FIELDS.filter((name) => Object.hasOwn(body, name) && !declared.includes(name))
  if (sent.length === 0) return { fields: body, ...readOwn(beside) }
  const fields: Record<string, unknown> = { ...body }
  const own: Record<string, unknown> = { ...beside }
  for (const name of sent) {
    own[name] = body[name]
    delete fields[name]
  }
  return { fields, ...readOwn(own) }
}

function readOwn({ mode, trace, session_id: sessionId, receipt }: OwnFields): Omit<CallBody, 'fields'> {
  if (mode !== undefined && mode !== null && mode !== 'agent')
    refuse('mode', 'mode must be "agent" or left out')
  if (trace !== undefined && typeof trace !== 'boolean') refuse('trace', 'trace must be true or false')
  if (receipt !== undefined && typeof receipt !== 'boolean')
    refuse('receipt', 'receipt must be true or false')
  if (sessionId !== undefined && sessionId !== null) checkSessionId(sessionId)
  return {
    agentMode: mode === 'agent',
    trace: trace === true,
    receipt: receipt === true,
    sessionId: typeof sessionId === 'string' ? sessionId : null,
  }
}

function checkSessionId(sessionId: unknown): void {
  const ok =
    typeof sessionId === 'string' && sessionId.length >= 1 && sessionId.length <= MAX_SESSION_ID_CHARS
  if (!ok) refuse('session_id', `session_id must be a text of 1 to ${MAX_SESSION_ID_CHARS} characters`)
}

function refuse(path: string, message: string): never {
  throw new GatewayError('validation_error', message, { issues: [{ path, message }], missing_fields: [] })
}
