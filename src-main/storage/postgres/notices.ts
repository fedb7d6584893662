import pg from 'pg'
import { statement } from '../engine/work.ts'
import { configOf, Connection, type Place } from './connection.ts'

const SEND = statement<{ channel: string; text: string }, unknown>('SELECT pg_notify(:channel, :text)')
const PAUSE_MS = 500

/**
 * Short texts between the gateways of one schema. One may be lost: whoever sends it must do without an answer. They
 * have a connection of their own, because a notice locks the whole database while its transaction commits.
 */
export class Notices {
  readonly #place: Place
  readonly #hear: (text: string) => void
  #client: pg.Client | null = null
  #connection: Connection | null = null
  #isClosed = false
  #retry: NodeJS.Timeout | undefined

  constructor(place: Place, hear: (text: string) => void) {
    this.#place = place
    this.#hear = hear
  }

  /** Resolves once it listens, or knows that the server is away; then it tries again and again. */
  async listen(): Promise<void> {
    const client = new pg.Client(configOf(this.#place, 'read'))
    this.#client = client
    client.on('notification', ({ payload }) => {
      if (payload) this.#hear(payload)
    })
    // Errors end the connection, and that is what matters.
    client.on('error', () => undefined)
    client.on('end', () => this.#again(client))
    try {
      await client.connect()
      await client.query(`LISTEN ${this.#channel}`)
      if (this.#client === client) this.#connection = new Connection(client)
    } catch {
      this.#again(client)
    }
  }

  /** Sends a text to all who listen, this gateway included. */
  send(text: string): void {
    if (!this.#connection) return
    const values = { channel: this.#channel, text }
    // If it fails, it is lost.
    this.#connection.ask({ statement: SEND, values }).catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#retry)
    await this.#client?.end()
  }

  get #channel(): string {
    return `toolgate_${this.#place.schema}`
  }

  #again(client: pg.Client): void {
    if (this.#isClosed || this.#client !== client) return
    this.#client = null
    this.#connection = null
    client.end().catch(() => undefined)
    this.#retry = setTimeout(() => void this.listen(), PAUSE_MS).unref()
  }
}
