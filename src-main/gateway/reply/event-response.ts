import type { ServerResponse } from 'node:http'
import { FastResponse } from 'srvx'
import { isLongText, writeInTurns } from './write-in-turns.ts'

/**
 * For how long the first text may wait for the end. Nobody can see so short a wait, and most calls are over by then:
 * head, events and end go out in one write instead of two, which is most of what a stream costs above a call.
 */
const HOLD_MS = 4

/**
 * A response whose text is sent in pieces. It writes straight to a socket; only without one, as in tests, does it
 * use a web stream, which costs several times as much as the write itself.
 */
export class EventResponse extends FastResponse {
  readonly #headers: readonly (readonly [string, string])[]
  readonly #body: WebBody | null
  #socket: ServerResponse | null = null
  /** The text of this turn, which goes out in one write. */
  #waiting = ''
  #scheduled = false
  #ended = false
  #holding: NodeJS.Timeout | null = null
  #headSent = false
  /** Whether a long text is on its way, which others must not overtake. */
  #isWriting = false

  /** @param hasSocket whether `writeTo` will be called */
  constructor(headers: readonly (readonly [string, string])[], hasSocket: boolean) {
    const body = hasSocket ? null : new WebBody()
    // srvx only reads the headers.
    super(body?.stream ?? null, { status: 200, headers: headers as [string, string][] })
    this.#headers = headers
    this.#body = body
  }

  /** How many characters wait to be written. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Sends the first text, which may wait a few milliseconds for the end. */
  begin(text: string): void {
    this.#waiting += text
    this.#holding = setTimeout(() => this.#flush(), HOLD_MS)
  }

  /** Sends text, in one write with everything sent in the same turn. */
  send(text: string): void {
    this.#waiting += text
    this.#schedule()
  }

  /** Ends the response after everything that was sent. */
  end(): void {
    this.#ended = true
    this.#schedule()
  }

  /** Sends head and text from now on, each when it is due. */
  writeTo(res: ServerResponse): void {
    this.#socket = res
    if (this.#holding === null) this.#flush()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    // After the promises that are already settled, because some of them send more.
    process.nextTick(() => this.#flush())
  }

  #flush(): void {
    this.#scheduled = false
    if (this.#holding) clearTimeout(this.#holding)
    this.#holding = null
    const out = this.#body ?? this.#socket
    if (out === null || this.#isWriting) return
    const text = this.#waiting
    this.#waiting = ''
    if (out.destroyed) return
    if (this.#socket && isLongText(text)) {
      void this.#writeLong(this.#socket, text)
      return
    }
    if (this.#socket) this.#sendHead(this.#socket, text)
    if (this.#ended) out.end(text)
    else if (text !== '') out.write(text)
  }

  async #writeLong(res: ServerResponse, text: string): Promise<void> {
    this.#isWriting = true
    this.#sendHead(res, text)
    await writeInTurns(res, text)
    this.#isWriting = false
    this.#flush()
  }

  #sendHead(res: ServerResponse, text: string): void {
    if (this.#headSent) return
    this.#headSent = true
    const head: string[] = []
    for (const [name, value] of this.#headers) head.push(name, value)
    // Without chunks, where the whole is known.
    if (this.#ended) head.push('content-length', String(Buffer.byteLength(text)))
    res.writeHead(200, head)
  }
}

/** A web stream with the interface of a socket. */
class WebBody {
  readonly stream: ReadableStream<Uint8Array>
  readonly #bytes = new TextEncoder()
  #controller!: ReadableStreamDefaultController<Uint8Array>
  destroyed = false

  constructor() {
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller
      },
      cancel: () => {
        this.destroyed = true
      },
    })
  }

  write(text: string): void {
    this.#controller.enqueue(this.#bytes.encode(text))
  }

  end(text: string): void {
    if (text !== '') this.write(text)
    this.#controller.close()
    this.destroyed = true
  }
}
