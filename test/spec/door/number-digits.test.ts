import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterAll(async () => await gateway.close())

describe.each([
  ['an integer', '12345678901234567891', '1234567890123456\\d+'],
  ['a decimal', '0.12345678901234567891', '0.12345678901234568'],
])('%s that a 64-bit float would change', (_, long, read) => {
  const args = `{"key":"v","value":{"ids":[${long}]}}`
  const called = `{"name":"memory-set","arguments":${args}}`

  it.each([
    ['/v1/memory-set', args, 'value.ids.0'],
    ['/v1/stream/memory-set', args, 'value.ids.0'],
    ['/v1/async/memory-set', args, 'value.ids.0'],
    ['/v1/dry-run/memory-set', args, 'value.ids.0'],
    ['/v1/batch', `{"calls":[{"slug":"memory-set","input":${args}}]}`, 'calls.0.input.value.ids.0'],
    ['/mcp', `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${called}}`, 'value.ids.0'],
  ])('is refused by %s, with its place and what to send instead', async (path, body, place) => {
    const { status, json } = await gateway.send(path, { body })
    expect([status, json.error.issues[0].path]).toEqual([400, expect.stringContaining(place)])
    expect(json.error.message).toMatch(new RegExp(`^${long} would become ${read}: .* as text`))
  })

  it('is taken as text, in a long body too', async () => {
    const json = `[${long},"${'a'.repeat(100_000)}"]`
    const { status, json: answer } = await gateway.call('text-json-format', { json, indent: 0 })
    expect([status, answer.data.result === json]).toEqual([200, true])
  })
})

describe('many floats in one body', () => {
  const floats = Array.from({ length: 12_000 }, (_unused, index) => Math.sqrt(index + 2))

  it('are taken as JavaScript and C write them', async () => {
    for (const written of [floats.map(String), floats.map((float) => float.toPrecision(17))]) {
      const body = `{"key":"v","value":[${written.join(',')}]}`
      expect((await gateway.send('/v1/memory-set', { body })).status).toBe(200)
      expect((await gateway.call('memory-get', { key: 'v' })).json.data.value).toEqual(floats)
    }
  })

  it('do not hide a decimal that would be rounded', async () => {
    const body = `{"key":"v","value":[${floats.join(',')},0.12345678901234567891]}`
    const { status, json } = await gateway.send('/v1/memory-set', { body })
    expect([status, json.error.issues[0].path]).toEqual([400, 'value.12000'])
  })
})
