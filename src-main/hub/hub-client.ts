import { z } from 'zod'
import { GatewayError } from '../../src-shared/errors.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import type { FedCharge } from '../ledger/charge-feed.ts'
import { isLocalHost } from '../providers/base-url.ts'
import type { Transport } from '../providers/provider-transport.ts'

const ANSWER_MS = 10_000
const MAX_ANSWER_BYTES = 1024 * 1024

/** The hub does not answer, or not in a way that says anything of the request: trying again may help. */
export class HubAway extends Error {
  override readonly name = 'HubAway'
}

/** The hub refuses a request, with its own code and sentence. */
export class HubRefusal extends Error {
  override readonly name = 'HubRefusal'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const lease = z.object({ number: z.int().min(1), given: z.int().min(0) })
const taken = z.object({ late: z.int().min(0), ended: z.boolean() })
const balance = z.object({ balance: z.int().min(0) })
const refusal = z.object({ error: z.object({ code: z.string(), message: z.string().max(2_000) }) })

/** What a request needs besides its own fields. */
export interface HubAddress {
  readonly url: string
  readonly key: string
}

/** The requests of a gateway to the hub whose credits it spends. Each throws HubAway or HubRefusal. */
export class HubClient {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** What the key has at the hub, which shows that both are right. */
  async balance(hub: HubAddress): Promise<number> {
    return read(balance, await this.#send(hub, 'GET', '/v1/credits/balance')).balance
  }

  /** @returns the credits of the lease with this number; 0 for none */
  async lease(
    hub: HubAddress,
    wanted: { instance: string; name: string; number: number; credits: number },
  ): Promise<number> {
    const { number, given } = read(lease, await this.#send(hub, 'POST', '/v1/leases', wanted))
    if (number !== wanted.number) throw new HubAway('The hub answered another request than this one.')
    return given
  }

  /** @returns whether the leases have ended */
  async deliver(hub: HubAddress, instance: string, charges: readonly FedCharge[]): Promise<boolean> {
    const entries = charges.map(({ seq: _seq, engine, unanswered, ...charge }) => ({
      ...charge,
      ...(engine ? { engine } : {}),
      ...(unanswered ? { unanswered } : {}),
    }))
    return read(taken, await this.#send(hub, 'POST', '/v1/leases/entries', { instance, entries })).ended
  }

  /** Gives back what is left. */
  async end(hub: HubAddress, instance: string): Promise<void> {
    await this.#send(hub, 'DELETE', `/v1/leases/${instance}`)
  }

  async #send({ url, key }: HubAddress, method: string, path: string, body?: object): Promise<unknown> {
    const { status, text } = await this.#exchange(new URL(url + path), {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const answer = parseJson(text)
    if (status === 200) return answer
    const { data } = refusal.safeParse(answer)
    // A hub that is busy, stopping, or out of room says nothing of this request.
    if (!data || status === 429 || status >= 500)
      throw new HubAway(data?.error.message ?? `The hub answered with the status ${status}.`)
    throw new HubRefusal(data.error.code, data.error.message)
  }

  async #exchange(
    url: URL,
    request: Parameters<Transport>[1],
  ): Promise<{ readonly status: number; readonly text: string }> {
    try {
      const { status, body } = await this.#transport(url, request)
      const parts: Buffer[] = []
      let bytes = 0
      for await (const part of body) {
        // Node's client gives bytes.
        parts.push(part as Buffer)
        bytes += parts.at(-1)!.length
        if (bytes > MAX_ANSWER_BYTES) throw new Error('its answer is too long')
      }
      return { status, text: Buffer.concat(parts).toString('utf8') }
    } catch (error) {
      const reason = request.signal.aborted
        ? `it did not answer within ${ANSWER_MS / 1_000} seconds`
        : reasonOf(error)
      throw new HubAway(`The hub at ${url.origin} cannot be reached: ${reason}.`, { cause: error })
    }
  }
}

/**
 * The address of a hub as it is stored.
 * @throws GatewayError validation_error when it is invalid, or a key would travel over the internet in the clear
 */
export function toHubUrl(text: string): string {
  const url = URL.parse(text.trim())
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw refused('url', 'must be an address such as https://toolgate.example.com')
  if (url.username || url.password || url.search || url.hash)
    throw refused('url', 'must have no user name, password, "?" or "#"; the key is sent as key')
  if (url.protocol === 'http:' && !isLocalHost(url.hostname))
    throw refused('url', 'must use https, unless the hub is on the local network')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** The refusal of a field. */
export function refused(path: string, message: string): GatewayError {
  return new GatewayError('validation_error', `${path}: ${message}.`, {
    issues: [{ path, message }],
    missing_fields: [],
  })
}

function read<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const outcome = schema.safeParse(answer)
  if (outcome.success) return outcome.data
  throw new HubAway('The answer is not that of a Toolgate that lends credits. Is the address right?')
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof Error ? error.message : String(error)
}
