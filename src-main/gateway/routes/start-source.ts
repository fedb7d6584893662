import { otherConsent } from '../../extensions/source-refusals.ts'
import { readBody } from '../request/query.ts'
import { defineRoute } from '../route.ts'
import { startedSource } from '../wire/sources/source-fields.ts'
import { consentAgain } from '../wire/sources/source-kinds.ts'
import { tryLook } from './add-source.ts'
import { changed, recorder } from './change-sources.ts'

/**
 * POST /app/sources/{id}/start: lets a source run again that was switched off or has ended too often; with the hash of
 * what POST /app/sources/{id}/preview shows also one that is not what its owner has agreed to any more.
 */
export const startSource = defineRoute({
  method: 'POST',
  path: '/app/sources/:id/start',
  access: 'admin',
  handle: (request) =>
    changed(request, async (id) => {
      const { sources } = request.context.services
      const { consent } = await readBody(request.event, startedSource)
      if (consent !== undefined) {
        const { origin, shown } = await consentAgain(sources.get(id), sources)
        if (shown.hash !== consent) throw otherConsent()
        await sources.agree(id, origin, recorder(request, 'source.changed', { consent }))
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
