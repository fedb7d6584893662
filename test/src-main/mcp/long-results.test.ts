import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { KEPT_RESULTS, KeptResults, pageOf } from '../../../src-main/files/kept-results.ts'
import { mcpClient, readText, textsOf } from '../../support/gateway/mcp-client.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

const MINUTES = 60_000

let gateway: TestGateway
beforeEach(async () => {
  gateway = await TestGateway.create()
})
afterEach(async () => await gateway.close())

/** A call whose result has about as many characters as its text. */
const longCall = (chars: number) => ({
  name: 'text-csv-to-json',
  arguments: { text: `a\n${'é'.repeat(chars)}\n` },
})

const addressesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.match(/toolgate:\/\/result\/[^\s,]+/g) ?? [])

describe('a result longer than the budget', () => {
  // Catches: a result that fills the model's context, and fills it twice.
  it('reaches the client as its first page, without structured content', async () => {
    const client = await mcpClient(gateway)
    const result = await client.callTool(longCall(80_000))
    const texts = textsOf(result)
    expect(texts.join('').length).toBeLessThanOrEqual(25_000)
    expect(texts.join('').length).toBeGreaterThan(24_000)
    expect(result.structuredContent).toBeUndefined()
    expect(result._meta).toMatchObject({ 'toolgate/output_hash': expect.stringMatching(/^[0-9a-f]{64}$/) })
    await client.close()
  })

  it('is read in pages that make the whole together', async () => {
    const call = longCall(80_000)
    const whole = (await gateway.call(call.name, call.arguments)).text
    const client = await mcpClient(gateway)
    const { content } = await client.callTool(call)
    const [first = '', note = ''] = textsOf({ content })
    const [second = ''] = addressesIn([note])
    const pages = Number(/page 1 of (\d+)/.exec(note)?.[1])
    expect(pages).toBe(4)
    const link = content.find(({ type }) => type === 'resource_link')
    expect(link).toMatchObject({ uri: second, mimeType: 'text/plain' })
    let text = first
    for (let page = 2; page <= pages; page++)
      text += await readText(client, second.replace(/\d+$/, String(page)))
    expect(whole).toContain(text)
    expect(JSON.parse(text)).toMatchObject({ _engine: 'real', rows: [{ a: 'é'.repeat(80_000) }] })
    for (const page of [0, pages + 1, 'x'])
      await expect(readText(client, second.replace(/\d+$/, String(page)))).rejects.toMatchObject({
        code: -32602,
      })
    await client.close()
  })

  it('belongs to its key, and is kept for a quarter of an hour', async () => {
    const client = await mcpClient(gateway)
    const [uri = ''] = addressesIn(textsOf(await client.callTool(longCall(30_000))))
    const other = await mcpClient(gateway, { key: gateway.instance.demoKey })
    await expect(readText(other, uri)).rejects.toMatchObject({ code: -32602 })
    gateway.advance(14 * MINUTES)
    expect(await readText(client, uri)).toContain('é')
    gateway.advance(2 * MINUTES)
    await expect(readText(client, uri)).rejects.toMatchObject({ code: -32602 })
    await Promise.all([client.close(), other.close()])
  })

  it('is one that is longer than the client, or else the owner, allows', async () => {
    const chosen = await mcpClient(gateway, { query: '?result_chars=100000' })
    expect((await chosen.callTool(longCall(80_000))).structuredContent).toBeDefined()
    const byHeader = await mcpClient(gateway, { headers: { 'x-mcp-result-chars': '2000' } })
    expect(textsOf(await byHeader.callTool(longCall(3_000))).join('').length).toBeLessThanOrEqual(2_000)
    const usual = await mcpClient(gateway)
    expect((await usual.callTool(longCall(3_000))).structuredContent).toBeDefined()
    await gateway.asOwner('/app/settings', { method: 'PATCH', body: { mcp_result_chars: 1_000 } })
    expect(textsOf(await usual.callTool(longCall(3_000))).join('').length).toBeLessThanOrEqual(1_000)
    await Promise.all([chosen, byHeader, usual].map((client) => client.close()))
  })

  // Catches: a client that checks structured content against the schema it was shown, and gets none.
  it('has all its structured content for a client that has asked for output schemas', async () => {
    const client = await mcpClient(gateway, { query: '?schemas=all&tools=text-csv-to-json' })
    await client.listTools()
    const result = await client.callTool(longCall(80_000))
    expect(result.structuredContent).toMatchObject({ rows: [{ a: 'é'.repeat(80_000) }] })
    expect(textsOf(result).join('').length).toBeLessThanOrEqual(25_000)
    await client.close()
  })

  it('has no links for a client whose revision does not know them', async () => {
    const hello = {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    }
    const accept = 'application/json, text/event-stream'
    const rpc = (method: string, params: object, headers = {}) =>
      gateway.send('/mcp', {
        body: { jsonrpc: '2.0', id: 1, method, params },
        headers: { accept, ...headers },
      })
    const session = (await rpc('initialize', hello)).headers.get('mcp-session-id')!
    const answer = await rpc('tools/call', longCall(30_000), { 'mcp-session-id': session })
    expect(answer.text).toContain('toolgate://result/')
    expect(answer.text).not.toContain('resource_link')
  })

  it('of search_tools comes in pages too', async () => {
    const client = await mcpClient(gateway)
    const query = { query: 'text', limit: 50, detail: 'schema' }
    const result = await client.callTool({ name: 'search_tools', arguments: query })
    expect(textsOf(result).join('').length).toBeLessThanOrEqual(25_000)
    expect(addressesIn(textsOf(result))).not.toEqual([])
    await client.close()
  })
})

describe('what is kept of long results', () => {
  const one = { id: 'one', isOwner: false }
  const other = { id: 'other', isOwner: false }
  const owner = { id: 'owner', isOwner: true }
  const page = (kept: KeptResults, who: { id: string }, id: string | null) =>
    id === null ? null : (kept.read(who.id, id, 1)?.text ?? null)
  const make = () => new KeptResults(() => 0)
  const large = 'x'.repeat(KEPT_RESULTS.charsPerKey)

  it('is the newest few of each key, within its share of characters', () => {
    const kept = make()
    const ids = Array.from({ length: KEPT_RESULTS.perKey + 1 }, (_, n) => kept.keep(one, `text ${n}`, 100))
    expect(page(kept, one, ids[0]!)).toBeNull()
    expect(page(kept, one, ids[1]!)).toBe('text 1')
    kept.keep(one, large, 100)
    expect(page(kept, one, ids.at(-1)!)).toBeNull()
    expect(kept.keep(one, `${large}x`, 100)).toBeNull()
  })

  it('leaves room to whoever keeps little, and nothing of the owner’s goes for others', () => {
    const kept = make()
    const owners = kept.keep(owner, large, 100)
    const small = kept.keep(other, 'small', 100)
    const many = ['a', 'b', 'c', 'd'].map((id) => ({ who: { id, isOwner: false } }))
    const ids = many.map(({ who }) => kept.keep(who, large.slice(5), 100))
    expect(page(kept, owner, owners)).not.toBeNull()
    expect(page(kept, other, small)).toBe('small')
    expect(page(kept, many[0]!.who, ids[0]!)).toBeNull()
    expect(page(kept, many[3]!.who, ids[3]!)).not.toBeNull()
  })

  it('is never cut in the middle of a character', () => {
    const text = 'ab😀cd😀'
    const pages = [1, 2, 3, 4].map((number) => pageOf(text, number, 3).text)
    expect(pages).toEqual(['ab😀', 'cd', '😀', ''])
    expect(pages.every((one) => one.isWellFormed())).toBe(true)
  })
})
