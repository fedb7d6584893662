import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

export interface BoundedBody {
  readonly bytes: Buffer
  /** True when there was more than the cap. */
  readonly truncated: boolean
}

/** Reads at most `cap` bytes and closes the source as soon as there are more. */
export async function readBounded(source: AsyncIterable<Buffer>, cap: number): Promise<BoundedBody> {
  const chunks: Buffer[] = []
  let length = 0
  // Leaving the loop early destroys the source, and with it the socket.
  for await (const chunk of source) {
    chunks.push(chunk)
    length += chunk.length
    if (length > cap) break
  }
  return { bytes: Buffer.concat(chunks, Math.min(length, cap)), truncated: length > cap }
}

// Only a body that was cut off here may end early; otherwise it is broken or wrongly labelled.
const inflate = (cut: boolean) => ({ finishFlush: cut ? constants.Z_SYNC_FLUSH : constants.Z_FINISH })
const brotli = (cut: boolean) => ({
  finishFlush: cut ? constants.BROTLI_OPERATION_FLUSH : constants.BROTLI_OPERATION_FINISH,
})

const DECODERS = new Map([
  ['gzip', (cut: boolean) => createGunzip(inflate(cut))],
  ['x-gzip', (cut: boolean) => createGunzip(inflate(cut))],
  ['deflate', (cut: boolean) => createInflate(inflate(cut))],
  ['br', (cut: boolean) => createBrotliDecompress(brotli(cut))],
])

/**
 * Decodes a Content-Encoding that the target used although none was requested, again up to the cap. A body in an
 * unknown encoding, or one that cannot be decoded, is returned as it was received.
 */
export async function decodeBounded(
  body: BoundedBody,
  encoding: string,
  cap: number,
): Promise<BoundedBody> {
  const decoder = DECODERS.get(encoding.trim().toLowerCase())?.(body.truncated)
  if (!decoder || body.bytes.length === 0) return body
  decoder.end(body.bytes)
  try {
    const decoded = await readBounded(decoder, cap)
    return { bytes: decoded.bytes, truncated: decoded.truncated || body.truncated }
  } catch {
    // The label was wrong, so the bytes themselves are the best answer.
    return body
  }
}
