import { expect, onTestFinished } from 'vitest'
import { TestGateway, type Json, type TestAnswer } from './test-gateway.ts'

/** The address of the keys that the owner makes. */
export const KEYS = '/v1/enterprise/keys'
/** A call of one credit. */
export const HASH = { slug: 'crypto-hash-sha256', input: { text: 'abc' } }

/** A gateway whose owner makes team keys. */
export class KeyDesk {
  readonly gateway: TestGateway

  private constructor(gateway: TestGateway) {
    this.gateway = gateway
  }

  /** Opened for one test, and closed when that ends. */
  static async open(): Promise<KeyDesk> {
    const gateway = await TestGateway.create()
    onTestFinished(() => gateway.close())
    return new KeyDesk(gateway)
  }

  /** Makes a team key named CI. */
  async make(fields: object = {}): Promise<Json> {
    const made = await this.gateway.asOwner(KEYS, { body: { name: 'CI', ...fields } })
    expect([made.status, made.text]).toEqual([201, expect.any(String)])
    return made.json
  }

  /** Makes a call of one credit with this key. */
  hash(key: string): Promise<TestAnswer> {
    return this.gateway.call(HASH.slug, HASH.input, { key })
  }

  /** The balance of an account, as the ledger has it. */
  held(id: string): number {
    return this.gateway.instance.services.ledger.lastKnown(id).balance
  }
}
