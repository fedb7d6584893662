import type { Work } from '../../storage/engine/work.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { AuditAction } from '../../accounts/audit-row.ts'
import type { KeptProvider } from '../../providers/provider-change.ts'
import type { Provider } from '../../providers/provider.ts'
import { SecretsUnavailable } from '../../secrets/secret-store.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { changedProvider, newProvider, providerOrder } from '../wire/provider-fields.ts'
import { toProviderWire } from '../wire/provider-wire.ts'
import { readBody } from '../request/query.ts'
import { jsonReply, type Reply } from '../reply/reply.ts'
import { defineRoute, idOf, type KeyedRequest } from '../route.ts'

/** POST /app/providers: adds a language-model provider as the last choice. */
export const addProvider = defineRoute({
  method: 'POST',
  path: '/app/providers',
  access: 'admin',
  handle: async (request) => {
    const { base_url, api_key, ...fields } = await readBody(request.event, newProvider)
    const { book } = request.context.services.providers
    const wanted = { ...fields, baseUrl: base_url, apiKey: api_key }
    const kept = await withStorageErrors(() => book.add(wanted, audited(request, 'provider.added')))
    return reply(request, 201, kept)
  },
})

/** PATCH /app/providers/{id}: changes the sent fields of a provider. */
export const changeProvider = defineRoute({
  method: 'PATCH',
  path: '/app/providers/:id',
  access: 'admin',
  handle: async (request) => {
    const { base_url, api_key, ...fields } = await readBody(request.event, changedProvider)
    const { book } = request.context.services.providers
    const change = { ...fields, baseUrl: base_url, apiKey: api_key }
    const kept = await withStorageErrors(() =>
      book.change(idOf(request), change, audited(request, 'provider.changed')),
    )
    return reply(request, 200, kept)
  },
})

/** DELETE /app/providers/{id}: removes a provider and its key. */
export const removeProvider = defineRoute({
  method: 'DELETE',
  path: '/app/providers/:id',
  access: 'admin',
  handle: async (request) => {
    const { providers } = request.context.services
    const id = idOf(request)
    const message = await providers.book.remove(id, audited(request, 'provider.removed'))
    return jsonReply(200, { ok: true, id, ...(message === null ? {} : { message }) })
  },
})

/** PUT /app/providers/order: sets the order in which providers are tried. */
export const setProviderOrder = defineRoute({
  method: 'PUT',
  path: '/app/providers/order',
  access: 'admin',
  handle: async (request) => {
    const { ids } = await readBody(request.event, providerOrder)
    const { audit, providers } = request.context.services
    await providers.book.reorder(ids, () =>
      audit.write(toAuditEvent(request, { action: 'provider.order_set', detail: { ids } })),
    )
    return jsonReply(200, { ok: true, providers: providers.book.list().map(toProviderWire) })
  },
})

function reply(request: KeyedRequest, status: number, { provider, message }: KeptProvider): Reply {
  const { providers } = request.context.services
  const order = providers.book.list().findIndex(({ id }) => id === provider.id)
  const body = {
    ok: true,
    provider: toProviderWire(provider, order),
    ...(message === null ? {} : { message }),
  }
  return jsonReply(status, body)
}

async function withStorageErrors(work: () => Promise<KeptProvider>): Promise<KeptProvider> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SecretsUnavailable)) throw error
    const issues = [{ path: 'api_key', message: error.message }]
    throw new GatewayError('validation_error', `The key could not be stored. ${error.message}`, { issues })
  }
}

function audited(request: KeyedRequest, action: AuditAction): (provider: Provider) => Work<void> {
  return ({ id, kind, baseUrl: base_url, model, enabled }) =>
    request.context.services.audit.write(
      toAuditEvent(request, { action, target: id, detail: { kind, base_url, model, enabled } }),
    )
}
