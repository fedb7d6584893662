import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchTools } from '../../../src-main/registry/search-tools.ts'
import { threadCpuMs } from '../../support/cpu-time.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
})
afterAll(async () => await gateway.close())

const slugsOf = (body: { tools: { slug: string }[] }) => body.tools.map(({ slug }) => slug)
const search = async (query: string, more: object = {}) =>
  (await gateway.call('tools-search', { query, ...more })).json

describe('tools-search', () => {
  it.each([
    ['convert a csv file to json', 'text-csv-to-json'],
    ['What is the SHA-256 of this text?', 'crypto-hash-sha256'],
    ['typescript interfaces from an example', 'code-json-to-typescript'],
    ['POST to a webhook', 'webhook-send'],
    ['time zones', 'date-timezone-convert'],
    ['run jq', 'exec-jq'],
    ['data-csv-parse', 'text-csv-to-json'],
    ['summarise a document', 'llm-summarize'],
    ['sumarize', 'llm-summarize'],
    ['differences between two texts', 'text-diff'],
  ])('answers "%s" with %s first', async (query, slug) => {
    expect(slugsOf((await search(query)).data)[0]).toBe(slug)
  })

  it('costs nothing and is never answered from the cache', async () => {
    const before = gateway.balance()
    for (let n = 0; n < 2; n++) {
      const { json, headers } = await gateway.call('tools-search', { query: 'csv' })
      expect(json.meta.credits_used).toBe(0)
      expect(headers.get('x-cache')).toBe('MISS')
    }
    expect(gateway.balance()).toBe(before)
  })

  it('keeps to category, tier and limit, and shows the schema that the list shows', async () => {
    const { data } = await search('memory value', { category: 'memory', limit: 2, schemas: true })
    expect(data.tools).toHaveLength(2)
    for (const tool of data.tools) {
      expect(tool.category).toBe('Memory')
      const shown = await gateway.send(`/v1/tools/${tool.slug}`)
      expect(tool.input_schema).toEqual(shown.json.tool.input_schema)
    }
    expect(slugsOf((await search('summarize', { tier: 'llm' })).data)).toContain('llm-summarize')
    expect((await search('summarize', { tier: 'network' })).data.tools).toEqual([])
  })

  it.each(['the of to', '\u0000', '"()[]*~^', 'zzzzqqqq', 'constructor valueOf'])(
    'finds nothing for %j, without failing',
    async (query) => {
      expect((await search(query)).data).toMatchObject({ tools: [], count: 0 })
    },
  )

  it('answers in a few milliseconds once its index is made, however long the question', () => {
    const { registry } = gateway.instance.services
    searchTools(registry, 'warm', { limit: 10 })
    const query = 'convert summarise differences javascript typescript anything '.repeat(8).slice(0, 500)
    const before = threadCpuMs()
    for (let n = 0; n < 20; n++) searchTools(registry, query, { limit: 10 })
    expect((threadCpuMs() - before) / 20).toBeLessThan(25)
  })
})

describe('GET /v1/tools?q=', () => {
  const list = async (query: Readonly<Record<string, string>>) =>
    (await gateway.send(`/v1/tools?${new URLSearchParams(query).toString()}`)).json

  it('puts the tool that fits best first, whatever other words the query has', async () => {
    const tools = slugsOf(await list({ q: 'please make typescr interfaces of my json qwxyz' }))
    expect(tools[0]).toBe('code-json-to-typescript')
  })

  it('is in the order of search_tools, and counts what it lists', async () => {
    const { total, ...body } = await list({ q: 'compare two texts' })
    const { registry } = gateway.instance.services
    const ranked = searchTools(registry, 'compare two texts').map(({ tool }) => tool.slug)
    expect(slugsOf(body)).toEqual(ranked)
    expect(total).toBe(ranked.length)
  })

  it('keeps the order of the ranking from page to page', async () => {
    const whole = slugsOf(await list({ q: 'json' }))
    const paged: string[] = []
    let page = await list({ q: 'json', limit: '5' })
    paged.push(...slugsOf(page))
    while (page.next_cursor !== undefined) {
      page = await list({ q: 'json', limit: '5', cursor: page.next_cursor })
      paged.push(...slugsOf(page))
    }
    expect(whole.length).toBeGreaterThan(5)
    expect(paged).toEqual(whole)
  })

  it('refuses a cursor that no page of the query has given', async () => {
    expect(await list({ q: 'json', cursor: 'crypto-uuid' })).toMatchObject({
      error: { code: 'validation_error' },
    })
  })

  it('keeps to the category, and lists by slug without words', async () => {
    const found = await list({ q: 'json', category: 'Validation' })
    expect(slugsOf(found)).toEqual(['json-schema-validate'])
    const all = slugsOf(await list({ category: 'Validation' }))
    expect(all).toEqual(all.toSorted())
  })

  it('answers 304 to a caller that has the page already', async () => {
    const { headers } = await gateway.send('/v1/tools?q=uuid')
    const etag = headers.get('etag')!
    const again = await gateway.send('/v1/tools?q=uuid', { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })
})
