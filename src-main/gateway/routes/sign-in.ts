import { nothing } from '../../storage/engine/work.ts'
import { hash } from 'node:crypto'
import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { SignInFailed } from '../../extensions/mcp/sign-in/sign-in-failed.ts'
import { SecretsUnavailable } from '../../secrets/secret-store.ts'
import { CALLBACK_PATH } from '../door/door.ts'
import { guardHeaders } from '../page/guard-headers.ts'
import { jsonReply, type Reply } from '../reply/reply.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { defineRoute, idOf } from '../route.ts'
import { assertOwner } from '../session/maker.ts'
import { changed, recorder } from './change-sources.ts'

/** POST /app/sources/{id}/sign-in: begins a sign-in for a source; its owner opens the address in a browser. */
export const signInSource = defineRoute({
  method: 'POST',
  path: '/app/sources/:id/sign-in',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { services, baseUrl } = request.context
    const { id } = services.sources.get(idOf(request))
    const begun = await services.sources.signIns.begin(id, baseUrl() + CALLBACK_PATH).catch(refuse)
    const { origin } = new URL(begun.url)
    const expires = new Date(begun.until).toISOString()
    return jsonReply(200, { ok: true, url: begun.url, origin, expires_at: expires })
  },
})

/** POST /app/sources/{id}/sign-out: forgets a sign-in and takes it back at its server. */
export const signOutSource = defineRoute({
  method: 'POST',
  path: '/app/sources/:id/sign-out',
  access: 'admin',
  handle: (request) =>
    changed(request, async (id) => {
      const { sources, engine } = request.context.services
      sources.get(id)
      await engine.write('sources', recorder(request, 'source.signed_out', {}))
      await sources.signOut(id).catch(refuse)
    }),
})

const returned = z.object({
  state: z.string().max(200),
  code: z.string().max(8_192).optional(),
  iss: z.string().max(2_048).optional(),
  error: z.string().max(200).optional(),
  error_description: z.string().max(2_000).optional(),
})

/**
 * GET /app/oauth/callback: where a browser comes back from signing in. Nobody has to be signed in here: the state is a
 * secret that only the one who has begun knows.
 */
export const finishSignIn = defineRoute({
  method: 'GET',
  path: CALLBACK_PATH,
  access: 'public',
  handle: async (request) => {
    const { sources, audit } = request.context.services
    const read = returned.safeParse(Object.fromEntries(request.event.url.searchParams))
    if (!read.success) return windowReply(400, 'This is not the end of a sign-in. Begin again.')
    // A look without a body must not use up the code.
    if (request.event.req.method === 'HEAD' && sources.signIns.waitsFor(read.data.state))
      return windowReply(200, 'Signing in.')
    try {
      const id = await sources.signIns.finish(read.data)
      const event = { ...toAuditEvent(request, { action: 'source.signed_in', target: id }), actor: null }
      await audit.record(event)
      // What its list says is seen where its owner looks next.
      await sources.start(id, nothing).catch(() => undefined)
      return windowReply(200, `${id} is signed in. You can close this window.`)
    } catch (error) {
      if (!(error instanceof SignInFailed || error instanceof SecretsUnavailable)) throw error
      return windowReply(400, /[.!?]$/.test(error.message) ? error.message : `${error.message}.`)
    }
  },
})

// Words alone: nothing in it runs, and nothing is loaded.
function windowReply(status: number, words: string): Reply {
  const text = words.replaceAll(/[<>&]/g, (sign) => `&#${sign.codePointAt(0)};`)
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Toolgate</title>
<main><h1>Toolgate</h1><p>${text}</p></main>
</html>
`
  return {
    ...{ status, body, contentType: 'text/html; charset=utf-8', outputHash: hash('sha256', body) },
    ...{ engine: 'real', creditsUsed: 0, balance: null },
    headers: [['cache-control', 'no-store'], ...guardHeaders('')],
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof SignInFailed)) throw error
  const message = `${error.message}.`
  throw new GatewayError('validation_error', message, { issues: [{ path: 'id', message }] })
}
