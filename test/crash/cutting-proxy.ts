import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The line between a gateway and its hub. `away`: nothing gets through. `cut`: requests do, and half of their answers
 * do not, which the other side has committed by then.
 */
export class CuttingProxy {
  readonly #server: Server
  target: string
  state: 'up' | 'away' | 'cut' = 'up'
  cutAnswers = 0
  #answers = 0

  private constructor(target: string) {
    this.target = target
    this.#server = createServer((req, res) => {
      if (this.state === 'away') return void req.socket.destroy()
      const { host, hostname, port } = new URL(this.target)
      const { method, url } = req
      const headers = { ...req.headers, host }
      const onward = request({ host: hostname, port, method, path: url, headers }, (answer) => {
        if (this.state === 'cut' && this.#answers++ % 2 === 0) {
          this.cutAnswers++
          req.socket.destroy()
          answer.resume()
          return
        }
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', () => res.destroy())
        answer.pipe(res)
      })
      onward.on('error', () => res.destroy())
      req.pipe(onward)
    })
  }

  /** @param target the address of the hub, which changes when it starts again */
  static async open(target: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}` // a listening TCP server has a port
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
