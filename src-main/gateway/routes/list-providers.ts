import { getRouterParam } from 'h3'
import { secretStateOf } from '../../providers/secret-state.ts'
import { providerKindsWire, toProviderWire } from '../provider-wire.ts'
import { jsonReply, type Reply } from '../reply.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'

/** GET /app/providers: the language-model providers in their order, and where their keys lie. */
export const listProviders = defineRoute({
  method: 'GET',
  path: '/app/providers',
  access: 'admin',
  handle: (request) => {
    const { book } = request.context.services.providers
    const providers = book.list()
    return reply(request, {
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
    const provider = book.byId(getRouterParam(request.event, 'id') ?? '')
    return reply(request, { ...(await access.test(provider)) })
  },
})

/** POST /app/providers/discover: looks for servers of language models on this machine. */
export const discoverProvidersRoute = defineRoute({
  method: 'POST',
  path: '/app/providers/discover',
  access: 'admin',
  handle: async (request) => reply(request, { found: await request.context.services.providers.discover() }),
})

function reply({ account, context: { services } }: KeyedRequest, body: object): Reply {
  return jsonReply(200, { ok: true, ...body }, { balance: services.ledger.balanceOf(account.id).balance })
}
