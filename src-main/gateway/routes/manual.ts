import { GatewayError } from '../../../src-shared/errors.ts'
import { z } from 'zod'
import { codedReply } from '../reply/coded-reply.ts'
import { jsonReply } from '../reply/reply.ts'
import { searchManual } from '../page/manual-search.ts'
import { guardHeaders } from '../page/guard-headers.ts'
import { readQuery } from '../request/query.ts'
import { defineRoute, type Route } from '../route.ts'

/** GET /docs/…: the manual. Its pages have addresses without `.html`. */
const manualFiles = ['/docs', '/docs/**', '/llms.txt'].map((path) =>
  defineRoute({
    method: 'GET',
    path,
    access: 'open',
    handle: async ({ event, context }) => {
      const { pathname } = event.url
      const file = await context.page.manual.find(path === '/llms.txt' ? `/docs${path}` : pathname)
      if (!file) throw new GatewayError('not_found', 'The manual has no such page; /docs/ lists them.')
      const { coded, contentType } = file
      return await codedReply(event, coded, { contentType, balance: null, headers: guardHeaders('') })
    },
  }),
)

const query = z.strictObject({ q: z.string().max(200) })

/** GET /docs/search: the pages that fit a need, for the field of the manual. */
const manualSearch = defineRoute({
  method: 'GET',
  path: '/docs/search',
  access: 'open',
  handle: async ({ event, context }) => {
    const { q } = readQuery(event, query)
    const pages = await context.page.manual.pages()
    const found = await searchManual(pages, context.services.registry.builtIn, q)
    return jsonReply(200, { ok: true, pages: found })
  },
})

/** The manual and its search. */
export const MANUAL_ROUTES: readonly Route[] = [manualSearch, ...manualFiles]
