import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { MAX_DOCUMENT_BYTES } from '../../../src-shared/sources/source-kinds.ts'
import { UnusableDocument } from '../../extensions/openapi/api-refusal.ts'
import { DOCUMENT_PATH } from '../door/upload.ts'
import { jsonReply, jsonReplyInTurns } from '../reply/reply.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { readBody, readQuery } from '../request/query.ts'
import { readBytes } from '../request/read-body.ts'
import { defineRoute, idOf } from '../route.ts'
import { assertOwner } from '../session/maker.ts'
import { documentOf, renewedDocument, toDocumentWire } from '../wire/sources/openapi-wire.ts'
import { toWholeSource } from '../wire/sources/source-wire.ts'
import { tryLook } from './add-source.ts'

const query = z.strictObject({
  url: z.string().max(2_000).optional().describe('Where the document is, in place of a body'),
})

/** POST /app/sources/documents: reads the description of an API, which is its body or is at an address. */
export const readSourceDocument = defineRoute({
  method: 'POST',
  path: DOCUMENT_PATH,
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { documents } = request.context.services.sources
    const { url } = readQuery(request.event, query)
    const bytes = await readBytes(request.event, MAX_DOCUMENT_BYTES)
    const api = await (url === undefined ? documents.take(bytes) : documents.fetch(url)).catch(refuse)
    return jsonReply(200, { ok: true, document: toDocumentWire(api) })
  },
})

/** POST /app/sources/{id}/document: takes a new version of an API's description; what changed waits for its owner. */
export const renewSourceDocument = defineRoute({
  method: 'POST',
  path: '/app/sources/:id/document',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { sources, audit } = request.context.services
    const id = idOf(request)
    const { document } = await readBody(request.event, renewedDocument)
    const { url, facts } = documentOf(document, sources.documents)
    const detail = { document, ...(url === null ? {} : { url: url.slice(0, 500) }) }
    await tryLook(request, id, () =>
      sources.renew(id, { document, url, schemes: facts.schemes }, () =>
        audit.write(toAuditEvent(request, { action: 'source.changed', target: id, detail })),
      ),
    )
    return await jsonReplyInTurns(200, { ok: true, source: await toWholeSource(sources.get(id), sources) })
  },
})

function refuse(error: unknown): never {
  if (!(error instanceof UnusableDocument)) throw error
  const { message } = error
  throw new GatewayError('validation_error', message, { issues: [{ path: 'document', message }] })
}
