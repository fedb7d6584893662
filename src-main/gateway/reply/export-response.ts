import type { Exchange } from '../request/exchange.ts'
import { headersOf, NOTHING_HASHED } from './reply.ts'

/** The facts about an export that are known before it is read. */
interface ExportFacts {
  readonly contentType: 'text/csv' | 'application/x-ndjson'
  readonly balance: number
  /** The file name to save it under; without it the client chooses one. */
  readonly fileName?: string
  /** SHA-256 of the whole text, if it is already known. */
  readonly outputHash?: string
}

/** Sends stored rows as a file that is produced as the client reads it. */
export function exportResponse(
  exchange: Exchange,
  { contentType, balance, fileName, outputHash = NOTHING_HASHED }: ExportFacts,
  body: ReadableStream<Uint8Array>,
): Response {
  const disposition = fileName === undefined ? 'attachment' : `attachment; filename="${fileName}"`
  const headers = headersOf(exchange, {
    contentType: `${contentType}; charset=utf-8`,
    outputHash,
    engine: 'real',
    creditsUsed: 0,
    balance,
    headers: [['content-disposition', disposition]],
  })
  return new Response(body, { headers })
}
