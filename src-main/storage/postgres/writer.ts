import pg from 'pg'
import { configOf, Connection, ConnectionLost, type Place } from './connection.ts'

/** The server's process of a connection, by which another one can end it. */
export interface ServerProcess {
  readonly pid: number
  readonly since: string
}

/** The one connection that writes, opened again whenever it is lost. */
export class Writer {
  readonly #place: Place
  #client: pg.Client | null = null
  #connection: Connection | null = null
  #process: ServerProcess | null = null

  constructor(place: Place) {
    this.#place = place
  }

  /** The server's process of the connection that was opened last. */
  get process(): ServerProcess {
    if (!this.#process) throw new Error('There was no connection yet')
    return this.#process
  }

  /** The connection, opened if need be. @throws ConnectionLost when the server does not answer */
  async open(): Promise<Connection> {
    if (this.#connection) return this.#connection
    const client = new pg.Client(configOf(this.#place, 'write'))
    this.#client = client
    const connection = new Connection(client)
    try {
      await client.connect()
      this.#process = await connection.process()
    } catch (error) {
      this.lose()
      if (error instanceof ConnectionLost) throw error
      throw new ConnectionLost('PostgreSQL does not answer', { cause: error })
    }
    this.#connection = connection
    return connection
  }

  /** Forgets the connection; the next `open` makes another. */
  lose(): void {
    const client = this.#client
    this.#client = null
    this.#connection = null
    // What it says while it ends is of no use to anybody.
    client?.end().catch(() => undefined)
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = null
    this.#connection = null
    await client?.end()
  }
}
