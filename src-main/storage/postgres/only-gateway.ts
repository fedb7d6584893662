import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { configOf, type Place } from './connection.ts'

/** What the driver says of a server without TLS. */
const NO_TLS = /does not support SSL/
const PAUSE_MS = 1_000
/** Any number, for locks of this kind. */
const KIND = 4_778

interface Version {
  /** 140005 for 14.5. */
  readonly number: number
  readonly name: string
}

interface Session {
  readonly pid: number
  readonly since: string
}

/** Whether a session has the lock now, and which session it is. */
const TAKE = `SELECT pg_try_advisory_lock(${KIND}, hashtext($1)) AS taken, pid, backend_start::text AS since
  FROM pg_stat_activity WHERE pid = pg_backend_pid()`
const VERSION = `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`
const OLDEST = 140_000

const END = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2`

/**
 * The right to be the one gateway of a schema, which ends with its session in the server. When the session is lost, it
 * is taken again.
 */
export class OnlyGateway {
  readonly #place: Place
  readonly #lost: () => void
  #client: pg.Client | null = null
  #session: Session | null = null
  #isClosed = false

  private constructor(place: Place, lost: () => void) {
    this.#place = place
    this.#lost = lost
  }

  /**
   * @param lost is told when another gateway has taken it while the server could not be reached
   * @throws StartupError when another gateway has it, or the server does not answer
   */
  static async take(place: Place, lost: () => void): Promise<OnlyGateway> {
    const only = new OnlyGateway(place, lost)
    if (await only.#open().catch(refuseStart)) return only
    await only.close()
    throw new StartupError(
      `Another gateway runs on the schema ${place.schema} of this database. Stop it first, or name another ` +
        'schema with --database-schema: one gateway runs on a schema at a time.',
    )
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => undefined)
  }

  async #open(): Promise<boolean> {
    const client = new pg.Client(configOf(this.#place, 'read'))
    this.#client = client
    // Errors end the connection, and that is what matters.
    client.on('error', () => undefined)
    await client.connect()
    refuseOld((await client.query<Version>(VERSION)).rows[0]!)
    // The server may not know yet that this session is lost.
    if (this.#session) await client.query(END, [this.#session.pid, this.#session.since])
    const { rows } = await client.query<Session & { taken: boolean }>(TAKE, [this.#place.schema])
    const { taken, pid, since } = rows[0]!
    if (!taken) return false
    this.#session = { pid, since }
    client.once('end', () => void this.#again())
    return true
  }

  async #again(): Promise<void> {
    while (!this.#isClosed) {
      try {
        if (!(await this.#open()) && !this.#isClosed) this.#lost()
        return
      } catch {
        // The server is away still.
        await this.#client?.end().catch(() => undefined)
        await pause(PAUSE_MS, undefined, { ref: false })
      }
    }
  }
}

/** @throws StartupError when a server is older than the statements need */
export function refuseOld({ number, name }: Version): void {
  if (number < OLDEST)
    throw new StartupError(
      `The database is PostgreSQL ${name}. Toolgate needs 14 or newer. Nothing was changed.`,
    )
}

/** The error of a server that refused or did not answer, for the person who starts a gateway. */
function refuseStart(error: unknown): never {
  if (error instanceof StartupError) throw error
  const reason = error instanceof Error ? error.message : String(error)
  const hint = NO_TLS.test(reason)
    ? ' It does not encrypt; where the network between is yours alone, add ?sslmode=disable to the address.'
    : ''
  throw new StartupError(`The database cannot be used: ${reason}. Nothing was changed.${hint}`, {
    cause: error,
  })
}
