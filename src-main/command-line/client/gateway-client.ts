import { z } from 'zod'
import { CLI_USER_AGENT } from '../../../src-shared/activity.ts'
import { keyFor } from './command-key.ts'
import { DATA_DIR_ARG, dataDirOf } from './data-dir.ts'
import { CommandFailed, EXIT, exitCodeOf } from '../terminal/exit-codes.ts'
import {
  findGateway,
  IDLE_MINUTES,
  namedGateway,
  startGatewayFor,
  type FoundGateway,
} from './find-gateway.ts'
import { JSON_ARG, say } from '../terminal/terminal.ts'

/** Arguments that every command which speaks with the gateway takes. */
export const CLIENT_ARGS = {
  json: JSON_ARG,
  key: { type: 'string', description: 'API key (TOOLGATE_KEY, else the owner key in the data folder)' },
  url: {
    type: 'string',
    description: 'Address of the gateway (TOOLGATE_URL, else the one that runs here)',
  },
  'data-dir': DATA_DIR_ARG,
} as const

/** The options of a command line that concern the gateway. */
export interface ClientOptions {
  readonly key?: string | undefined
  readonly url?: string | undefined
  readonly 'data-dir'?: string | undefined
}

const refusal = z.object({
  error: z.looseObject({
    code: z.string(),
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    retry_after: z.number().optional(),
  }),
})

// The gateway's own message is about a header, which nobody at a terminal sends.
const NO_KEY = 'Set TOOLGATE_KEY to a key of this gateway.'

/** The gateway refused a request or failed at it. */
export class Refused extends CommandFailed {
  readonly code: string
  /** Seconds to wait, where waiting helps. */
  readonly retryAfter: number | null
  /** The answer as it came, for --json. */
  readonly body: unknown

  constructor(body: unknown, status: number) {
    const error = refusal.safeParse(body).data?.error
    const details = (error?.issues ?? []).filter(({ path }) => path !== '')
    const lines = details.map(({ path, message }) => `  ${path}: ${message}`)
    const summary =
      error?.code === 'auth_required' ? NO_KEY : (error?.message ?? `The gateway answered ${status}.`)
    super([summary, ...(lines.length > 1 ? lines : [])].join('\n'), exitCodeOf(error?.code ?? ''))
    this.code = error?.code ?? 'unknown'
    this.retryAfter = error?.retry_after ?? null
    this.body = body
  }
}

/** A client of the running gateway, over HTTP like any other. */
export class GatewayClient {
  readonly url: string
  readonly #key: string | null

  constructor(url: string, key: string | null) {
    this.url = url
    this.#key = key
  }

  /**
   * The gateway that a command line names, else that of the environment or the data folder.
   * @param headless the built entry of the gateway, to start one on the data folder where none runs
   * @throws CommandFailed when none answers
   */
  static async find(
    options: ClientOptions,
    environment = process.env,
    headless?: URL,
  ): Promise<GatewayClient> {
    const env = options.url === undefined ? environment : { ...environment, TOOLGATE_URL: options.url }
    const dataDir = dataDirOf(options['data-dir'], env)
    const mayStart = headless !== undefined && namedGateway(env) === null
    const found = (await findGateway(dataDir, env)) ?? (mayStart ? await startOne(dataDir, headless) : null)
    if (found === null) {
      const place = namedGateway(env) ?? dataDir
      throw new CommandFailed(
        `No gateway answers for ${place}. Start one with toolgate serve.`,
        EXIT.unreachable,
      )
    }
    return new GatewayClient(found.url, options.key ?? keyFor(found, dataDir, env))
  }

  async get(path: string): Promise<unknown> {
    return await this.json('GET', path)
  }

  async post(
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    return await this.json('POST', path, body, headers)
  }

  async put(path: string, body: object): Promise<unknown> {
    return await this.json('PUT', path, body)
  }

  async delete(path: string): Promise<unknown> {
    return await this.json('DELETE', path)
  }

  /** @throws Refused, CommandFailed when the gateway is gone */
  async json(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const answer = await this.send(method, path, body, { headers })
    const read: unknown = await answer.json().catch(() => null)
    if (!answer.ok) throw new Refused(read, answer.status)
    return read
  }

  /** Sends a request and leaves its answer unread. @throws CommandFailed when the gateway is gone */
  async send(
    method: string,
    path: string,
    body?: object,
    { headers = {}, signal }: { headers?: Readonly<Record<string, string>>; signal?: AbortSignal } = {},
  ): Promise<Response> {
    try {
      return await fetch(`${this.url}${path}`, {
        method,
        headers: {
          'user-agent': CLI_USER_AGENT,
          ...(this.#key === null ? {} : { authorization: `Bearer ${this.#key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      })
    } catch (error) {
      if (signal?.aborted) throw error
      throw new CommandFailed(`The gateway at ${this.url} does not answer.`, EXIT.unreachable)
    }
  }
}

async function startOne(dataDir: string, headless: URL): Promise<FoundGateway | null> {
  const url = await startGatewayFor(dataDir, headless)
  if (url === null) return null
  say(`Started a gateway at ${url}, which stops after ${IDLE_MINUTES} minutes without requests.`)
  return { url, isOwn: true }
}
