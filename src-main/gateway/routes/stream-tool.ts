import { createEventStream } from 'h3'
import type { Call } from '../../pipeline/call.ts'
import { execute, findTool } from '../../pipeline/execute.ts'
import {
  CallEvents,
  EVENTS_DESCRIPTION,
  readGranularity,
  STREAM_BODY,
  type ServerSentEvent,
  type TokenGranularity,
} from '../call-events.ts'
import { toKnownError } from '../error-reply.ts'
import { eventStreamHeaders } from '../event-stream.ts'
import { elapsedMs } from '../exchange.ts'
import { SLUG_PARAMETER } from '../operation-document.ts'
import { originOf, readToolCall, refuseUnknownSlug } from '../read-tool-call.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'

/** POST /v1/stream/{slug}: runs one tool and tells its course as Server-Sent Events. */
export const streamTool = defineRoute({
  method: 'POST',
  path: '/v1/stream/:slug',
  access: 'key',
  precheck: refuseUnknownSlug,
  document: {
    operationId: 'stream',
    tag: 'Calls',
    summary: 'Runs a tool and tells its course as Server-Sent Events',
    description: EVENTS_DESCRIPTION,
    parameters: [SLUG_PARAMETER],
    body: STREAM_BODY,
    success: { status: 200, description: 'The events', contentType: 'text/event-stream' },
    errors: [400, 402, 404],
  },
  handle: async (request) => {
    const { call } = await readToolCall(request)
    const { granularity, fields } = readGranularity(call.fields)
    const origin = originOf(request.event, 'stream')
    return await stream({ ...call, fields, origin }, granularity, request)
  },
})

// What can fail with a status fails before the first byte: the stream opens once the call has started.
async function stream(call: Call, granularity: TokenGranularity, request: KeyedRequest): Promise<Response> {
  const { event, exchange, context } = request
  const held: ServerSentEvent[] = []
  const started = Promise.withResolvers<void>()
  let send = (message: ServerSentEvent): void => void held.push(message)
  const events = new CallEvents(call.slug, granularity, context.services.now, (message) => send(message))
  const running = execute(
    {
      ...call,
      observer: {
        started: (credits) => {
          events.started(credits)
          started.resolve()
        },
        progress: (percent, status) => events.progress(percent, status),
        token: (field, text) => events.token(field, text),
      },
    },
    context.services,
  )
  await Promise.race([started.promise, running])

  const output = createEventStream(event)
  const outbox: ServerSentEvent[] = []
  // The characters of one piece of a model's text are told in one write.
  send = (message) => {
    if (outbox.push(message) === 1) queueMicrotask(() => void output.push(outbox.splice(0)))
  }
  for (const message of held) send(message)
  // The head is answered now, the call goes on.
  context.running.begin()
  void running
    .then(
      (answer) => events.finished(answer),
      (failure: unknown) => {
        const { balance } = context.services.ledger.balanceOf(call.account.id)
        const error = toKnownError(failure, exchange, context.services)
        events.failed(error.toErrorObject(), Math.round(elapsedMs(exchange)), balance)
      },
    )
    .finally(() => {
      context.running.end()
      void output.close()
    })
  // h3 types a response's body loosely; an event stream's is always a readable stream.
  return new Response(output.body as ReadableStream, { headers: streamHeaders(call, request) })
}

function streamHeaders(call: Call, { exchange, context, account }: KeyedRequest): [string, string][] {
  const tool = findTool(call.slug, context.services)
  // What the call costs and hashes to is not known yet; it comes with the events result and done.
  return eventStreamHeaders(exchange, {
    engine: tool.facts.tier === 'llm' ? 'llm' : 'real',
    balance: context.services.ledger.balanceOf(account.id).balance,
  })
}
