import { GatewayError } from '../../src-shared/errors.ts'

/** From bugs only to one line for each request, and finally with its cost. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The logged facts about a request. */
export interface LoggedRequest {
  readonly requestId: string
  /** From performance.now(). */
  readonly startedAt: number
  /** The pattern of the route that answers; null for a request that matched none. */
  readonly route: string | null
  readonly account: { readonly id: string } | null
}

/** The logged facts about an answer, from its headers. */
export interface LoggedAnswer {
  readonly status: number
  readonly headers: Headers
}

const MAX_FRAMES = 12
const MAX_CAUSES = 5

/**
 * Writes events as lines of JSON. A line is built from names, numbers and ids: never from a key, a query, a body or an
 * answer, nor from an error's message if that may quote one of these.
 */
export class Log {
  readonly #level: number
  readonly #write: (line: string) => void

  constructor(level: LogLevel, write: (line: string) => void = (line) => void process.stderr.write(line)) {
    this.#level = LOG_LEVELS.indexOf(level)
    this.#write = write
  }

  /** Whether requests are logged. */
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

  /** Logs a bug, whose details no caller gets. */
  readonly bug = (error: unknown, requestId: string): void => {
    this.#line('error', { request_id: requestId, errors: chainOf(error) })
  }

  /** A restore that a start noticed, which suspends keys. */
  restored({ number, cause }: { readonly number: number; readonly cause: string }): void {
    if (this.#level >= LOG_LEVELS.indexOf('warn'))
      this.#line('warn', { event: 'restored', epoch: number, cause })
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
  const { code } = error as { code?: unknown } // Node, SQLite and the gateway add a code to their errors.
  // The message comes first in a stack, and may look like a frame.
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

// A failed system call mentions a path of this machine, and SQLite its own tables.
function isWordedBySystem(error: Error): boolean {
  if (error instanceof GatewayError) return false
  return 'syscall' in error || error.constructor.name === 'SqliteError'
}
