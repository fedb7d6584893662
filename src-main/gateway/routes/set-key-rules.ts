import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { KeyRules } from '../../../src-shared/rules/key-rules.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { namedKey, namedKeyFields } from '../request/named-key.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'
import { assertOwner } from '../session/maker.ts'
import { checkGuards, readRules } from '../wire/read-rules.ts'
import { ruleFields, toRulesWire } from '../wire/rule-fields.ts'

/** The body that lays down rules. */
export const keyRulesRequest = z
  .strictObject({ ...namedKeyFields, ...ruleFields })
  .refine((sent) => Object.keys(ruleFields).some((part) => Object.hasOwn(sent, part)), {
    path: ['tool_limits'],
    error: `Send at least one of ${Object.keys(ruleFields).join(', ')}`,
  })

/** POST /v1/enterprise/key-rules: lays down what holds for the calls of a key; takes effect at once. */
export const setKeyRules = defineRoute({
  method: 'POST',
  path: '/v1/enterprise/key-rules',
  access: 'admin',
  document: {
    operationId: 'setKeyRules',
    tag: 'Administration',
    summary: 'Lays down what holds for the calls of a key; takes effect at once',
    description:
      'What is left out stays as it is, and null takes it back. The rules of a key also hold for the keys that end ' +
      'with it. Only the owner may set them.',
    body: { $ref: '#/components/schemas/KeyRulesRequest' },
    success: {
      status: 200,
      description: 'The rules',
      schema: { $ref: '#/components/schemas/KeyRulesAnswer' },
    },
    errors: [400, 403],
  },
  handle: async (request) => {
    const { audit, keys, registry } = request.context.services
    assertOwner(request)
    const sent = await readBody(request.event, keyRulesRequest)
    await checkGuards(sent.guards)
    const target = namedKey(sent, keys)
    if (sent.paused && target.id === request.context.owner.id) throw ownersOwn()
    let rules: KeyRules | null = null
    const lay = (now: KeyRules | null) => (rules = readRules(sent, now, registry))
    const changed = await keys.setRules(target.id, lay, () => {
      const detail = { rules: JSON.stringify(rules) }
      return audit.write(toAuditEvent(request, { action: 'key.rules_set', target: target.id, detail }))
    })
    return jsonReply(200, { ok: true, key_id: target.id, rules: toRulesWire(changed.rules) })
  },
})

// The page calls with that key, and would be of no use.
function ownersOwn(): GatewayError {
  const message = "The owner's own key cannot be paused"
  return new GatewayError('validation_error', `${message}.`, {
    issues: [{ path: 'paused', message }],
    missing_fields: [],
  })
}
