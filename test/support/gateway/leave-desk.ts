import type { ServerResponse } from 'node:http'
import { expect } from 'vitest'
import { startGateway, type RunningGateway } from '../../../src-main/instance/start-gateway.ts'
import { LLM_TEXT } from '../models/llm-gateway.ts'
import { LlmServer } from '../models/llm-server.ts'
import { muteServer, type MuteServer } from '../network/mute-server.ts'
import { postJson, type PostOptions } from '../network/post-json.ts'
import { receiver } from '../network/receiver.ts'
import { makeTempDir } from '../temp-dir.ts'
import { waitUntil } from '../wait-until.ts'
import { OWNER_KEY, TEST_FILES, type Json } from './test-gateway.ts'

const GRANT = 500
/** The credits of webhook-send. */
export const SEND = 5
/** The credits of llm-summarize. */
export const ASK = 10
/** The fields of llm-summarize. */
export const QUESTION = { text: LLM_TEXT }
export const HEADERS = { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json' }

/** The money after a call that was refunded. */
export const REFUNDED = { spent: 0, entries: [{ type: 'refund' }, { type: 'charge' }] }

/** The money after a call that was charged without its caller. */
export const chargedWithoutCaller = (credits: number) => ({
  spent: credits,
  entries: [{ type: 'charge', credits: -credits, unanswered: 'left' }],
})

/** A call whose caller can leave. */
export interface LeavableCall {
  /** The answer's text, or null once the caller has left. */
  readonly ended: Promise<string | null>
  /** Leaves, and says what that has cost. */
  readonly leave: () => Promise<Money>
}

interface Money {
  readonly spent: number
  readonly entries: Json[]
}

interface Called {
  readonly mute: MuteServer
  readonly llm: LlmServer
  readonly held: readonly ServerResponse[]
  readonly origin: string
}

/** A gateway on a socket, whose callers leave, and what its tools reach: a receiver, a mute server and a model. */
export class LeaveDesk {
  readonly gateway: RunningGateway
  readonly llm: LlmServer
  /** Requests that the receiver has not answered. */
  readonly held: readonly ServerResponse[]
  readonly #mute: MuteServer
  readonly #origin: string
  readonly #bugs: readonly unknown[]
  #key = OWNER_KEY

  private constructor(gateway: RunningGateway, called: Called, bugs: readonly unknown[]) {
    this.gateway = gateway
    this.llm = called.llm
    this.held = called.held
    this.#mute = called.mute
    this.#origin = called.origin
    this.#bugs = bugs
  }

  /** Opened for one test, which must close it. */
  static async open(): Promise<LeaveDesk> {
    const held: ServerResponse[] = []
    const bugs: unknown[] = []
    const { origin } = await receiver((_request, response) => void held.push(response))
    const mute = await muteServer()
    const llm = await LlmServer.start()
    const gateway = await startGateway({
      ...TEST_FILES,
      dataDir: makeTempDir(),
      allowedOrigins: [origin, mute.origin],
      port: 0,
      hostname: '127.0.0.1',
      ownerKey: OWNER_KEY,
      reportBug: (error) => bugs.push(error),
    })
    const desk = new LeaveDesk(gateway, { mute, llm, held, origin }, bugs)
    await desk.post('/app/providers', { kind: 'ollama', base_url: llm.origin, model: 'm' })
    return desk
  }

  /** Closes the gateway, which must have reported no bug. */
  async close(): Promise<void> {
    await this.gateway.close()
    await this.llm.close()
    expect(this.#bugs).toEqual([])
  }

  post(path: string, body: object, more: PostOptions = {}): Promise<Response> {
    return postJson(this.gateway.url + path, this.#key, body, more)
  }

  /** From now on calls with a team key of the owner's, which has fewer places than the owner. */
  async useTeamKey(): Promise<void> {
    const made: Json = await (
      await this.post('/v1/enterprise/keys', { name: 'Team', rate_limit: 10_000 })
    ).json()
    this.#key = made.key
  }

  leavable(path: string, body: object, headers: Record<string, string> = {}): LeavableCall {
    const leaving = new AbortController()
    const ended = this.post(path, body, { signal: leaving.signal, headers })
      .then((response) => response.text())
      .then(
        (text) => text,
        () => null,
      )
    return {
      ended,
      leave: async () => {
        leaving.abort()
        await ended
        return await this.money()
      },
    }
  }

  async read(path: string): Promise<Json> {
    return await (await fetch(this.gateway.url + path, { headers: HEADERS })).json()
  }

  /** What the key has spent once no call holds credits any more, and its newest entries. */
  async money(): Promise<Money> {
    const { balance } = await waitUntil(async () => {
      const now = await this.read('/v1/credits/balance')
      return now.reserved === 0 && now
    }, 'no call holds credits')
    const { entries } = await this.read('/v1/credits/history?limit=20')
    return { spent: GRANT - balance, entries: entries.filter(({ type }: Json) => type !== 'grant') }
  }

  /** The fields of webhook-send for the receiver. */
  toReceiver(): object {
    return { url: this.#origin, payload: { a: 1 } }
  }

  /** The fields of webhook-send for the mute server. */
  toMute(): object {
    return { url: this.#mute.origin, payload: { a: 1 } }
  }

  async arrived(count = 1): Promise<void> {
    await waitUntil(() => this.held.length >= count, 'the request arrives')
  }

  async connected(): Promise<void> {
    await waitUntil(() => this.#mute.sockets.length > 0, 'the connection is made')
  }

  /** Waits until the model has been asked. */
  async asked(): Promise<void> {
    await waitUntil(() => this.llm.seen.some(({ question }) => question !== null), 'the model is asked')
  }
}
