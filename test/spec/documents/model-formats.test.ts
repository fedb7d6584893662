import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { strictFaultsIn } from '../../support/documents/strict-mode.ts'
import { mcpClient } from '../../support/gateway/mcp-client.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
let total: number
beforeAll(async () => {
  gateway = await TestGateway.create()
  total = gateway.instance.services.registry.tools.length
})
afterAll(async () => await gateway.close())
// Requests of one test must not be refused for those of another.
beforeEach(() => gateway.advance(60_000))

const list = async (query: string): Promise<Json> => (await gateway.send(`/v1/tools?${query}`)).json
const nameOf = (tool: Json): string => tool.slug ?? tool.function?.name ?? tool.name

describe('GET /v1/tools with strict=true', () => {
  it.each(['openai', 'anthropic'] as const)(
    'pages through every tool for %s, each expressed by the rules of its strict mode or left out',
    async (format) => {
      const seen: string[] = []
      let cursor = ''
      do {
        const page = await list(`format=${format}&strict=true${cursor}`)
        for (const tool of page.tools) {
          const { strict, parameters } = tool.function ?? tool
          expect(strict).toBe(true)
          expect(strictFaultsIn(parameters ?? tool.input_schema, format)).toEqual([])
        }
        for (const { reason } of page.left_out) expect(reason).toMatch(/ (takes|is|has) /)
        const left = page.left_out.filter(({ field }: Json) => field === undefined)
        seen.push(...page.tools.map(nameOf), ...left.map(({ slug }: Json) => slug))
        cursor = page.next_cursor === undefined ? '' : `&cursor=${page.next_cursor}`
      } while (cursor !== '')
      expect(seen.toSorted()).toEqual(gateway.instance.services.registry.tools.map(({ slug }) => slug))
    },
  )

  it('takes the calls that such a schema leads to, null for what is left out', async () => {
    const { tools } = await list('format=openai&strict=true&tools=text-token-count')
    const { properties } = tools[0].function.parameters
    const nulls = Object.fromEntries(Object.keys(properties).map((name) => [name, null]))
    const { status, json } = await gateway.call('text-token-count', { ...nulls, text: 'hello world' })
    expect([status, json.data.tokens]).toEqual([200, 2])
    // A field that must be there is still missed, and null is still a value where it is one.
    expect((await gateway.call('text-token-count', nulls)).status).toBe(400)
    await gateway.call('memory-set', { key: 'k', value: null })
    expect((await gateway.call('memory-get', { key: 'k' })).json.data).toMatchObject({ value: null })
  })

  it('names the optional fields that it has to leave out', async () => {
    const { left_out: left } = await list('format=openai&strict=true&tools=webhook-send')
    expect(left).toContainEqual({
      slug: 'webhook-send',
      field: 'headers',
      reason: 'headers takes fields of any name',
    })
  })

  it.each(['strict=true', 'format=mcp&strict=true', 'format=openai&strict=maybe'])(
    'is refused where it means nothing: %s',
    async (query) => {
      const { status, json } = await gateway.send(`/v1/tools?${query}`)
      expect([status, json.error.issues[0].path]).toEqual([400, 'strict'])
    },
  )
})

describe('GET /v1/tools with toolset and tools', () => {
  it.each(['native', 'openai', 'anthropic', 'mcp'])(
    'lists the chosen tools alone as %s',
    async (format) => {
      const both = await list(`format=${format}&tools=text-diff,math_evaluate`)
      expect(both.tools.map(nameOf)).toEqual(['math-evaluate', 'text-diff'])
      const memory = (await list(`format=${format}&toolset=memory`)).tools.map(nameOf)
      expect(memory).toContain('memory-set')
      expect((await list(`format=${format}&toolset=memory&tools=text-diff`)).tools.map(nameOf)).toEqual(
        [...memory, 'text-diff'].toSorted(),
      )
      expect((await list(`format=${format}&toolset=core`)).total).toBeLessThanOrEqual(30)
      expect((await list(`format=${format}&toolset=readonly`)).total).toBeLessThan(total)
      expect((await list(`format=${format}&toolset=memory&q=set`)).tools.map(nameOf)).toContain(
        'memory-set',
      )
    },
  )

  it('lists at most 128 functions for OpenAI on a page', async () => {
    const first = await list('format=openai')
    expect([first.tools.length, first.total]).toEqual([128, total])
    const rest = await list(`format=openai&cursor=${first.next_cursor}`)
    expect(rest.tools).toHaveLength(total - 128)
    expect((await list('format=openai&limit=200')).tools).toHaveLength(128)
  })

  it.each([
    ['toolset=nothing', 'toolset'],
    ['tools=text-dif', 'text-diff'],
    ['toolsets=core', 'the parameters here are category, tier, q, limit'],
  ])('refuses %s with what is known', async (query, known) => {
    const { status, json } = await gateway.send(`/v1/tools?${query}`)
    expect([status, json.error.code]).toEqual([400, 'validation_error'])
    expect(json.error.message).toContain(known)
  })
})

// Catches: agents that write underscores for hyphens, as some libraries do, and end their run at a 404.
describe('a slug with underscores', () => {
  const body = { expression: '1+1' }

  it('is one wherever a slug is', async () => {
    const sent = [
      await gateway.send('/v1/math_evaluate', { body }),
      await gateway.send('/v1/stream/math_evaluate', { body }),
      await gateway.send('/v1/dry-run/math_evaluate', { body }),
      await gateway.send('/v1/async/math_evaluate', { body }),
      await gateway.send('/v1/tools/math_evaluate'),
    ]
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 202, 200])
    const batch = await gateway.send('/v1/batch', {
      body: { calls: [{ slug: 'math_evaluate', input: body }] },
    })
    expect(batch.json.results[0]).toMatchObject({ slug: 'math_evaluate', data: { result: 2 } })
    const client = await mcpClient(gateway, { query: '?tools=math_evaluate' })
    const called = await client.callTool({ name: 'math_evaluate', arguments: body })
    expect(called.structuredContent).toMatchObject({ result: 2 })
    await client.close()
  })

  it('is stored as the slug in the scope of a key', async () => {
    const made = await gateway.asOwner('/v1/enterprise/keys', {
      body: { name: 'a', slugs: ['math_evaluate'] },
    })
    const { status } = await gateway.send('/v1/math-evaluate', { key: made.json.key, body })
    expect(status).toBe(200)
  })
})
