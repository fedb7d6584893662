import { GatewayError } from '../../../src-shared/errors.ts'
import { RATE_WINDOW_SECONDS } from '../../../src-shared/limits.ts'
import type { Account } from '../../accounts/account.ts'
import type { AuditDetail } from '../../accounts/audit-row.ts'
import { boundByMaker } from '../../accounts/key-bounds.ts'
import type { NewKey } from '../../accounts/new-key.ts'
import { toolsSeenBy } from '../../pipeline/checks/seen-tools.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { teamKeyFields } from '../wire/key-fields.ts'
import { toKeyWire } from '../wire/key-wire.ts'
import { readBody } from '../request/query.ts'
import { checkGuards, readRules } from '../wire/read-rules.ts'
import { readScopes } from '../wire/read-scopes.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'
import { assertOwner, makerOf, usualBounds } from '../session/maker.ts'

/** POST /v1/enterprise/keys: makes a team key, which spends the credits of the key that makes it. */
export const createTeamKey = defineRoute({
  method: 'POST',
  path: '/v1/enterprise/keys',
  access: 'admin',
  document: {
    operationId: 'createTeamKey',
    tag: 'Administration',
    summary:
      'Makes a team key, which spends the credits of the key that makes it; the key is shown only this once',
    body: { $ref: '#/components/schemas/TeamKeyRequest' },
    success: { status: 201, description: 'The key', schema: { $ref: '#/components/schemas/NewKey' } },
    errors: [400, 403],
  },
  handle: async (request) => {
    const { event, context } = request
    const maker = makerOf(request)
    const { services } = context
    const sent = await readBody(event, teamKeyFields)
    if (sent.rules) assertOwner(request)
    await checkGuards(sent.rules?.guards)
    const rate = typeof sent.rate_limit === 'number' ? { limit: sent.rate_limit } : sent.rate_limit
    const asked: NewKey = {
      kind: 'team',
      name: sent.name,
      permissions: sent.permissions ?? [],
      rateLimit: rate?.limit,
      windowSeconds: rate && 'window_seconds' in rate ? rate.window_seconds : RATE_WINDOW_SECONDS,
      scopes: readScopes(sent, toolsSeenBy(maker.account, services), services),
      payer: services.ledger.payerOf(maker.account.id) ?? maker.account.id,
      creditLimit: sent.credit_limit ?? undefined,
      modelBudget: {
        questions: sent.model_budget?.questions ?? null,
        tokens: sent.model_budget?.tokens ?? null,
      },
      rules: sent.rules ? readRules(sent.rules, null, services.registry) : null,
      expiresAt: sent.expires_at ? readExpiry(sent.expires_at, services.now()) : undefined,
    }
    const wanted = boundByMaker(asked, maker, usualBounds(services.settings.get()))
    const made = await services.keys.create(wanted, (account) =>
      services.audit.write(
        toAuditEvent(request, {
          action: 'key.created',
          target: account.id,
          detail: detailOf(wanted, account),
        }),
      ),
    )
    const { key } = made
    const message = 'Keep this key: it is shown only this once.'
    const body = { ok: true, key, api_key: key, message, ...(await toKeyWire(made.account, services)) }
    return jsonReply(201, body)
  },
})

function detailOf(
  { name, permissions = [], scopes, creditLimit, modelBudget, rules, expiresAt, madeBy }: NewKey,
  { rateLimit, windowSeconds }: Account,
): AuditDetail {
  return {
    name,
    permissions,
    slugs: scopes?.slugs ?? null,
    categories: scopes?.categories ?? null,
    tiers: scopes?.tiers ?? null,
    toolset: scopes?.toolset ?? null,
    ...(scopes?.sources && { sources: scopes.sources }),
    rate_limit: rateLimit,
    window_seconds: windowSeconds,
    credit_limit: creditLimit ?? null,
    model_questions: modelBudget?.questions ?? null,
    model_tokens: modelBudget?.tokens ?? null,
    ...(rules && { rules: JSON.stringify(rules) }),
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    made_by: madeBy ?? null,
  }
}

function readExpiry(text: string, now: number): number {
  const at = Date.parse(text)
  if (at > now) return at
  const message = 'must be in the future'
  throw new GatewayError('validation_error', `expires_at ${message}.`, {
    issues: [{ path: 'expires_at', message }],
    missing_fields: [],
  })
}
