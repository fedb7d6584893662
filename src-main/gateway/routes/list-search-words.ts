import { toolsSeenBy } from '../../pipeline/checks/seen-tools.ts'
import { documentReply } from '../reply/document-reply.ts'
import { defineRoute } from '../route.ts'

/** GET /app/search-words: what the page needs besides the list of tools to rank as the gateway does. */
export const listSearchWords = defineRoute({
  method: 'GET',
  path: '/app/search-words',
  access: 'page',
  handle: ({ event, exchange, context }) => {
    const seen = toolsSeenBy(exchange.account, context.services)
    return documentReply(event, exchange, context, context.catalogues.of(seen).searchWords())
  },
})
