import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readReceipt } from '../../../src-shared/read-receipt.ts'
import { eventsOf } from '../../support/events/events-of.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { mcpClient } from '../../support/gateway/mcp-client.ts'
import { OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'
import { externalTool } from '../../support/tools/external-tool.ts'

const SLUG = 'files__read'

let gateway: TestGateway
let granted: string
let others: Readonly<Record<string, string | null>>
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
  const { keys } = gateway.instance.services
  const payer = gateway.ownerId
  const team = async (scopes: object) =>
    (await keys.create({ kind: 'team', name: 'Team', payer, madeBy: payer, scopes })).key
  const visitor = (email: string) => ({ kind: 'personal', name: 'Visitor', email, grant: 5 }) as const
  granted = await team({ sources: ['files'] })
  others = {
    nobody: null,
    'the demo key': gateway.instance.demoKey,
    'a key without scopes': gateway.key,
    'a key from sign-up': (await keys.create(visitor('a@example.com'))).key,
    'a key from sign-up with a grant': (
      await keys.create({ ...visitor('b@example.com'), scopes: { sources: ['files'] } })
    ).key,
    'a team key of another source': await team({ sources: ['mail'] }),
    'a team key of some tools': await team({ slugs: ['math-evaluate'] }),
  }
})
afterAll(() => gateway.close())

const put = (word: string | null, revision = 1): void => {
  const tool = externalTool({
    source: 'files',
    name: 'read',
    summary: `Reads a file, says ${word}.`,
    revision,
  })
  gateway.instance.services.registry.put('files', word === null ? [] : [tool])
}

const GETS = [
  '/v1/tools',
  '/v1/tools?q=read a file says',
  '/v1/tools?category=files',
  '/v1/tools?toolset=all&format=openai&limit=1000',
  '/v1/tools?toolset=all&format=anthropic',
  '/v1/tools?toolset=all&format=mcp',
  `/v1/tools/${SLUG}`,
  '/v1/openapi.json',
  '/.well-known/ai-tools.json',
]

/** What a key is shown on every surface that lists, finds or describes tools, by the name of the surface. */
async function surfacesOf(key: string | null): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const path of GETS) seen[path] = (await gateway.send(path, { key })).text
  if (key === null) return seen
  const search = { query: 'reads a file and says something', limit: 50 }
  seen['the tool tools-search'] = (
    await gateway.call('tools-search', { query: search.query }, { key })
  ).text
  const client = await mcpClient(gateway, { key, query: '?toolset=all,finder' })
  const asText = async (work: Promise<unknown>): Promise<string> => JSON.stringify(await work)
  seen['tools/list'] = await asText(client.listTools())
  const find = { name: 'search_tools', arguments: { ...search, detail: 'schema' } }
  seen['search_tools'] = await asText(client.callTool(find))
  const describe = { name: 'describe_tool', arguments: { slug: SLUG } }
  seen['describe_tool'] = await asText(client.callTool(describe))
  await client.close()
  return seen
}

const whereIn = (surfaces: Readonly<Record<string, string>>, word: string): string[] =>
  Object.keys(surfaces).filter((name) => surfaces[name]?.includes(word))

describe('tools that come and go', () => {
  // Catches: a list, an index or a document that goes on saying what a source said before.
  it('are shown on every surface as they are now, and nowhere as they were', async () => {
    put('poison')
    const before = await surfacesOf(OWNER_KEY)
    // The list of the model's API has at most 128 tools, and this search finds more than one tool.
    const everywhere = Object.keys(before).filter((name) => !name.includes('openai'))
    expect(whereIn(before, 'poison')).toEqual(expect.arrayContaining(everywhere))
    put('honey', 2)
    const after = await surfacesOf(OWNER_KEY)
    expect(whereIn(after, 'poison')).toEqual([])
    expect(whereIn(after, 'honey')).toEqual(expect.arrayContaining(everywhere))
    put(null)
    const gone = await surfacesOf(OWNER_KEY)
    expect([...whereIn(gone, 'poison'), ...whereIn(gone, 'honey')]).toEqual([])
  })

  it('leave the documents of this build as they are for callers that see no others', async () => {
    put(null)
    const before = await gateway.send('/v1/openapi.json', { key: null })
    put('honey')
    const after = await gateway.send('/v1/openapi.json', { key: null })
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
  })

  it('cannot take the slug of another tool', () => {
    const { registry } = gateway.instance.services
    const { tools } = registry
    const twin = externalTool({ source: 'files', name: 'read', summary: 'Another.' })
    put('honey')
    expect(() => registry.put('others', [twin])).toThrow('Two tools claim the slug')
    expect(registry.find(SLUG)!.facts.summary).toContain('honey')
    expect(registry.tools.length).toBe(tools.length)
  })
})

describe('a tool of a source', () => {
  it('is open to the owner and to the keys that name its source', async () => {
    put('honey')
    for (const key of [OWNER_KEY, granted]) {
      expect((await gateway.call(SLUG, { path: 'a' }, { key })).json).toMatchObject({ ok: true })
      expect(whereIn(await surfacesOf(key), 'honey')).toContain('tools/list')
    }
  })

  // Catches: the demo key, which anybody is shown, reading files.
  it('is neither shown to other keys nor run for them', async () => {
    put('honey')
    for (const [who, key] of Object.entries(others)) {
      expect(whereIn(await surfacesOf(key), 'honey'), who).toEqual([])
      if (key === null) continue
      const { status, json } = await gateway.call(SLUG, { path: 'a' }, { key })
      expect([who, status, json.error.code]).toEqual([who, 403, 'scope_denied'])
      const batch = { calls: [{ slug: SLUG, input: { path: 'a' } }] }
      const { results } = (await gateway.send('/v1/batch', { body: batch, key })).json
      expect(results[0].error.code, who).toBe('scope_denied')
      const near = (await gateway.call('files__raed', {}, { key })).json.error
      expect(near.nearest, who).not.toContain(SLUG)
    }
  })

  it('answers with an engine that claims half the confidence, and a receipt that names who answered', async () => {
    put('honey', 3)
    const { json } = await gateway.call(SLUG, { path: 'a', receipt: true }, { key: OWNER_KEY })
    expect(json.data).toEqual({ text: '{"path":"a"}', _engine: 'external' })
    expect(json.meta).toMatchObject({ engine: 'external', confidence: 0.5 })
    const { statement } = json.receipt
    expect(statement).toMatchObject({
      engine: 'external',
      tool_version: 3,
      source: { id: 'files', kind: 'mcp', version: '1.2.3', definition: 'ab'.repeat(32) },
    })
    expect(readReceipt(json.receipt)).toEqual({ receipt: json.receipt })
    const broken = { ...json.receipt, statement: { ...statement, source: { id: 'files' } } }
    expect(readReceipt(broken)).toHaveProperty('problem')
  })

  it('gets the fields that it declares, whatever the gateway calls its own', async () => {
    const input = z.object({ mode: z.string(), receipt: z.string() })
    const tool = externalTool({ source: 'files', name: 'read', summary: 'Reads.', input })
    gateway.instance.services.registry.put('files', [tool])
    const sent = { mode: 'fast', receipt: 'r-1' }
    const headers = { 'x-receipt': 'true', 'x-agent-mode': 'true' }
    const { json } = await gateway.call(SLUG, sent, { key: OWNER_KEY, headers })
    expect(JSON.parse(json.data.text)).toEqual(sent)
    expect(json).toMatchObject({ agent: {}, receipt: { statement: { slug: SLUG } } })
    const client = await mcpClient(gateway, { key: OWNER_KEY, query: '?toolset=files' })
    const result = await client.callTool({
      name: SLUG,
      arguments: sent,
      _meta: { 'toolgate/receipt': true },
    })
    await client.close()
    expect(result._meta).toHaveProperty('toolgate/receipt')
    expect(result.structuredContent).toMatchObject({ text: JSON.stringify(sent) })
    const item = { slug: SLUG, input: sent, receipt: true }
    const { results } = (await gateway.asOwner('/v1/batch', { body: { calls: [item] } })).json
    expect(results[0]).toMatchObject({ ok: true, receipt: { statement: { slug: SLUG } } })
  })

  it('begins its stream at 0 percent', async () => {
    put('honey')
    const { text } = await gateway.asOwner(`/v1/stream/${SLUG}`, { body: { path: 'a' } })
    const percents = eventsOf(text).flatMap(({ event, data }) =>
      event === 'progress' ? [data.percent] : [],
    )
    expect(percents).toEqual([0, 0, 100])
  })
})
