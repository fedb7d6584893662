import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WORKER_DEADLINE_MS } from '../../../src-shared/limits.ts'
import { TOOL_MODULES } from '../../../src-main/tools/index.ts'
import { runs, SEED } from '../../support/runs.ts'
import { arbitraryOf } from '../../support/tools/json-schema-arbitrary.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'
import { toNowhere } from '../../support/tools/nowhere.ts'
import type { ListedTool } from '../../support/tools/wrong-inputs.ts'

const RUNS = runs(2, 200)

let gateway: TestGateway
let listed: Map<string, ListedTool>
beforeAll(async () => {
  gateway = await TestGateway.create({ workerDeadlineMs: WORKER_DEADLINE_MS })
  await liftRateLimit(gateway)
  const { ledger } = gateway.instance.services
  await ledger.credit({ id: 'random', account: gateway.keyId, kind: 'grant', credits: 10_000_000 })
  const { tools } = (await gateway.send('/v1/tools')).json
  listed = new Map(tools.map((tool: ListedTool) => [tool.slug, tool]))
})
afterAll(async () => await gateway.close())

function offline({ tier, side_effects, input_schema }: ListedTool, input: object): object {
  const hasField = (name: string) => name in input_schema.properties
  return toNowhere({ tier, sideEffects: side_effects, hasField }, input)
}

describe('input at random that the schema allows', () => {
  it.each(Object.keys(TOOL_MODULES))(
    'is answered or refused in the form that is declared: %s',
    async (slug) => {
      const tool = listed.get(slug)!
      const samples = tool.examples.map(({ input }) => input)
      const property = fc.asyncProperty(arbitraryOf(tool.input_schema, samples), async (random) => {
        const { status, json, text } = await gateway.call(slug, offline(tool, random as object))
        // A handler that breaks, or that leaves its output schema, is reported as a bug.
        expect(gateway.bugs.splice(0)).toEqual([])
        expect([200, 400, 500], text).toContain(status)
        if (status === 500) expect(json.error.code, text).toBe('handler_error')
      })
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true })
    },
  )
})
