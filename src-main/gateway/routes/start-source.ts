import { otherConsent, refused } from '../../extensions/source-refusals.ts'
import { readBody } from '../request/query.ts'
import { defineRoute } from '../route.ts'
import { startedSource } from '../wire/sources/source-fields.ts'
import { consentAgain } from '../wire/sources/source-kinds.ts'
import { tryLook } from './add-source.ts'
import { changed, recorder } from './change-sources.ts'

/**
 * POST /app/sources/{id}/start: lets a source run again that was switched off or has ended too often; with the hash of
 * what POST /app/sources/{id}/preview shows also one that is not what its owner has agreed to any more, or is to be
 * another version.
 */
export const startSource = defineRoute({
  method: 'POST',
  path: '/app/sources/:id/start',
  access: 'admin',
  handle: (request) =>
    changed(request, async (id) => {
      const { sources } = request.context.services
      const { consent, ...to } = await readBody(request.event, startedSource)
      if (consent === undefined && Object.values(to).some((one) => one !== undefined))
        throw refused('consent', `Look at it first: POST /app/sources/${id}/preview gives the hash to send`)
      if (consent !== undefined) {
        const { origin, shown, prepare } = await consentAgain(sources.get(id), sources, to)
        if (shown.hash !== consent) throw otherConsent()
        const ready = (await prepare?.()) ?? origin
        await sources.agree(id, ready, recorder(request, 'source.changed', { consent }))
      }
      await tryLook(request, id, () =>
        sources.start(id, recorder(request, 'source.changed', { state: 'on' })),
      )
    }),
})

/** POST /app/sources/{id}/stop: ends its process and closes its tools. */
export const stopSource = defineRoute({
  method: 'POST',
  path: '/app/sources/:id/stop',
  access: 'admin',
  handle: (request) =>
    changed(request, (id) =>
      request.context.services.sources.stop(id, recorder(request, 'source.changed', { state: 'off' })),
    ),
})
