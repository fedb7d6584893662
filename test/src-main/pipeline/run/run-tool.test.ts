import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SmallInput } from '../../../../src-main/pipeline/checks/checked-input.ts'
import { Departure } from '../../../../src-main/pipeline/departure.ts'
import { runTool } from '../../../../src-main/pipeline/run/run-tool.ts'
import { registeredOf } from '../../../../src-main/registry/registry.ts'
import { defineTool } from '../../../../src-main/tool-kit/define-tool.ts'
import type { GatewayError } from '../../../../src-shared/errors.ts'
import { callOf } from '../../../support/gateway/call-of.ts'
import { TestGateway } from '../../../support/gateway/test-gateway.ts'

const REASON = "ENOENT: no such file or directory, open '/home/owner/.toolgate/notes.txt'"

const broken = registeredOf(
  defineTool({
    slug: 'text-broken',
    title: 'Broken',
    summary: 'Fails at every call.',
    searchWords: [],
    category: 'Text',
    tier: 'compute',
    credits: 1,
    input: z.strictObject({ text: z.string() }),
    output: z.strictObject({ text: z.string() }),
    examples: [],
    handler: () => {
      throw new Error(REASON)
    },
  }),
)

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
})
afterAll(() => gateway.close())

describe('a tool that breaks', () => {
  it('tells the caller that it failed, and only the log why', async () => {
    const { services } = gateway.instance
    const call = callOf(gateway, { slug: broken.slug })
    const departure = new Departure(call, broken, services.ledger)
    const input = new SmallInput(broken, { text: 'abc' })
    const failure: unknown = await runTool(call, broken, input, departure, services).then(
      () => null,
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ code: 'handler_error', message: expect.stringContaining('log') })
    expect(JSON.stringify((failure as GatewayError).toErrorObject())).not.toContain('/home/owner')
    expect(gateway.bugs).toMatchObject([{ message: REASON }])
  })
})
