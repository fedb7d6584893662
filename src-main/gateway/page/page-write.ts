import { z } from 'zod'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, type KeyedRequest, type KeyedRoute } from '../route.ts'

/** A route with which the page stores something for its owner. */
interface PageWrite<S extends z.ZodType> extends Pick<KeyedRoute, 'method' | 'path'> {
  /** The schema of the body; `NOTHING` when the address says it all. */
  readonly body: S
  /** Writes it durably. @returns what the answer says besides `ok` @throws GatewayError */
  readonly write: (request: KeyedRequest, sent: z.output<S>) => Promise<object | void>
}

/** The body of a request that needs none. */
export const NOTHING = z.strictObject({})

/** Declares such a route: its answer only confirms the write. */
export function definePageWrite<S extends z.ZodType>({
  method,
  path,
  body,
  write,
}: PageWrite<S>): KeyedRoute {
  return defineRoute<KeyedRoute>({
    method,
    path,
    access: 'session',
    handle: async (request) => {
      const sent = await readBody(request.event, body)
      const told = await write(request, sent)
      return jsonReply(200, { ok: true, ...told })
    },
  })
}
