import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestGateway } from '../../../support/gateway/test-gateway.ts'

/** Processor time, which six calls use up here. */
const DEADLINE_MS = 500

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create({ workerDeadlineMs: DEADLINE_MS })
})
afterAll(async () => await gateway.close())

// Both threads of the pool are kept busy by each kind, so a thread lost for ever would starve what comes after.
const endless: [string, object][] = [
  [
    'exec-sql-on-json',
    { sql: 'WITH c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c' },
  ],
  ['exec-javascript', { code: 'for (;;) { try { for (;;); } catch {} }' }],
  ['exec-jq', { json: 1, filter: 'def f: f; f' }],
]

describe('code that never ends', () => {
  it.each(endless)('is ended, costs nothing and leaves the pool as it was: %s', async (slug, input) => {
    const before = gateway.balance()
    const ended = await Promise.all([gateway.call(slug, input), gateway.call(slug, input)])
    for (const { status, json } of ended) {
      expect(status).toBe(500)
      expect(json.error).toMatchObject({ code: 'handler_error', timed_out: true })
    }
    expect(gateway.balance()).toBe(before)
    const after = await Promise.all(
      [1, 2].map((json) => gateway.call('exec-jq', { json, filter: '. + 1' })),
    )
    expect(after.map(({ json }) => json.data.first)).toEqual([2, 3])
    expect(gateway.bugs).toEqual([])
  })
})
