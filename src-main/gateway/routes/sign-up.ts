import { GatewayError } from '../../../src-shared/errors.ts'
import { signUp } from '../../accounts/sign-up.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { readJsonBody } from '../request/read-body.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

/** POST /v1/auth/signup: makes a personal key with 500 free credits. */
export const signUpRoute = defineRoute({
  method: 'POST',
  path: '/v1/auth/signup',
  access: 'public',
  document: {
    operationId: 'signUp',
    tag: 'Keys and credits',
    summary: 'Makes a personal key with 500 free credits; the key is shown only this once',
    body: { $ref: '#/components/schemas/SignUpRequest' },
    success: { status: 201, description: 'The key', schema: { $ref: '#/components/schemas/SignUp' } },
    errors: [400, 403, 409],
  },
  handle: async (request) => {
    const { event, exchange, context } = request
    if (!context.signUpOpen) {
      throw new GatewayError('forbidden', 'Sign-up is closed on this instance. Ask its owner for a key.')
    }
    const { value } = await readJsonBody(event)
    const { account, key, balance } = await signUp(value, exchange.address, context.services, (made) =>
      context.services.audit.write(toAuditEvent(request, { action: 'key.signed_up', target: made.id })),
    )
    exchange.account = account
    return jsonReply(
      201,
      {
        ok: true,
        key,
        api_key: key,
        key_id: account.id,
        balance,
        user: { email: account.email, name: account.name },
        message: 'Keep this key: it is shown only this once.',
      },
      { balance },
    )
  },
})
