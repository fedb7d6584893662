import { afterAll, beforeAll, expect, it } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { mcpClient } from '../../support/gateway/mcp-client.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'
import { openApi } from '../../support/tools/api-desk.ts'
import { manyOperations } from '../../support/tools/many-operations.ts'
import { keyWith } from '../../support/tools/recipe-desk.ts'

const OPERATIONS = 320
/** How often other work has its turn while so many tools are told of, at least. */
const LEAST_TURNS = OPERATIONS / 20

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
  await openApi(gateway, manyOperations(OPERATIONS), { server: 'https://api.example.com' })
})
afterAll(() => gateway.close())

/** How often the event loop turns while work is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let counting = setImmediate(function count() {
    turns++
    counting = setImmediate(count)
  })
  await work()
  clearImmediate(counting)
  return turns
}

// Catches: an API with 1,200 operations whose list keeps all other calls waiting for a quarter of a second.
it.each([
  '/v1/tools',
  '/v1/tools?q=pet',
  '/v1/tools?format=mcp',
  '/v1/openapi.json',
  '/.well-known/ai-tools.json',
])('%s lets other calls go on while it is written', async (path) => {
  const turns = await turnsDuring(async () => {
    const { status, text } = await gateway.asOwner(path)
    expect([status, text.includes('api__')]).toEqual([200, true])
  })
  expect(turns).toBeGreaterThan(LEAST_TURNS)
})

it('a search over MCP lets other calls go on while its index is made', async () => {
  const { key } = await keyWith(gateway, { sources: ['api'] })
  const client = await mcpClient(gateway, { key, query: '?toolset=finder' })
  const turns = await turnsDuring(async () => {
    const found = await client.callTool({ name: 'search_tools', arguments: { query: 'gives a pet' } })
    expect(JSON.stringify(found)).toContain('api__get-pet')
  })
  await client.close()
  expect(turns).toBeGreaterThan(LEAST_TURNS)
})
