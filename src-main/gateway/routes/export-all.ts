import { rmSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { GatewayError } from '../../../src-shared/errors.ts'
import { exportLinesOf } from '../../storage/exports/export-lines.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { exportResponse } from '../reply/export-response.ts'
import { defineRoute } from '../route.ts'

/** What is written at once; between two pieces other calls have their turn. */
const PIECE_CHARS = 256 * 1024

/** GET /app/export: everything that this instance holds, as NDJSON, read from a copy that is made for it. */
export const exportAll = defineRoute({
  method: 'GET',
  path: '/app/export',
  access: 'admin',
  handle: async (request) => {
    const { exchange, account, context } = request
    if (!context.backUp) throw new GatewayError('not_found', 'This instance keeps nothing on disk.')
    await context.services.audit.record(toAuditEvent(request, { action: 'instance.exported' }))
    const { file } = await context.backUp()
    const facts = {
      contentType: 'application/x-ndjson',
      balance: context.services.ledger.lastKnown(account.id).balance,
      fileName: 'toolgate-everything.ndjson',
    } as const
    return exportResponse(exchange, facts, streamOf(file))
  },
})

/** Streams a copy and removes it at the end, also when the client leaves before. */
function streamOf(file: string): ReadableStream<Uint8Array> {
  const lines = exportLinesOf(file)
  const end = (): void => {
    lines.return()
    rmSync(file, { force: true })
  }
  return new ReadableStream(
    {
      pull: async (controller) => {
        await nextTurn()
        let piece = ''
        try {
          for (let next = lines.next(); !next.done; next = lines.next()) {
            piece += next.value
            if (piece.length >= PIECE_CHARS) return controller.enqueue(Buffer.from(piece))
          }
        } catch (error) {
          end()
          throw error
        }
        end()
        if (piece !== '') controller.enqueue(Buffer.from(piece))
        controller.close()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
