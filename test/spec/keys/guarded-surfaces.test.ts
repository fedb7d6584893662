import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardedKey, guardOf, ORDERS, setGuards } from '../../support/gateway/guard-desk.ts'
import { mcpClient } from '../../support/gateway/mcp-client.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'
import { leftIn, planted } from '../../support/tools/planted-values.ts'
import { waitUntil } from '../../support/wait-until.ts'

const [SET, GET] = ['memory-set', 'memory-get']
const guards = (on: 'arguments' | 'results', action: 'refuse' | 'redact') => [
  guardOf(on, action),
  { ...guardOf(on, action, ORDERS), name: 'orders' },
]

let gateway: TestGateway
let key: string
let keyId: string
beforeAll(async () => {
  gateway = await TestGateway.create()
  ;({ key, key_id: keyId } = await guardedKey(gateway, []))
})
afterAll(async () => {
  expect(gateway.bugs).toEqual([])
  await gateway.close()
})

/** Everything that a caller gets of a call, as text. */
const SURFACES: Readonly<Record<string, (slug: string, input: object) => Promise<string>>> = {
  call: async (slug, input) => (await gateway.call(slug, input, { key })).text,
  stream: async (slug, input) => (await gateway.send(`/v1/stream/${slug}`, { key, body: input })).text,
  batch: async (slug, input) =>
    (await gateway.send('/v1/batch', { key, body: { calls: [{ slug, input }] } })).text,
  agent: async (slug, input) =>
    (await gateway.call(slug, { ...input, mode: 'agent', trace: true }, { key })).text,
  job: async (slug, input) => {
    const { json, text } = await gateway.send(`/v1/async/${slug}`, { key, body: input })
    if (json.poll === undefined) return text
    return await waitUntil(async () => {
      const now = await gateway.send(json.poll, { key })
      return now.json.finished_at === null ? null : now.text
    }, 'the job ends')
  },
  mcp: async (slug, input) => {
    const client = await mcpClient(gateway, { key })
    // What is sent is a JSON object.
    const answer = await client.callTool({ name: slug, arguments: input as Record<string, Json> })
    await client.close()
    return JSON.stringify(answer)
  },
}

describe.each(Object.entries(SURFACES))('a guard on the way of a %s', (_name, send) => {
  it('lets nothing of what it looks for pass in results', async () => {
    await fc.assert(
      fc.asyncProperty(
        planted,
        fc.constantFrom('refuse' as const, 'redact' as const),
        async (value, action) => {
          await setGuards(gateway, keyId, null)
          expect((await gateway.call(SET, { key: 'a', value }, { key })).status).toBe(200)
          await setGuards(gateway, keyId, guards('results', action))
          const text = await send(GET, { key: 'a' })
          expect(text).toMatch(action === 'refuse' ? /guard_refused|withholds/ : /redacted/)
          expect(leftIn(text)).toEqual([])
        },
      ),
      { numRuns: 12 },
    )
  })

  it('lets nothing of it reach the tool', async () => {
    await fc.assert(
      fc.asyncProperty(
        planted,
        fc.constantFrom('refuse' as const, 'redact' as const),
        async (value, action) => {
          await setGuards(gateway, keyId, null)
          await gateway.call(SET, { key: 'b', value: 'before' }, { key })
          await setGuards(gateway, keyId, guards('arguments', action))
          expect(leftIn(await send(SET, { key: 'b', value }))).toEqual([])
          const kept = await gateway.call(GET, { key: 'b' }, { key })
          expect(kept.json.data.value === 'before').toBe(action === 'refuse')
          expect(leftIn(kept.text)).toEqual([])
        },
      ),
      { numRuns: 12 },
    )
  })
})
