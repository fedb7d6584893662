import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LARGE_CALL_CHARS } from '../../../src-shared/limits.ts'
import type { Call } from '../../../src-main/pipeline/call.ts'
import { SmallInput } from '../../../src-main/pipeline/checks/checked-input.ts'
import { Departure } from '../../../src-main/pipeline/departure.ts'
import { execute } from '../../../src-main/pipeline/execute.ts'
import { runTool } from '../../../src-main/pipeline/run/run-tool.ts'
import { registeredOf, type RegisteredTool } from '../../../src-main/registry/registry.ts'
import { defineTool } from '../../../src-main/tool-kit/define-tool.ts'
import { callOf } from '../../support/gateway/call-of.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'
import { receiver } from '../../support/network/receiver.ts'

const SHA = 'crypto-hash-sha256'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(() => gateway.close())

const runNow = (call: Call, tool: RegisteredTool, input: Record<string, unknown>) => {
  const { services } = gateway.instance
  const departure = new Departure(call, tool, services.ledger)
  return runTool(call, tool, new SmallInput(tool, input), departure, services)
}

const charges = async () =>
  (await gateway.instance.services.ledger.entries(gateway.keyId, { limit: 10 }))
    .filter(({ kind }) => kind !== 'grant')
    .map(({ kind, credits }) => [kind, credits])

describe('a caller who leaves before anything has happened outside', () => {
  it('pays nothing, and the ledger shows the charge with its refund', async () => {
    const leaving = new AbortController()
    const call = callOf(gateway, { slug: SHA, leaving, observer: { started: () => leaving.abort() } })
    await expect(execute(call, gateway.instance.services)).rejects.toMatchObject({ code: 'caller_left' })
    expect(await charges()).toEqual([
      ['refund', 1],
      ['charge', -1],
    ])
    const { balance, reserved } = gateway.instance.services.ledger.lastKnown(gateway.keyId)
    expect([balance, reserved]).toEqual([500, 0])
    expect(gateway.bugs).toEqual([])
  })

  it('pays for the same call when it is sent again and waited for', async () => {
    const leaving = new AbortController()
    const left = callOf(gateway, { slug: SHA, leaving, observer: { started: () => leaving.abort() } })
    await expect(execute(left, gateway.instance.services)).rejects.toThrow()
    const answer = await execute(callOf(gateway, { slug: SHA }), gateway.instance.services)
    expect([answer.creditsUsed, answer.balance, gateway.balance()]).toEqual([1, 499, 499])
  })
})

describe('a call whose input is large', () => {
  const largeOf = (leaving: AbortController): Call => ({
    ...callOf(gateway, { slug: SHA, leaving }),
    fields: { text: 'a'.repeat(LARGE_CALL_CHARS) },
  })
  const workers = () =>
    gateway.instance.services.shares.states().find(({ resource }) => resource === 'workers')!

  it('uses the share of its key for its check, too', async () => {
    await execute(largeOf(new AbortController()), gateway.instance.services)
    expect(workers()).toMatchObject({ entered_total: 2, in_use: 0 })
    expect(workers().used_seconds_total).toBeGreaterThan(0)
  })

  it('ends as any other when its caller leaves during the check, and nothing is written', async () => {
    const leaving = new AbortController()
    const running = execute(largeOf(leaving), gateway.instance.services)
    leaving.abort()
    await expect(running).rejects.toMatchObject({ code: 'caller_left' })
    expect(await charges()).toEqual([])
    expect(gateway.instance.services.ledger.lastKnown(gateway.keyId)).toMatchObject({
      balance: 500,
      reserved: 0,
    })
    expect(workers().in_use).toBe(0)
    expect(gateway.bugs).toEqual([])
  })
})

describe('an answer that nobody wants any more when it is charged', () => {
  const unwanted = {
    withinTransaction: function* () {
      return false
    },
  }

  it('costs nothing if nothing has happened outside', async () => {
    const call = { ...callOf(gateway, { slug: SHA }), ...unwanted }
    await expect(execute(call, gateway.instance.services)).rejects.toMatchObject({ code: 'caller_left' })
    expect(await charges()).toEqual([])
    expect(gateway.instance.services.ledger.lastKnown(gateway.keyId).reserved).toBe(0)
  })

  it('is charged if a request has left', async () => {
    const { origin } = await receiver((_request, response) => void response.end('ok'))
    await gateway.close()
    gateway = await TestGateway.create({ allowedOrigins: [origin] })
    const call = {
      ...callOf(gateway, { slug: 'webhook-send' }),
      fields: { url: origin },
      ...unwanted,
    }
    expect(await execute(call, gateway.instance.services)).toMatchObject({ creditsUsed: 5 })
    expect(await charges()).toEqual([['charge', -5]])
  })
})

describe('a tool whose answer does not match its own output schema', () => {
  const doubled = (output: object) =>
    registeredOf(
      defineTool({
        slug: 'math-double',
        title: 'Double',
        summary: 'Twice a number.',
        searchWords: [],
        category: 'Math & Numbers',
        tier: 'compute',
        credits: 1,
        input: z.strictObject({ value: z.number() }),
        output: z.strictObject({ doubled: z.number() }),
        examples: [],
        // The schema exists for what the type of a handler cannot hold.
        handler: () => output as { doubled: number },
      }),
    )
  const run = (output: object) => runNow(callOf(gateway, { slug: SHA }), doubled(output), { value: 2 })

  it('is answered with what fits', async () => {
    expect(await run({ doubled: 4 })).toMatchObject({ dataJson: '{"_engine":"real","doubled":4}' })
    expect(gateway.bugs).toEqual([])
  })

  it.each([
    ['a field of another type', { doubled: '4' }],
    ['a field that is missing', {}],
    ['a field too many', { doubled: 4, secret: 'x' }],
    ['a number that JSON cannot hold', { doubled: Infinity }],
  ])('is refused as a fault of the tool, and reported: %s', async (_, output) => {
    await expect(run(output)).rejects.toMatchObject({
      code: 'handler_error',
      message: expect.stringContaining('does not match its own output schema'),
    })
    expect(gateway.bugs).toMatchObject([{ message: 'math-double broke its own output schema' }])
  })
})
