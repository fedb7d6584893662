import type { Answer, Call } from '../../pipeline/call.ts'
import { findTool } from '../../pipeline/checks/find-tool.ts'
import { execute } from '../../pipeline/execute.ts'
import {
  CallEvents,
  EVENTS_DESCRIPTION,
  readGranularity,
  STREAM_BODY,
  type TokenGranularity,
} from '../calls/call-events.ts'
import { envelopeReply } from '../calls/envelope-json.ts'
import { toKnownError } from '../reply/error-reply.ts'
import { EventResponse } from '../reply/event-response.ts'
import { EVENT_STREAM_HEADERS, EVENT_STREAM_TYPE, eventStreamHeaders } from '../reply/event-stream.ts'
import { elapsedMs } from '../request/exchange.ts'
import { beginOnce, endingWith, type Attempt } from '../calls/idempotent.ts'
import { SLUG_PARAMETER } from '../openapi/operation-document.ts'
import { originOf, readToolCall, refuseUnknownSlug } from '../calls/read-tool-call.ts'
import type { Reply } from '../reply/reply.ts'
import type { Work } from '../../storage/engine/work.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'

/** POST /v1/stream/{slug}: runs one tool and sends its progress as Server-Sent Events. */
export const streamTool = defineRoute({
  method: 'POST',
  path: '/v1/stream/:slug',
  access: 'key',
  callForm: 'stream',
  precheck: refuseUnknownSlug,
  document: {
    operationId: 'stream',
    tag: 'Calls',
    summary: 'Runs a tool and sends its progress as Server-Sent Events',
    description: EVENTS_DESCRIPTION,
    parameters: [SLUG_PARAMETER],
    body: STREAM_BODY,
    success: { status: 200, description: 'The events', contentType: 'text/event-stream' },
    idempotent: true,
    errors: [400, 402, 404],
  },
  handle: async (request) => {
    const { call, body } = await readToolCall(request)
    const { fields: declared } = findTool(call.slug, call.account, request.context.services).facts
    const { granularity, fields } = readGranularity(call.fields, declared)
    const origin = originOf(request.event, 'stream')
    const begun = await beginOnce(request, body, call.chargeId)
    if ('status' in begun) return toEventReply(begun)
    return await stream({ ...call, fields, origin, chargeId: begun.chargeId }, granularity, begun, request)
  },
})

// Everything that can fail with a status fails before the first byte: the stream opens once the call has started.
async function stream(
  call: Call,
  granularity: TokenGranularity,
  attempt: Attempt,
  request: KeyedRequest,
): Promise<Response> {
  const { event, exchange, context } = request
  let held = ''
  const started = Promise.withResolvers<void>()
  let send = (text: string): void => void (held += text)
  // Tools of sources report from 0 on; the half would come before what they report.
  const isOwn = findTool(call.slug, call.account, context.services).facts.source === null
  const { now } = context.services
  const events = new CallEvents(call.slug, granularity, now, (text) => send(text), isOwn)
  const keep = (charged: Answer): Work<void> =>
    attempt.save(envelopeReply(charged, events.replayOf(charged)))
  const sent: Call = {
    ...call,
    ...(attempt.isKept ? { withinTransaction: keep } : {}),
    observer: {
      started: (credits) => {
        events.started(credits)
        started.resolve()
      },
      progress: (percent, status) => events.progress(percent, status),
      token: (field, text) => events.token(field, text),
    },
  }
  const running = endingWith(execute(sent, context.services), attempt)
  await Promise.race([started.promise, running])

  const output = new EventResponse(streamHeaders(call, request), event.runtime?.node?.res !== undefined)
  send = (text) => output.send(text)
  output.begin(held)
  // The head is on its way, and the call goes on.
  context.running.begin()
  void running
    .then(
      (answer) => events.finished(answer),
      (failure: unknown) => {
        const { balance } = context.services.ledger.lastKnown(call.account.id)
        const error = toKnownError(failure, exchange, context.services)
        events.failed(error.toErrorObject(), Math.round(elapsedMs(exchange)), balance)
      },
    )
    .finally(() => {
      context.running.end()
      output.end()
    })
  return output
}

// The same events without the tokens, whose text is in the result.
function toEventReply(stored: Reply): Reply {
  const headers = [...(stored.headers ?? []), ...EVENT_STREAM_HEADERS]
  return { ...stored, contentType: EVENT_STREAM_TYPE, headers }
}

function streamHeaders(call: Call, { exchange, context, account }: KeyedRequest): [string, string][] {
  const tool = findTool(call.slug, account, context.services)
  // The cost and hash of the call are not known yet; they come with the events result and done.
  return eventStreamHeaders(exchange, {
    engine: tool.engine,
    balance: context.services.ledger.lastKnown(account.id).balance,
  })
}
