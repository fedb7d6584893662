import { RECIPE_SOURCE } from '../../../src-shared/recipes/recipe.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { Account } from '../../accounts/account.ts'
import { namesSource, whyBarred, withoutSource, withSource } from '../../accounts/source-grants.ts'
import type { ChangeScopes } from '../../accounts/key-table.ts'
import type { KeyStore } from '../../accounts/key-store.ts'
import { isVisitorKey } from '../../accounts/visitor-key.ts'
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
    const granted = sent.grant.map((id) => unrevokedKey(id, keys))
    const taken = sent.take.map((id) => unrevokedKey(id, keys))
    // Nothing is changed where one of the keys cannot be granted it.
    for (const key of granted) assertGrantable(key, request)
    await takeSource(request, source, withTheirOwn(taken, keys))
    for (const key of granted)
      if (!key.scopes?.sources?.includes(source))
        await change(request, key, 'key.source_granted', (now) => withSource(now, source))
    return answer(request, source)
  },
})

/** Takes a source from the keys that name it, and from no other; the last made lose it first. */
export async function takeSource(
  request: KeyedRequest,
  source: string,
  from: readonly Account[] = request.context.services.keys.list().toReversed(),
): Promise<void> {
  for (const key of from)
    if (key.revokedAt === null && namesSource(key.scopes, source))
      await change(request, key, 'key.source_taken', (now) => withoutSource(now, source))
}

async function change(
  request: KeyedRequest,
  { id }: Account,
  action: 'key.source_granted' | 'key.source_taken',
  scopes: ChangeScopes,
): Promise<void> {
  const { audit, keys } = request.context.services
  const event = toAuditEvent(request, { action, target: id, detail: { source: idOf(request) } })
  await keys.setScopes(id, scopes, () => audit.write(event))
}

function answer({ context }: KeyedRequest, source: string): Reply {
  return jsonReply(200, { ok: true, id: source, ...toSourceKeys(source, context.services) })
}

// Recipes are granted as a source is.
function knownSource(request: KeyedRequest): string {
  const id = idOf(request)
  return id === RECIPE_SOURCE ? id : request.context.services.sources.get(id).id
}

/** @throws GatewayError validation_error for a key that cannot be granted a source */
function assertGrantable(key: Account, { context }: KeyedRequest): void {
  const { keys, ledger } = context.services
  const why = whyBarred(key, isVisitorKey(key, keys, ledger))
  if (why === null) return
  const message = `The key ${key.name || key.id} ${why}.`
  throw new GatewayError('validation_error', message, {
    issues: [{ path: 'grant', message }],
    missing_fields: [],
  })
}

/** Some keys with the keys that end with them, the last made first. */
function withTheirOwn(some: readonly Account[], keys: KeyStore): readonly Account[] {
  const ids = new Set(some.map(({ id }) => id))
  return keys
    .list()
    .filter((key) => [key, ...keys.makersOf(key)].some(({ id }) => ids.has(id)))
    .toReversed()
}
