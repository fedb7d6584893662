import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { TestGateway } from './test-gateway.ts'

/** `cut`: requests arrive, but their answers do not. */
type LineState = 'up' | 'away' | 'cut'

/** The line between a gateway and its hub, which a test can cut. */
export class HubLine {
  readonly #server: Server
  readonly #hub: TestGateway
  state: LineState = 'up'
  /** Requests that have reached the hub, as method and path. */
  readonly arrived: string[] = []

  private constructor(hub: TestGateway) {
    this.#hub = hub
    this.#server = createServer((request, response) => {
      if (this.state === 'away') return void request.socket.destroy()
      void this.#pass(request).then(({ status, text }) => {
        if (this.state === 'cut') request.socket.destroy()
        else response.writeHead(status, { 'content-type': 'application/json' }).end(text)
      })
    })
  }

  /** Opened for one test, and closed when that ends. */
  static async open(hub: TestGateway): Promise<HubLine> {
    const line = new HubLine(hub)
    await new Promise<void>((resolve) => line.#server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      line.#server.closeAllConnections()
      line.#server.close()
    })
    return line
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo // a listening TCP server has an address with a port
    return `http://127.0.0.1:${port}`
  }

  async #pass(request: IncomingMessage): Promise<{ status: number; text: string }> {
    const { method = 'GET', url = '/', headers } = request
    let body = ''
    for await (const part of request) body += String(part)
    this.arrived.push(`${method} ${url}`)
    return await this.#hub.send(url, {
      method,
      key: headers.authorization?.replace('Bearer ', '') ?? null,
      ...(body === '' ? {} : { body }),
    })
  }
}
