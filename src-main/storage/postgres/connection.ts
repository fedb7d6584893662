import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import { statement, type Ask, type Told } from '../engine/work.ts'
import { toNumbered, valuesOf } from './numbered.ts'

/** Where the database is, and where in it this gateway's tables are. */
export interface Place {
  readonly host: string
  readonly port?: number
  readonly user: string
  readonly password?: string
  readonly database: string
  readonly schema: string
  /** How the line is encrypted; by default it is not. */
  readonly ssl?: ConnectionOptions | false
}

/** What a connection is for. The writer's plans must never read a whole table while it holds the lock of an account. */
export type Purpose = 'write' | 'read'

const SETTINGS = {
  // A server's own default may be another one, and the statements after a lock must see what was committed before it.
  default_transaction_isolation: String.raw`read\ committed`,
  idle_in_transaction_session_timeout: '10000',
  jit: 'off',
}
const WRITER_SETTINGS = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off' }

/** What a server says to a write that was the primary once and is not any more. */
const READ_ONLY = '25006'
/** What the driver says of a connection that has ended, or never began. */
const ENDED =
  /^(Connection terminated|Client has encountered|Client was closed|Query read timeout|timeout )/
const INT8 = 20
const NUMERIC = 1700

/** How to open a connection to a place. */
export function configOf({ schema, ...server }: Place, purpose: Purpose): pg.ClientConfig {
  const settings = { search_path: schema, ...SETTINGS, ...(purpose === 'write' ? WRITER_SETTINGS : {}) }
  return {
    ...server,
    application_name: 'toolgate',
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: purpose === 'write' ? 10_000 : 60_000,
    types: { getTypeParser: parserOf },
  }
}

/** The server is gone, or has ended this connection; what was sent may have arrived. */
export class ConnectionLost extends Error {}

const PROCESS = statement<Record<never, never>, { pid: number; since: string }>(
  'SELECT pid, backend_start::text AS since FROM pg_stat_activity WHERE pid = pg_backend_pid()',
)

/** An open connection. It sends a statement at once, also while others wait for their answers, which come in order. */
export class Connection {
  readonly #client: pg.ClientBase
  #isLost = false
  readonly #lose = (): void => void (this.#isLost = true)

  constructor(client: pg.ClientBase) {
    this.#client = client
    client.on('error', this.#lose)
    client.on('end', this.#lose)
  }

  /** Listens no more to a client that somebody else will use. */
  forget(): void {
    this.#client.off('error', this.#lose)
    this.#client.off('end', this.#lose)
  }

  /** The server's process for it, by which another connection can end it. */
  async process(): Promise<{ readonly pid: number; readonly since: string }> {
    const rows = await this.ask({ statement: PROCESS, values: {} })
    // The statement says what its rows are.
    return (rows as readonly { pid: number; since: string }[])[0]!
  }

  /** Runs one statement. @throws ConnectionLost when there may be no answer any more */
  async ask({ statement, values }: Ask): Promise<Told> {
    const numbered = toNumbered(statement)
    const { name, text } = numbered
    const result = await this.#send({ name, text, values: valuesOf(numbered, values) })
    return result.fields.length > 0 ? result.rows : (result.rowCount ?? 0)
  }

  /** Runs a command that has no parameters. @returns what the server says it has done, such as `COMMIT` */
  async command(text: string): Promise<string> {
    return (await this.#send({ text })).command
  }

  async #send(query: pg.QueryConfig): Promise<pg.QueryResult<Record<string, unknown>>> {
    try {
      return await this.#client.query(query)
    } catch (error) {
      const isOfStatement = error instanceof pg.DatabaseError && error.severity === 'ERROR'
      if (isOfStatement && error.code !== READ_ONLY) throw error
      // The events of a connection that ends may come after the errors of what it was asked.
      await new Promise(setImmediate)
      if (!this.#isLost && !isLost(error)) throw error
      throw new ConnectionLost('The connection to PostgreSQL has ended', { cause: error })
    }
  }
}

/** Whether an error says that the server is away, or has ended a connection. */
export function isLost(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true
  if (error instanceof pg.DatabaseError) return error.severity !== 'ERROR' || error.code === READ_ONLY
  // Of the socket, or of the driver, whose own errors have no codes.
  return error instanceof Error && ('syscall' in error || ENDED.test(error.message))
}

/** The code of an error that the server has answered, such as 23505; null for any other thrown value. */
export function postgresCodeOf(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null
}

// Everything that is counted here is held below 2^53 by a CHECK; sums of it come as numeric.
function parserOf(type: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (type === INT8 || type === NUMERIC) return toNumber
  // The driver's parsers make values of any type; what a column holds, the statement says.
  return pg.types.getTypeParser(type, format ?? 'text') as (text: string) => unknown
}

function toNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new RangeError(`${text} is more than a number can hold`)
  return number
}
