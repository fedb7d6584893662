import { readBody } from '../request/query.ts'
import { jsonReply, jsonReplyInTurns } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'
import { assertOwner } from '../session/maker.ts'
import { previewedAgain, previewFields } from '../wire/sources/source-fields.ts'
import { consentAgain, consentOf } from '../wire/sources/source-kinds.ts'
import { toChangesWire, toSourceWire, toWholeSource } from '../wire/sources/source-wire.ts'

/** GET /app/sources: what brings tools from outside, and how it does. */
export const listSources = defineRoute({
  method: 'GET',
  path: '/app/sources',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { sources } = request.context.services
    const told = sources.list().map((source) => toSourceWire(source, sources))
    return jsonReply(200, { ok: true, sources: await Promise.all(told) })
  },
})

/** GET /app/sources/{id}: one source with its tools. */
export const getSource = defineRoute({
  method: 'GET',
  path: '/app/sources/:id',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { sources } = request.context.services
    return await jsonReplyInTurns(200, {
      ok: true,
      source: await toWholeSource(sources.get(idOf(request)), sources),
    })
  },
})

/** GET /app/sources/{id}/changes: tools that wait for the owner, before and now. */
export const getSourceChanges = defineRoute({
  method: 'GET',
  path: '/app/sources/:id/changes',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const id = idOf(request)
    const told = await toChangesWire(id, request.context.services.sources)
    return await jsonReplyInTurns(200, { ok: true, id, ...told })
  },
})

/** POST /app/sources/preview: what a source would run or reach; nothing is run. */
export const previewSource = defineRoute({
  method: 'POST',
  path: '/app/sources/preview',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { secret_names: secrets, ...asked } = await readBody(request.event, previewFields)
    const { shown } = await consentOf(asked, secrets, request.context.services.sources)
    return jsonReply(200, { ok: true, consent: shown })
  },
})

/**
 * POST /app/sources/{id}/preview: what a source that was added would run or reach now, also as another version; nothing
 * is run.
 */
export const previewAgain = defineRoute({
  method: 'POST',
  path: '/app/sources/:id/preview',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { sources } = request.context.services
    const to = await readBody(request.event, previewedAgain)
    const { shown } = await consentAgain(sources.get(idOf(request)), sources, to)
    return jsonReply(200, { ok: true, consent: shown })
  },
})
