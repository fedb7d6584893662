import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestGateway } from '../support/test-gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

describe('POST /v1/{slug}', () => {
  it('charges the fixed credits of the tool once', async () => {
    const answer = await gateway.call('crypto-hash-sha256', { text: 'abc' })
    expect(answer.status).toBe(200)
    expect(answer.json.meta).toMatchObject({ api: 'crypto-hash-sha256', credits_used: 1, balance: 499 })
    expect(gateway.balance()).toBe(499)
  })
})
