import { constants, inflateSync } from 'node:zlib'
import { InvalidInput } from '../../../../tool-kit/tool-context.ts'

const MAX_STREAMS = 20_000
const MAX_BYTES = 100_000_000
/** A filter may be applied to the result of another one. */
const MAX_LAYERS = 3

/**
 * Unpacks the compressed streams of a PDF and discards the results, to check that they stay within
 * bounds before a library without limits unpacks them.
 * @throws InvalidInput when they hold more than 100 MB together
 */
export function checkPdfExpansion(pdf: Buffer, field: string): void {
  const marker = Buffer.from('stream')
  let [left, streams] = [MAX_BYTES, 0]
  for (let at = pdf.indexOf(marker); at !== -1; at = pdf.indexOf(marker, at + marker.length)) {
    if (++streams > 2 * MAX_STREAMS)
      throw new InvalidInput(field, `It has more than ${MAX_STREAMS} streams`)
    const lineBreak = pdf[at + marker.length] === 0x0d ? 2 : 1
    left -= expandedBytes(pdf.subarray(at + marker.length + lineBreak), left, MAX_LAYERS)
    if (left <= 0)
      throw new InvalidInput(field, `It unpacks to more than ${MAX_BYTES} bytes; send a part of it`)
  }
}

function expandedBytes(data: Buffer, limit: number, layers: number): number {
  if (layers === 0 || !startsZlib(data)) return 0
  try {
    const content = inflateSync(data, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH })
    return content.length + expandedBytes(content, Math.max(1, limit - content.length), layers - 1)
  } catch (error) {
    // Data that is not compressed, or damaged, does not grow; the library reports its own errors.
    const isTooLarge =
      error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? limit : 0
  }
}

// RFC 1950: deflate, and a header that is a multiple of 31.
function startsZlib(data: Buffer): boolean {
  return data.length > 2 && (data[0]! & 0x0f) === 8 && data.readUInt16BE(0) % 31 === 0
}
