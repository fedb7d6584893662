import { giveWay } from '../../pipeline/turns/turns.ts'
import type { Work } from '../../storage/engine/work.ts'
import type { AuditAction, AuditDetail } from '../../accounts/audit-row.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { readBody } from '../request/query.ts'
import { jsonReplyInTurns, type Reply } from '../reply/reply.ts'
import { defineRoute, idOf, type KeyedRequest } from '../route.ts'
import { assertOwner } from '../session/maker.ts'
import { approvedTools, changedSource, changedTools } from '../wire/sources/source-fields.ts'
import { toWholeSource } from '../wire/sources/source-wire.ts'
import { tryLook } from './add-source.ts'

/** POST /app/sources/{id}/look: reads its list again; starts its process for that. */
export const lookAtSource = defineRoute({
  method: 'POST',
  path: '/app/sources/:id/look',
  access: 'admin',
  handle: (request) => changed(request, (id) => tryLook(request, id)),
})

/** PATCH /app/sources/{id}: changes its title, price and limits. */
export const changeSource = defineRoute({
  method: 'PATCH',
  path: '/app/sources/:id',
  access: 'admin',
  handle: (request) =>
    changed(request, async (id) => {
      const sent = await readBody(request.event, changedSource)
      const { call_seconds, keep_running, title, credits, edited_here: isEditedHere } = sent
      const change = {
        ...(title === undefined ? {} : { title }),
        ...(credits === undefined ? {} : { credits }),
        ...(call_seconds === undefined ? {} : { callSeconds: call_seconds }),
        ...(keep_running === undefined ? {} : { keepRunning: keep_running }),
      }
      const { sources } = request.context.services
      if (isEditedHere !== undefined)
        await sources.editHere(id, isEditedHere, recorder(request, 'source.changed', { isEditedHere }))
      if (Object.keys(change).length > 0 || isEditedHere === undefined)
        await sources.set(id, change, recorder(request, 'source.changed', change))
    }),
})

/** PATCH /app/sources/{id}/tools: changes prices, and what the owner says of tools. */
export const changeSourceTools = defineRoute({
  method: 'PATCH',
  path: '/app/sources/:id/tools',
  access: 'admin',
  handle: (request) =>
    changed(request, async (id) => {
      const { tools } = await readBody(request.event, changedTools)
      const changes = tools.map(({ name, credits, read_only, repeatable }) => {
        const change = {
          ...(credits === undefined ? {} : { credits }),
          ...(read_only === undefined ? {} : { readOnly: read_only }),
          ...(repeatable === undefined ? {} : { repeatable }),
        }
        return [name, change] as const
      })
      const detail = { tools: tools.map(({ name }) => name).slice(0, 20) }
      await request.context.services.sources.setTools(
        id,
        new Map(changes),
        recorder(request, 'source.changed', detail),
      )
    }),
})

/** POST /app/sources/{id}/approve: opens tools as they were looked at, and closes others. */
export const approveSource = defineRoute({
  method: 'POST',
  path: '/app/sources/:id/approve',
  access: 'admin',
  handle: (request) =>
    changed(request, async (id) => {
      const { tools } = await readBody(request.event, approvedTools)
      const named = (wanted: 'on' | 'off'): string[] =>
        tools.flatMap(({ name, state }) => (state === wanted ? [name] : [])).slice(0, 50)
      const decisions = tools.map(({ name, looked_at: isLookedAt, ...rest }) => ({
        ...{ original: name, isLookedAt },
        ...rest,
      }))
      await request.context.services.sources.decide(
        id,
        decisions,
        recorder(request, 'source.approved', { on: named('on'), off: named('off') }),
      )
    }),
})

/** Makes a change that its owner wants. @returns the source as it is then */
export async function changed(
  request: KeyedRequest,
  change: (id: string) => Promise<void>,
): Promise<Reply> {
  assertOwner(request)
  const id = idOf(request)
  await change(id)
  const { sources } = request.context.services
  // Storing hundreds of tools and telling of them would be one long turn.
  await giveWay()
  return await jsonReplyInTurns(200, { ok: true, source: await toWholeSource(sources.get(id), sources) })
}

/** What writes a change into the audit trail. */
export function recorder(
  request: KeyedRequest,
  action: AuditAction,
  detail: AuditDetail,
): () => Work<void> {
  const { audit } = request.context.services
  return () => audit.write(toAuditEvent(request, { action, target: idOf(request), detail }))
}
