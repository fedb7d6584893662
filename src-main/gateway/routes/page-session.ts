import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { hasPageSession } from '../session/authenticate.ts'
import type { GatewayContext } from '../gateway-context.ts'
import { readBody, readQuery } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'
import { issuePage } from '../session/page-file.ts'
import { assertUnlimited, makerOf } from '../session/maker.ts'

/** `file` also writes a private file that takes a browser of this machine there. */
const codeQuery = z.object({ file: z.literal('1').optional() })
const fields = z.strictObject({ code: z.string().min(1).max(100) })

/** GET /app/session: whether the page is signed in as the owner. */
export const getPageSession = defineRoute({
  method: 'GET',
  path: '/app/session',
  access: 'page',
  handle: ({ event, context }) => {
    const body = {
      ok: true,
      signed_in: hasPageSession(event, context),
      demo_key: context.demoKey,
      base_url: `${context.baseUrl()}/v1`,
    }
    return jsonReply(200, body)
  },
})

/** POST /app/session: exchanges a one-time code for the cookie of the owner's session and its pass. */
export const openPageSession = defineRoute({
  method: 'POST',
  path: '/app/session',
  access: 'page',
  handle: async (request) => {
    const { event, context } = request
    const { services } = context
    const report = (error: unknown): void => services.reportBug(error, request.exchange.requestId)
    const opened = await context.sessions.redeem((await readBody(event, fields)).code, report)
    if (opened === null) {
      throw new GatewayError(
        'invalid_key',
        'This code has been used or is too old. Get a new address with `npm run --silent toolgate -- page`.',
      )
    }
    const opening = { ...toAuditEvent(request, { action: 'session.opened' }), actor: context.owner }
    // A full disk must not lock the owner out of the page that reports it.
    await services.audit.record(opening).catch(report)
    const headers: [string, string][] = [['set-cookie', sessionCookie(context, opened.token)]]
    return jsonReply(200, { ok: true, page_pass: opened.pass }, { balance: null, headers })
  },
})

/** POST /app/session-code: a fresh one-time address of the page, for the owner's command line. */
export const issueSessionCode = defineRoute({
  method: 'POST',
  path: '/app/session-code',
  access: 'admin',
  handle: async (request) => {
    const { context } = request
    const { account } = makerOf(request)
    await assertUnlimited(account, context)
    await context.services.audit.record(toAuditEvent(request, { action: 'session.code_issued' }))
    if (readQuery(request.event, codeQuery).file === undefined) {
      const code = context.sessions.issueCode(account.id)
      await context.sessions.shared()
      return jsonReply(200, { ok: true, page_url: `${context.baseUrl()}/#t=${code}` })
    }
    const { url, file } = issuePage(context, account.id)
    await context.sessions.shared()
    return jsonReply(200, { ok: true, page_url: url, page_file: file })
  },
})

function sessionCookie(context: GatewayContext, token: string): string {
  return `${context.cookieName()}=${token}; Path=/; HttpOnly; SameSite=Strict`
}
