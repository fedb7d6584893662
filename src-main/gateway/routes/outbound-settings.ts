import { followedBy } from '../../storage/engine/work.ts'
import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { MAX_ALLOWED_ORIGINS } from '../../outbound/allowed-origins.ts'
import { isOriginPattern, toOriginPattern } from '../../outbound/origin-pattern.ts'
import { toAllowedOrigin } from '../../outbound/target-url.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { readBody } from '../request/query.ts'
import { jsonReply, type Reply } from '../reply/reply.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'

const fields = z.strictObject({ origin: z.string().min(1).max(300) })

/** GET /app/settings/outbound: the private origins and wildcard patterns that tools may send to. */
export const listOutbound = defineRoute({
  method: 'GET',
  path: '/app/settings/outbound',
  access: 'admin',
  handle: (request) => answer(request, 200),
})

/** POST /app/settings/outbound: allows another one, from the next request on. */
export const allowOutbound = defineRoute({
  method: 'POST',
  path: '/app/settings/outbound',
  access: 'admin',
  handle: async (request) => {
    const origin = await originOf(request)
    const { allowedOrigins, now } = request.context.services
    if (allowedOrigins.has(origin) || allowedOrigins.isAdded(origin)) return answer(request, 200)
    if (allowedOrigins.addedCount >= MAX_ALLOWED_ORIGINS)
      throw refusal(`At most ${MAX_ALLOWED_ORIGINS} origins can be allowed. Remove one first.`)
    await change(request, origin, now())
    return answer(request, 201)
  },
})

/** DELETE /app/settings/outbound: removes one that was allowed here. */
export const removeOutbound = defineRoute({
  method: 'DELETE',
  path: '/app/settings/outbound',
  access: 'admin',
  handle: async (request) => {
    const origin = await originOf(request)
    if (!request.context.services.allowedOrigins.isAdded(origin))
      throw refusal(
        `${origin} was not added here. If --allow-webhook names it, restart without that option.`,
      )
    await change(request, origin, null)
    return answer(request, 200)
  },
})

async function originOf({ event }: KeyedRequest): Promise<string> {
  const { origin } = await readBody(event, fields)
  const many = isOriginPattern(origin)
  if (!many && !URL.canParse(origin))
    throw refusal('Send a complete origin, such as http://127.0.0.1:3000.')
  try {
    return many ? await toOriginPattern(origin) : toAllowedOrigin(origin)
  } catch (error) {
    throw error instanceof InvalidInput ? refusal(`${error.message}.`) : error
  }
}

async function change(request: KeyedRequest, origin: string, at: number | null): Promise<void> {
  const { allowedOrigins, engine, audit } = request.context.services
  const action = at === null ? 'outbound.removed' : 'outbound.allowed'
  const event = toAuditEvent(request, { action, target: origin })
  await engine.write('origins', () =>
    followedBy(allowedOrigins.write(origin, at), () => audit.write(event)),
  )
  allowedOrigins.apply(origin, at)
}

function answer({ context: { services } }: KeyedRequest, status: number): Reply {
  const body = { ok: true, origins: services.allowedOrigins.list() }
  return jsonReply(status, body)
}

function refusal(message: string): GatewayError {
  return new GatewayError('validation_error', message, {
    issues: [{ path: 'origin', message }],
    missing_fields: [],
  })
}
