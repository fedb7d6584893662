import { CodedBytes } from './coded-bytes.ts'

/** A JSON document that was written once: its bytes, also compressed, their hash and their entity tags. */
export class PreparedDocument extends CodedBytes {
  /**
   * Fixes a body's bytes, hash and entity tag. Members keep their declared order, in which forms and readers show the
   * fields of a schema; canonical JSON would lose it.
   */
  constructor(body: object) {
    super(ownBuffer(JSON.stringify(body)))
  }
}

// Buffer.from takes short ones out of a block of 64 KiB, all of which stays for as long as one of them does.
function ownBuffer(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}
