import { giveWay } from '../../pipeline/turns/turns.ts'
import type { Work } from '../../storage/engine/work.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import { originLine } from '../../../src-shared/sources/source-kinds.ts'
import { NotSent } from '../../extensions/not-sent.ts'
import type { SourceFacts } from '../../extensions/source.ts'
import { UpstreamFailure } from '../../extensions/mcp/upstream.ts'
import { idTaken, otherConsent } from '../../extensions/source-refusals.ts'
import { SecretsUnavailable } from '../../secrets/secret-store.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { readBody } from '../request/query.ts'
import { jsonReply, jsonReplyInTurns, type Reply } from '../reply/reply.ts'
import { defineRoute, idOf, type KeyedRequest } from '../route.ts'
import { assertOwner } from '../session/maker.ts'
import { newSource } from '../wire/sources/source-fields.ts'
import { consentOf, toOriginWire, type Agreed } from '../wire/sources/source-kinds.ts'
import { toWholeSource } from '../wire/sources/source-wire.ts'
import { takeSource } from './source-keys.ts'

/** POST /app/sources: adds what its owner has agreed to, runs it, and reads its list. */
export const addSource = defineRoute({
  method: 'POST',
  path: '/app/sources',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { consent, secrets, id, title = id, ...sent } = await readBody(request.event, newSource)
    const agreed = await consentOf(sent, Object.keys(secrets), request.context.services.sources)
    if (agreed.shown.hash !== consent) throw otherConsent()
    const { credits, call_seconds: callSeconds, keep_running: keepRunning } = sent
    return await addAgreed(request, agreed, { id, title, secrets, credits, callSeconds, keepRunning })
  },
})

/** What is not agreed to, but set. */
interface NewSource extends Partial<Pick<SourceFacts, 'credits' | 'callSeconds' | 'keepRunning'>> {
  readonly id: string
  readonly title: string
  readonly secrets: Readonly<Record<string, string>>
}

/** Adds a source that its owner has agreed to, and reads its list. @throws GatewayError validation_error */
export async function addAgreed(
  request: KeyedRequest,
  { origin: shownOrigin, shown, prepare }: Agreed,
  { id, title, secrets, credits = 1, callSeconds = null, keepRunning = false }: NewSource,
): Promise<Reply> {
  const { sources, audit, now } = request.context.services
  // Before anything is installed for it.
  if (sources.has(id)) throw idTaken(id)
  // One of this id may have been removed by a gateway that ended before it was taken from all keys.
  await takeSource(request, id)
  const origin = (await prepare?.()) ?? shownOrigin
  const source = {
    ...{ ...origin, id, title, credits, callSeconds, keepRunning },
    ...{ state: 'reviewing' as const, revision: 0 },
    ...{ serverName: null, serverVersion: null, lookedAt: null },
    ...{ addedBy: request.account.id, addedAt: now() },
  }
  const detail = { from: originLine(toOriginWire(origin, sources)).slice(0, 500), consent: shown.hash }
  const record = (): Work<void> =>
    audit.write(toAuditEvent(request, { action: 'source.added', target: id, detail }))
  await sources.add(source, secrets, record).catch((error: unknown) => {
    throw error instanceof SecretsUnavailable ? refused('secrets', error.message) : error
  })
  await tryLook(request, id)
  // Storing hundreds of tools and telling of them would be one long turn.
  await giveWay()
  return await jsonReplyInTurns(201, { ok: true, source: await toWholeSource(sources.get(id), sources) })
}

/** DELETE /app/sources/{id}: removes a source with its process, secrets and tools, and takes it from all keys. */
export const removeSource = defineRoute({
  method: 'DELETE',
  path: '/app/sources/:id',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { sources, audit } = request.context.services
    const id = idOf(request)
    await sources.remove(id, () =>
      audit.write(toAuditEvent(request, { action: 'source.removed', target: id })),
    )
    // Another source of its id would be open to them.
    await takeSource(request, id)
    return jsonReply(200, { ok: true, id, status: 'removed' })
  },
})

/** Looks at a source; a server that does not start is shown in the source, and does not fail the request. */
export async function tryLook(
  { context }: KeyedRequest,
  id: string,
  look: () => Promise<void> = () => context.services.sources.look(id),
): Promise<void> {
  try {
    await look()
  } catch (error) {
    if (!(error instanceof NotSent || error instanceof UpstreamFailure)) throw error
  }
}

function refused(path: string, message: string): GatewayError {
  return new GatewayError('validation_error', message, { issues: [{ path, message }] })
}
