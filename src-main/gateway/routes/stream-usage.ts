import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { eventStreamHeaders } from '../reply/event-stream.ts'
import { readFields, readQuery } from '../request/query.ts'
import { defineRoute } from '../route.ts'

const query = z.object({
  keys: z
    .enum(['own', 'all'])
    .default('own')
    .describe('all: the events of every key, with their key_id; needs the admin permission'),
})
const position = z.object({
  'Last-Event-ID': z
    .string()
    .regex(/^\d{1,15}$/, 'must be the id of an event of this stream')
    .transform(Number)
    .nullable(),
})

/** GET /v1/stream/usage: sends the usage of the key as it happens, as Server-Sent Events. */
export const streamUsage = defineRoute({
  method: 'GET',
  path: '/v1/stream/usage',
  access: 'key',
  document: {
    operationId: 'streamUsage',
    tag: 'Keys and credits',
    summary: 'Sends the usage of the key as it happens, as Server-Sent Events',
    description:
      'Events: balance {balance, reserved} first and after every purchase or grant; usage {request_id, slug, ' +
      'credits, balance, engine, ok, ts} for every call that ran, with unanswered (left, out_of_time, killed, withheld or step_failed) for one ' +
      'that was charged without an answer; gap {missed} for events that are too far back, ' +
      'at most 100000 of them counted; with keys=all, approvals {waiting} for the number of calls that wait for approval, ' +
      'without an id. A comment every 15 seconds keeps the connection alive. Each event has an ' +
      'id; sent as Last-Event-ID it continues the stream right after it, up to 10,000 events back, also after a ' +
      'restart of the gateway. The stream ends when the key is revoked and when the gateway stops.',
    query,
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        description: 'The id of the last event received',
        schema: { type: 'string' },
      },
    ],
    success: { status: 200, description: 'The events', contentType: 'text/event-stream' },
    errors: [400, 403],
  },
  handle: async ({ event, exchange, account, context }) => {
    const { keys } = readQuery(event, query)
    if (keys === 'all' && !account.permissions.has('admin')) {
      throw new GatewayError('forbidden', "To get other keys' events, use a key with the admin permission.")
    }
    const sent = { 'Last-Event-ID': event.req.headers.get('last-event-id') || null }
    const after = readFields(sent, position)['Last-Event-ID']
    const stream = await context.usage.open(account, keys === 'all', after)
    const { balance } = context.services.ledger.lastKnown(account.id)
    return new Response(stream.body, {
      headers: eventStreamHeaders(exchange, { engine: 'real', balance }),
    })
  },
})
