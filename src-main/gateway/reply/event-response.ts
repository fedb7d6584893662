import type { ServerResponse } from 'node:http'
import { FastResponse } from 'srvx'

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

  /** @param hasSocket whether `writeTo` will be called */
  constructor(headers: readonly (readonly [string, string])[], hasSocket: boolean) {
    const body = hasSocket ? null : new WebBody()
    // srvx only reads the headers.
    super(body?.stream ?? null, { status: 200, headers: headers as [string, string][] })
    this.#headers = headers
    this.#body = body
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

  writeTo(res: ServerResponse): void {
    const head: string[] = []
    for (const [name, value] of this.#headers) head.push(name, value)
    res.writeHead(200, head)
    this.#socket = res
    this.#flush()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    // After the promises that are already settled, because some of them send more.
    process.nextTick(() => this.#flush())
  }

  #flush(): void {
    this.#scheduled = false
    const out = this.#body ?? this.#socket
    if (out === null) return
    const text = this.#waiting
    this.#waiting = ''
    if (out.destroyed) return
    if (this.#ended) out.end(text)
    else if (text !== '') out.write(text)
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
