import { nothing } from '../../storage/engine/work.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { exportResponse } from '../reply/export-response.ts'
import { readQuery } from '../request/query.ts'
import { defineRoute } from '../route.ts'

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))

const query = z.object({
  format: z.enum(['csv', 'ndjson']),
  from: time.optional(),
  to: time.optional(),
})

/** GET /app/ledger/export: the entries of all keys from a time up to another, as CSV or NDJSON, oldest first. */
export const exportLedger = defineRoute({
  method: 'GET',
  path: '/app/ledger/export',
  access: 'admin',
  handle: async ({ event, exchange, account, context: { services, ledgerExport } }) => {
    const { format, from = 0, to = services.now() + 1 } = readQuery(event, query)
    if (from >= to)
      throw new GatewayError('validation_error', 'The range ends before it begins. Send a later "to".', {
        issues: [{ path: 'to', message: 'must be later than from' }],
      })
    // What is being written belongs in it.
    await services.engine.write('ledger', nothing)
    // Without a file name, which would override the page's own name with the days in it.
    const facts = { contentType: TYPES[format], balance: services.ledger.lastKnown(account.id).balance }
    return exportResponse(exchange, facts, streamOf(ledgerExport.write(format, { from, to })))
  },
})

/** Reads nothing ahead of the client, and lets calls run between two stretches. */
function streamOf(stretches: AsyncIterator<string, void>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull: async (controller) => {
        for (;;) {
          const next = await stretches.next()
          if (next.done) return controller.close()
          if (next.value !== '') return controller.enqueue(Buffer.from(next.value))
          await nextTurn()
        }
      },
    },
    { highWaterMark: 0 },
  )
}
