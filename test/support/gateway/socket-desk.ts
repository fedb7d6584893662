import { leaveAfter, sendRaw, type RawExchange } from '../network/raw-http.ts'
import { startTestGateway, type StartedTestGateway } from './start-test-gateway.ts'

export const JSON_TYPE = 'Content-Type: application/json\r\n'

/** A gateway on a socket, and the bytes of requests to it: malformed ones can only be written by hand. */
export class SocketDesk {
  readonly port: number
  readonly #gateway: StartedTestGateway

  private constructor(gateway: StartedTestGateway) {
    this.#gateway = gateway
    this.port = Number(new URL(gateway.url).port)
  }

  /** Opened for the tests of a file, which must close it. */
  static async open(): Promise<SocketDesk> {
    return new SocketDesk(await startTestGateway())
  }

  async close(): Promise<void> {
    await this.#gateway.close()
  }

  /** The Host header. */
  host(): string {
    return `Host: 127.0.0.1:${this.port}\r\n`
  }

  /** The header with the owner's key. */
  key(): string {
    return `Authorization: Bearer ${this.#gateway.ownerKey}\r\n`
  }

  get(path = '/v1/health', more = ''): string {
    return `GET ${path} HTTP/1.1\r\n${this.host()}${more}\r\n`
  }

  post(more: string, body: string, path = '/v1/crypto-hash-sha256'): string {
    return `POST ${path} HTTP/1.1\r\n${this.host()}${this.key()}${JSON_TYPE}${more}\r\n${body}`
  }

  /** Writes parts of requests as they are, until so many answers are complete or the gateway closes. */
  send(parts: Iterable<string | Buffer>, expected = 1): Promise<RawExchange> {
    return sendRaw(this.port, parts, { expected })
  }

  /** Writes these bytes and goes. */
  leaveAfter(bytes: string): Promise<void> {
    return leaveAfter(this.port, bytes)
  }

  /** What the owner's key holds. */
  async balance(): Promise<{ balance: number; reserved: number }> {
    const { answers } = await this.send([this.get('/v1/credits/balance', this.key())])
    const { balance, reserved } = JSON.parse(answers[0]!.body)
    return { balance, reserved }
  }
}
