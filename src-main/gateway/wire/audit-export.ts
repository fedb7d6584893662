import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { auditJson } from '../../accounts/audit-row.ts'
import type { AuditFilter, AuditTrail } from '../../accounts/audit-trail.ts'

/** Rows read at once; between two reads the gateway answers other requests. */
const PAGE_ROWS = 500

/** Rows of the audit trail as NDJSON, oldest first, and the hash of the whole text. */
export interface AuditExport {
  readonly body: ReadableStream<Uint8Array>
  readonly outputHash: string
}

/** Exports the rows that are there now. They never change, so they are read twice: to be hashed and to be sent. */
export async function exportAudit(audit: AuditTrail, filter: AuditFilter): Promise<AuditExport> {
  const end = (await audit.head())?.seq ?? 0
  const sum = createHash('sha256')
  for await (const page of pagesOf(audit, filter, end)) {
    sum.update(page)
    await nextTurn()
  }
  const pages = pagesOf(audit, filter, end)
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const page = await pages.next()
      if (page.done) controller.close()
      else controller.enqueue(Buffer.from(page.value))
    },
  })
  return { body, outputHash: sum.digest('hex') }
}

async function* pagesOf(audit: AuditTrail, filter: AuditFilter, end: number): AsyncGenerator<string, void> {
  let after = 0
  while (after < end) {
    const page = await audit.oldest(filter, { after, limit: PAGE_ROWS })
    const rows = page.filter(({ seq }) => seq <= end)
    if (rows.length === 0) return
    yield rows.map((row) => `${auditJson(row)}\n`).join('')
    after = rows.at(-1)!.seq
  }
}
