import { chmodSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import type { PostgresServer } from './postgres-server.ts'

/** The client sends it as a query, and the server answers what it has done: both end with a zero byte. */
const COMMIT = Buffer.from('COMMIT\0')
const SOCKET = '.s.PGSQL.5432'

/**
 * The line between a gateway and PostgreSQL.
 * `cut`: COMMIT arrives and is carried out, and its answer does not come. `last`: the same, and then it is away.
 * `swallow`: COMMIT does not arrive, and the server is not told that nobody is there any more.
 * `away`: nobody answers.
 */
export class CuttingLine {
  readonly #server: Server
  readonly #folder: string
  readonly #sockets = new Set<Socket>()
  state: 'up' | 'cut' | 'last' | 'swallow' | 'away' = 'up'
  /** How many connections were cut in `cut` or `swallow`. */
  cuts = 0

  private constructor(folder: string, target: string) {
    this.#folder = folder
    this.#server = createServer((client) => {
      if (this.state === 'away') return void client.destroy()
      this.#join(client, createConnection(join(target, SOCKET)))
    })
  }

  /** @param folder where its socket lies, which clients take for a host */
  static async open(folder: string, target: PostgresServer): Promise<CuttingLine> {
    const line = new CuttingLine(folder, target.host)
    await new Promise<void>((resolve) => line.#server.listen(join(folder, SOCKET), resolve))
    chmodSync(join(folder, SOCKET), 0o600)
    return line
  }

  get host(): string {
    return this.#folder
  }

  /** Ends all connections. */
  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  close(): void {
    this.cutAll()
    this.#server.close()
  }

  #join(client: Socket, server: Socket): void {
    const ends = [client, server]
    for (const socket of ends) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.#sockets.delete(socket))
    }
    let isSwallowed = false
    client.on('close', () => {
      if (!isSwallowed) server.destroy()
    })
    server.on('close', () => client.destroy())
    client.on('data', (sent) => {
      if (this.state === 'swallow' && sent.includes(COMMIT)) {
        this.cuts++
        isSwallowed = true
        client.destroy()
      } else server.write(sent)
    })
    server.on('data', (answer) => {
      if ((this.state === 'cut' || this.state === 'last') && answer.includes(COMMIT)) {
        this.cuts++
        if (this.state === 'last') this.state = 'away'
        client.destroy()
      } else client.write(answer)
    })
  }
}
