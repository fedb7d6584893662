import { CLI_USER_AGENT } from '../../../src-shared/activity.ts'
import { keyFor, keyIn } from './command-key.ts'
import { DATA_DIR_ARG } from './data-dir.ts'
import { CommandFailed, EXIT } from '../terminal/exit-codes.ts'
import { findGateway, type FoundGateway } from './find-gateway.ts'
import { placeOf, URL_ARG, wordsFor, type PlaceOptions } from './gateway-place.ts'
import { sendHttp, textOf, type HttpAnswer } from './http.ts'
import { Refused } from './refused.ts'
import { IDLE_MINUTES, startGatewayFor } from './start-gateway.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { JSON_ARG, say } from '../terminal/terminal.ts'

/** Arguments that every command which speaks with the gateway takes. */
export const CLIENT_ARGS = {
  json: JSON_ARG,
  key: {
    type: 'string',
    description:
      'File with the API key, or - for stdin (TOOLGATE_KEY, else the owner key in the data folder)',
  },
  url: URL_ARG,
  'data-dir': DATA_DIR_ARG,
} as const

/** The options of a command line that concern the gateway. */
export interface ClientOptions extends PlaceOptions {
  readonly key?: string | undefined
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
    const place = placeOf(options, environment)
    const mayStart = headless !== undefined && place.named === null
    const found = (await findGateway(place)) ?? (mayStart ? await startOne(place.dataDir, headless) : null)
    if (found === null) throw new CommandFailed(`No gateway answers ${wordsFor(place)}.`, EXIT.unreachable)
    const given = options.key === undefined ? null : await keyIn(options.key)
    return new GatewayClient(found.url, given ?? keyFor(found, place.dataDir, environment))
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

  async patch(path: string, body: object): Promise<unknown> {
    return await this.json('PATCH', path, body)
  }

  async delete(path: string): Promise<unknown> {
    return await this.json('DELETE', path)
  }

  /** Sends bytes as they are. @throws Refused, CommandFailed when the gateway is gone */
  async upload(path: string, bytes: Buffer, mediaType: string): Promise<unknown> {
    return await this.json('POST', path, bytes, { 'content-type': mediaType })
  }

  /** @throws Refused, CommandFailed when the gateway is gone */
  async json(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const answer = await this.send(method, path, body, { headers })
    const read = await this.#read(answer)
    if (!answer.ok) throw new Refused(read, answer.status)
    return read
  }

  /**
   * Sends a request and leaves its answer unread.
   * @throws Refused, CommandFailed when the gateway is gone
   */
  async open(method: string, path: string, body?: object, more: SendOptions = {}): Promise<HttpAnswer> {
    const answer = await this.send(method, path, body, more)
    if (!answer.ok) throw new Refused(await this.#read(answer), answer.status)
    return answer
  }

  /** The same, for an answer of any status. @throws CommandFailed when the gateway is gone */
  async send(
    method: string,
    path: string,
    body?: object,
    { headers = {}, signal }: SendOptions = {},
  ): Promise<HttpAnswer> {
    try {
      return await sendHttp(`${this.url}${path}`, {
        method,
        headers: {
          'user-agent': CLI_USER_AGENT,
          ...(this.#key === null ? {} : { authorization: `Bearer ${this.#key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      })
    } catch (error) {
      if (signal?.aborted) throw error
      throw new CommandFailed(`The gateway at ${this.url} does not answer.`, EXIT.unreachable)
    }
  }

  async #read(answer: HttpAnswer): Promise<unknown> {
    const text = await textOf(answer).catch(() => null)
    if (text === null)
      throw new CommandFailed(`The gateway at ${this.url} ended before its answer did.`, EXIT.unreachable)
    try {
      return parseJson(text)
    } catch {
      // Whoever answered, it is not in JSON; the reader of the answer says so.
      return null
    }
  }
}

/** What else a request has. */
interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

async function startOne(dataDir: string, headless: URL): Promise<FoundGateway | null> {
  const url = await startGatewayFor(dataDir, headless)
  if (url === null) return null
  say(`Started a gateway at ${url}, which stops after ${IDLE_MINUTES} minutes without requests.`)
  return { url, isOwn: true }
}
