import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { configOf, type Place } from './connection.ts'

/** What the driver says of a server without TLS. */
const NO_TLS = /does not support SSL/
const PAUSE_MS = 1_000
/** How long the server may need to notice that a gateway was killed, and how often it is asked. */
const NOTICED_WITHIN_MS = 5_000
const ASKED_EVERY_MS = 200
/** Any numbers: for the locks of names, and for those by which gateways start one after the other. */
const NAMES = 4_778
const STARTS = 4_779

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
const TAKE = `SELECT pg_try_advisory_lock(${NAMES}, hashtext($1)) AS taken, pid, backend_start::text AS since
  FROM pg_stat_activity WHERE pid = pg_backend_pid()`
const VERSION = `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`
const OLDEST = 140_000
const IN_TURN = `SELECT pg_advisory_lock(${STARTS}, hashtext($1))`
const NEXT = `SELECT pg_advisory_unlock(${STARTS}, hashtext($1))`

const END = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2`

/**
 * The right to be the one gateway of a name on a schema, which ends with its session in the server. When the session is
 * lost, it is taken again.
 */
export class GatewayName {
  readonly #place: Place
  readonly #name: string
  readonly #lost: () => void
  #client: pg.Client | null = null
  #session: Session | null = null
  #isClosed = false

  private constructor(place: Place, name: string, lost: () => void) {
    this.#place = place
    this.#name = name
    this.#lost = lost
  }

  /**
   * Waits until no other gateway of the schema starts: what the first one makes there, the next one finds. For a few
   * seconds it also waits for its name, which one that was killed has until the server notices.
   * @param lost is told when another gateway has taken the name while the server could not be reached
   * @throws StartupError when another gateway has it, or the server does not answer
   */
  static async take(place: Place, name: string, lost: () => void): Promise<GatewayName> {
    const taken = new GatewayName(place, name, lost)
    if (!(await taken.#open(NOTICED_WITHIN_MS).catch(refuseStart))) {
      await taken.close()
      throw new StartupError(
        `A gateway named ${name} runs on the schema ${place.schema} of this database already. Give each its own ` +
          'name with --instance-name, and a folder of its own with --data-dir.',
      )
    }
    await taken.#client?.query(IN_TURN, [place.schema]).catch(refuseStart)
    return taken
  }

  /** Lets the next gateway start. */
  async started(): Promise<void> {
    // If the session is lost, so is its turn.
    await this.#client?.query(NEXT, [this.#place.schema]).catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => undefined)
  }

  /** @returns whether it got the name, within that time */
  async #open(withinMs = 0): Promise<boolean> {
    const client = new pg.Client(configOf(this.#place, 'read'))
    this.#client = client
    // Errors end the connection, and that is what matters.
    client.on('error', () => undefined)
    await client.connect()
    refuseOld((await client.query<Version>(VERSION)).rows[0]!)
    // The server may not know yet that this session is lost.
    if (this.#session) await client.query(END, [this.#session.pid, this.#session.since])
    const giveUpAt = performance.now() + withinMs
    while (!(await this.#take(client))) {
      if (performance.now() >= giveUpAt) return false
      await pause(ASKED_EVERY_MS)
    }
    client.once('end', () => void this.#again())
    return true
  }

  async #take(client: pg.Client): Promise<boolean> {
    const { rows } = await client.query<Session & { taken: boolean }>(TAKE, [
      `${this.#place.schema} ${this.#name}`,
    ])
    const { taken, pid, since } = rows[0]!
    if (taken) this.#session = { pid, since }
    return taken
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
