import { RECIPE_SOURCE } from '../../../src-shared/recipes/recipe.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { Account } from '../../accounts/account.ts'
import { namesSource, whyBarred, withoutSource, withSource } from '../../accounts/source-grants.ts'
import type { WidenScopes } from '../../accounts/key-table.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { unrevokedKey } from '../request/named-key.ts'
import { readBody } from '../request/query.ts'
import { jsonReply, type Reply } from '../reply/reply.ts'
import { defineRoute, idOf, type KeyedRequest } from '../route.ts'
import { assertOwner } from '../session/maker.ts'
import { sourceKeys, toSourceKeys } from '../wire/sources/source-keys-wire.ts'

/** GET /app/sources/{id}/keys: which keys may call its tools. */
export const listSourceKeys = defineRoute({
  method: 'GET',
  path: '/app/sources/:id/keys',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    return answer(request, knownSource(request))
  },
})

/** POST /app/sources/{id}/keys: grants it to keys, and takes it from others; in force with their next call. */
export const changeSourceKeys = defineRoute({
  method: 'POST',
  path: '/app/sources/:id/keys',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const source = knownSource(request)
    const { keys } = request.context.services
    const sent = await readBody(request.event, sourceKeys)
    const [granted, taken] = [sent.grant, sent.take].map((ids) => ids.map((id) => unrevokedKey(id, keys)))
    // Nothing is changed where one of the keys cannot be granted it.
    for (const key of granted!) assertGrantable(key)
    for (const key of taken!) for (const one of withThoseItMade(key, source, request)) await take(one)
    for (const key of granted!) await change(key, 'key.source_granted', (now) => withSource(now, source))
    return answer(request, source)

    function take(key: Account): Promise<void> {
      return change(key, 'key.source_taken', (now) => withoutSource(now, source))
    }
    async function change(
      { id }: Account,
      action: 'key.source_granted' | 'key.source_taken',
      scopes: WidenScopes,
    ): Promise<void> {
      const event = toAuditEvent(request, { action, target: id, detail: { source } })
      await keys.widen(id, { scopes }, () => request.context.services.audit.write(event))
    }
  },
})

function answer({ context }: KeyedRequest, source: string): Reply {
  return jsonReply(200, { ok: true, id: source, ...toSourceKeys(source, context.services) })
}

// Recipes are granted as a source is.
function knownSource(request: KeyedRequest): string {
  const id = idOf(request)
  return id === RECIPE_SOURCE ? id : request.context.services.sources.get(id).id
}

/** @throws GatewayError validation_error for a key that cannot be granted a source */
function assertGrantable(key: Account): void {
  const why = whyBarred(key)
  if (why === null) return
  const message = `The key ${key.name || key.id} ${why}.`
  throw new GatewayError('validation_error', message, {
    issues: [{ path: 'grant', message }],
    missing_fields: [],
  })
}

/** A key, after those that end with it and name the source: they lose it first. */
function withThoseItMade(key: Account, source: string, { context }: KeyedRequest): readonly Account[] {
  const { keys } = context.services
  const made = keys
    .list()
    .filter((one) => namesSource(one, source) && keys.makersOf(one).some(({ id }) => id === key.id))
  return [...made.toReversed(), ...(namesSource(key, source) ? [key] : [])]
}
