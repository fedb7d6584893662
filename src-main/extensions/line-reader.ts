const NEWLINE = 0x0a
const EDGE_BYTES = 256

/** What a line reader finds. */
export interface LineHandlers {
  readonly line: (line: Buffer) => void
  /** A line was longer than allowed and was dropped. @param head its first bytes @param tail its last bytes */
  readonly tooLong: (head: string, tail: string) => void
}

/** Cuts a stream of bytes into lines, and keeps no more of one than is allowed. */
export class LineReader {
  readonly #most: number
  readonly #handlers: LineHandlers
  #parts: Buffer[] = []
  #bytes = 0
  /** The first bytes of a line that is being dropped; null while none is. */
  #head: string | null = null
  #tail = Buffer.alloc(0)

  /** @param most bytes of a line */
  constructor(most: number, handlers: LineHandlers) {
    this.#most = most
    this.#handlers = handlers
  }

  /** Takes the next bytes of the stream. */
  push(chunk: Buffer): void {
    let from = 0
    for (;;) {
      const end = chunk.indexOf(NEWLINE, from)
      const part = chunk.subarray(from, end === -1 ? undefined : end)
      this.#add(part)
      if (end === -1) return
      this.#end()
      from = end + 1
    }
  }

  #add(part: Buffer): void {
    if (part.length === 0) return
    if (this.#head !== null) {
      this.#tail = Buffer.concat([this.#tail, part]).subarray(-EDGE_BYTES)
      return
    }
    this.#parts.push(part)
    this.#bytes += part.length
    if (this.#bytes <= this.#most) return
    const all = Buffer.concat(this.#parts)
    this.#head = all.subarray(0, EDGE_BYTES).toString('latin1')
    this.#tail = Buffer.from(all.subarray(-EDGE_BYTES))
    this.#parts = []
  }

  #end(): void {
    const [first, ...rest] = this.#parts
    if (this.#head !== null) this.#handlers.tooLong(this.#head, this.#tail.toString('latin1'))
    else if (first) this.#handlers.line(rest.length === 0 ? first : Buffer.concat(this.#parts))
    this.#parts = []
    this.#bytes = 0
    this.#head = null
  }
}
