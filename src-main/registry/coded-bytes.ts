import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The content codings in which a document can be sent (RFC 9110, 8.4.1), the best first. */
export const CODINGS = ['br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/** Smaller ones fit into a packet or two as they are. */
const LEAST_COMPRESSED_BYTES = 4 * 1024

// Compressing happens once, in a thread of Node's pool; better qualities of brotli take ten times as long for a tenth.
const COMPRESS: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: promisify(gzip),
}

/** Bytes that are sent again and again: as they are and compressed, with their hash and their entity tags. */
export class CodedBytes {
  readonly bytes: Buffer
  /** Of the bytes as they are before any coding. */
  readonly hash: string
  readonly etag: string
  readonly #coded = new Map<Coding, Promise<Buffer>>()

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.hash = hash('sha256', bytes)
    this.etag = `"${this.hash.slice(0, 32)}"`
  }

  /** Whether it is worth being sent compressed. */
  get isLarge(): boolean {
    return this.bytes.length >= LEAST_COMPRESSED_BYTES
  }

  /** What it takes of memory, in bytes, with its compressed forms, each of which is less than a third. */
  get size(): number {
    return this.isLarge ? Math.ceil((this.bytes.length * 5) / 3) : this.bytes.length
  }

  /** The entity tag of a compressed form, which is another representation than the bytes (RFC 9110, 8.8.3.3). */
  etagIn(coding: Coding): string {
    return `${this.etag.slice(0, -1)}-${coding}"`
  }

  /** The bytes in a coding; each is made once, when it is first asked for. */
  in(coding: Coding): Promise<Buffer> {
    const known = this.#coded.get(coding)
    if (known) return known
    const made = COMPRESS[coding](this.bytes)
    this.#coded.set(coding, made)
    // A machine that was out of memory may have some for the next caller.
    made.catch(() => this.#coded.delete(coding))
    return made
  }
}
