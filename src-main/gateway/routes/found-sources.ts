import { GatewayError } from '../../../src-shared/errors.ts'
import { UnusableSettings } from '../../extensions/other-clients/unusable-settings.ts'
import { otherConsent } from '../../extensions/source-refusals.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'
import { assertOwner } from '../session/maker.ts'
import {
  asFound,
  broughtSource,
  leftClient,
  programNamed,
  serversIn,
  toFoundWire,
} from '../wire/sources/found-wire.ts'
import { addAgreed } from './add-source.ts'

/** GET /app/found-sources: the servers in the settings of other programs on this machine; none is started. */
export const listFoundSources = defineRoute({
  method: 'GET',
  path: '/app/found-sources',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { sources } = request.context.services
    return jsonReply(200, { ok: true, clients: await toFoundWire(sources) })
  },
})

/** POST /app/found-sources: adds one of them as it was shown, with the values that it has there. */
export const bringInSource = defineRoute({
  method: 'POST',
  path: '/app/found-sources',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { client, name, id, consent } = await readBody(request.event, broughtSource)
    const { sources } = request.context.services
    const server = (await serversIn(sources.here, client)).find((one) => one.name === name)
    if (!server) throw gone(name)
    const { agreed, secrets } = await asFound(server, sources)
    if (agreed.shown.hash !== consent) throw otherConsent()
    return await addAgreed(request, agreed, { id, title: name.slice(0, 100), secrets })
  },
})

/**
 * POST /app/found-sources/leave: takes the servers whose tools are open here out of a program's settings, and puts
 * Toolgate there with a key. The settings before are kept beside them.
 */
export const leaveFoundSources = defineRoute({
  method: 'POST',
  path: '/app/found-sources/leave',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { client, key } = await readBody(request.event, leftClient)
    const { services, baseUrl } = request.context
    const program = programNamed(client)
    const known = await toFoundWire(services.sources)
    const leave = known.find(({ name }) => name === client)?.leave ?? null
    if (leave === null) throw refused(`Nothing of ${program.title} is open here yet.`)
    if (!leave.is_written_here) throw refused(`${program.title} starts a program. Use ${leave.command}`)
    const { writeSettings } = await import('../../extensions/other-clients/write-settings.ts')
    const file = program.file(services.sources.here)
    try {
      const server = { url: `${baseUrl()}/mcp`, key, command: '', args: [] }
      const copy = writeSettings(program, file, server, leave.names)
      const detail = { file, servers: leave.names }
      const event = toAuditEvent(request, { action: 'client.written', target: client, detail })
      await services.audit.record(event)
      return jsonReply(200, { ok: true, client, file, copy, removed: leave.names })
    } catch (error) {
      throw error instanceof UnusableSettings ? refused(error.message) : error
    }
  },
})

function gone(name: string): GatewayError {
  return refused(`There is no server ${JSON.stringify(name.slice(0, 80))} in these settings any more.`)
}

function refused(message: string): GatewayError {
  return new GatewayError('validation_error', message, { issues: [{ path: 'client', message }] })
}
