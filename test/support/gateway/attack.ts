import { onTestFinished } from 'vitest'
import type { ShareState } from '../../../src-shared/shares.ts'
import { TestGateway, type Json } from './test-gateway.ts'

/** A key that sends more than its share to a gateway, and the keys beside it. */
export class Attack {
  readonly gateway: TestGateway
  readonly #left = new AbortController()

  private constructor(gateway: TestGateway) {
    this.gateway = gateway
  }

  /** Opened for one test, and closed when that ends. The test's own key is the hostile one. */
  static async open(options: Parameters<typeof TestGateway.create>[0]): Promise<Attack> {
    const attack = new Attack(await TestGateway.create(options))
    onTestFinished(() => attack.gateway.close())
    onTestFinished(() => attack.leave())
    await attack.gateway.instance.services.keys.setRateLimit(attack.gateway.keyId, 100_000, 60)
    return attack
  }

  /** Sends a request of the hostile key, which waits for its answer until it leaves. */
  async send(path: string, body: object): Promise<Json> {
    const request = new Request(`http://127.0.0.1:4777${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.gateway.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: this.#left.signal,
    })
    return await (await this.gateway.instance.app.fetch(request)).json()
  }

  /** Sends a batch of 50 calls of the hostile key. */
  batch(slug: string, inputOf: (index: number) => object): Promise<Json> {
    const calls = Array.from({ length: 50 }, (_, index) => ({ slug, input: inputOf(index) }))
    return this.send('/v1/batch', { calls })
  }

  /** The hostile key hangs up. */
  leave(): void {
    this.#left.abort()
  }

  /** The figures of a shared resource. */
  share(resource: string): ShareState {
    const found = this.gateway.instance.services.shares
      .states()
      .find((state) => state.resource === resource)
    if (!found) throw new Error(`There is no share of ${resource}`)
    return found
  }

  /** A further key, with 500 credits. */
  async otherKey(): Promise<string> {
    const { keys } = this.gateway.instance.services
    return (await keys.create({ kind: 'personal', name: 'Other', grant: 500 })).key
  }
}

/** How many of these answers have each error code, or `ok`. */
export function codesOf(answers: readonly Json[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { ok, error } of answers) {
    const code = ok ? 'ok' : String(error.code)
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}
