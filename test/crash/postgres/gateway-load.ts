import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { GatewayProcesses } from '../../support/postgres/gateway-processes.ts'
import { ask, type Asked } from '../../support/postgres/served-gateways.ts'

/** What each of its requests costs. */
export const PRICE = 1
const PATH = '/v1/crypto-hash-sha256'

/** Requests to gateways that may be killed, and what each of them was told. */
export class GatewayLoad {
  readonly #served: GatewayProcesses
  /** Balances that answers told, by request id. */
  readonly answered = new Map<string, number>()
  /** Request ids of refusals. */
  readonly refused = new Set<string>()
  readonly codes = new Set<string>()
  /** Requests without an answer, which may have been charged: how many without a key, and the keys of others. */
  unknown = 0
  readonly unknownKeys = new Set<string>()
  #count = 0
  #isOver = false
  readonly #callers: readonly Promise<void>[]

  constructor(served: GatewayProcesses, callers: number) {
    this.#served = served
    this.#callers = Array.from({ length: callers }, () => this.#caller())
  }

  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#callers)
  }

  /** Sends again what had no answer, under the same keys. @returns how many were answered */
  async repeat(): Promise<number> {
    let answered = 0
    for (const key of this.unknownKeys)
      for (let tries = 0; tries < 100; tries++) {
        const { status } = await this.#send(key, tries)
        // It may be in progress at a gateway that was killed a moment ago.
        if (status !== 409 && status !== 503) {
          if (status === 200) answered++
          break
        }
        await pause(200)
      }
    return answered
  }

  async #caller(): Promise<void> {
    while (!this.#isOver) {
      const n = this.#count++
      const key = n % 2 === 0 ? randomUUID() : null
      const answer = await this.#send(key, n).catch(() => null)
      if (answer?.status === 200) continue
      if (answer === null && key === null) this.unknown++
      // Refused in words that leave no doubt, or without any.
      if (key !== null) this.unknownKeys.add(key)
      await pause(20)
    }
  }

  async #send(key: string | null, n: number): Promise<Asked> {
    const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key }
    const answer = await ask(this.#served.at(n), PATH, { text: key ?? `n${n}` }, headers)
    const id = answer.headers.get('x-request-id')!
    if (answer.status !== 200) {
      this.refused.add(id)
      this.codes.add(`${answer.status} ${answer.json?.error?.code}`)
    } else if (answer.headers.get('idempotent-replayed') === null)
      this.answered.set(id, Number(answer.headers.get('x-credits-remaining')))
    return answer
  }
}
