import { GatewayError } from '../../src-shared/errors.ts'

/** From silence but for bugs to one line a request, and then with what it cost. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** What is written down of a request. */
export interface LoggedRequest {
  readonly requestId: string
  /** From performance.now(). */
  readonly startedAt: number
  /** The pattern of the route that answers; null for a request that met none. */
  readonly route: string | null
  readonly account: { readonly id: string } | null
}

/** What the headers of an answer say of it. */
export interface LoggedAnswer {
  readonly status: number
  readonly headers: Headers
}

const MAX_FRAMES = 12
const MAX_CAUSES = 5

/**
 * Writes what happens as lines of JSON. A line is put together from names, numbers and ids: never from a key, an
 * address's query, a body or an answer, nor from an error's own words where they may quote one of those.
 */
export class Log {
  readonly #level: number
  readonly #write: (line: string) => void

  constructor(level: LogLevel, write: (line: string) => void = (line) => void process.stderr.write(line)) {
    this.#level = LOG_LEVELS.indexOf(level)
    this.#write = write
  }

  /** Whether requests are written down. */
  get requests(): boolean {
    return this.#level >= LOG_LEVELS.indexOf('info')
  }

  /** One answered request; a stream counts as answered with its head. */
  request(method: string, request: LoggedRequest, answer: LoggedAnswer): void {
    if (!this.requests) return
    this.#line(answer.status >= 500 ? 'error' : 'info', {
      request_id: request.requestId,
      method,
      route: request.route,
      status: answer.status,
      ms: Number((performance.now() - request.startedAt).toFixed(2)),
      key_id: request.account?.id ?? null,
      ...(this.#level >= LOG_LEVELS.indexOf('debug') ? costOf(answer.headers) : {}),
    })
  }

  /** A bug: something that no caller is told the details of. */
  readonly bug = (error: unknown, requestId: string): void => {
    this.#line('error', { request_id: requestId, errors: chainOf(error) })
  }

  #line(level: LogLevel, fields: object): void {
    this.#write(`${JSON.stringify({ ts: new Date().toISOString(), level, ...fields })}\n`)
  }
}

function costOf(headers: Headers): object {
  return {
    credits: Number(headers.get('x-credits-used')),
    engine: headers.get('x-engine'),
    cache: headers.get('x-cache'),
  }
}

function chainOf(error: unknown): object[] {
  const chain: object[] = []
  for (let link = error; link !== undefined && link !== null && chain.length < MAX_CAUSES;) {
    chain.push(describe(link))
    link = link instanceof Error ? link.cause : undefined
  }
  return chain
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const { code } = error as { code?: unknown } // Node, SQLite and the gateway itself put a code on their errors.
  // The words come first in a stack, and may look like a frame.
  const frames = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
  return {
    name: error.constructor.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(isWordedBySystem(error) ? { message: error.message } : {}),
    at: frames.slice(0, MAX_FRAMES),
  }
}

// A failed system call names a path of this machine; SQLite names its own tables.
function isWordedBySystem(error: Error): boolean {
  if (error instanceof GatewayError) return false
  return 'syscall' in error || error.constructor.name === 'SqliteError'
}
