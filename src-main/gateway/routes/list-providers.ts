import { secretStateOf } from '../../providers/secret-state.ts'
import { providerKindsWire, toProviderWire } from '../wire/provider-wire.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'

/** GET /app/providers: the language-model providers in their order, and where their keys are stored. */
export const listProviders = defineRoute({
  method: 'GET',
  path: '/app/providers',
  access: 'admin',
  handle: (request) => {
    const { book } = request.context.services.providers
    const providers = book.list()
    return jsonReply(200, {
      ok: true,
      secret_store: secretStateOf(providers, book.secrets),
      providers: providers.map(toProviderWire),
      kinds: providerKindsWire(),
    })
  },
})

/** POST /app/providers/{id}/test: whether a provider answers, how fast, and with which models. */
export const testProvider = defineRoute({
  method: 'POST',
  path: '/app/providers/:id/test',
  access: 'admin',
  handle: async (request) => {
    const { book, access } = request.context.services.providers
    const provider = book.byId(idOf(request))
    return jsonReply(200, { ok: true, ...(await access.test(provider)) })
  },
})

/** POST /app/providers/discover: looks for language-model servers on this machine. */
export const discoverProvidersRoute = defineRoute({
  method: 'POST',
  path: '/app/providers/discover',
  access: 'admin',
  handle: async ({ context }) =>
    jsonReply(200, { ok: true, found: await context.services.providers.discover() }),
})
