import { refused } from '../../extensions/source-refusals.ts'
import { SecretsUnavailable } from '../../secrets/secret-store.ts'
import { readBody } from '../request/query.ts'
import { defineRoute } from '../route.ts'
import { givenSecrets } from '../wire/sources/openapi-wire.ts'
import { tryLook } from './add-source.ts'
import { changed, recorder } from './change-sources.ts'

/**
 * PATCH /app/sources/{id}/secrets: gives a source other secrets or takes some away, and tries them where a server of
 * MCP gets them. Where they go stays as it was agreed to.
 */
export const giveSourceSecrets = defineRoute({
  method: 'PATCH',
  path: '/app/sources/:id/secrets',
  access: 'admin',
  handle: (request) =>
    changed(request, async (id) => {
      const { sources } = request.context.services
      const given = await readBody(request.event, givenSecrets)
      const named = (isGiven: boolean): string[] =>
        Object.entries(given.secrets).flatMap(([name, value]) =>
          (value !== null) === isGiven ? [name] : [],
        )
      const detail = { given: named(true), taken: named(false) }
      await sources.give(id, given, recorder(request, 'source.changed', detail)).catch((error: unknown) => {
        throw error instanceof SecretsUnavailable
          ? refused('secrets', error.message.replace(/\.$/, ''))
          : error
      })
      const { kind, state } = sources.get(id)
      if (state === 'off' || !kind.startsWith('mcp')) return
      await tryLook(request, id, () =>
        sources.start(id, recorder(request, 'source.changed', { state: 'on' })),
      )
    }),
})
