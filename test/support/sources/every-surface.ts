import { ROUTES } from '../../../src-main/gateway/routes/index.ts'
import { CATALOGUE_FORMATS } from '../../../src-main/registry/catalogue.ts'
import { mcpClient } from '../gateway/mcp-client.ts'
import { OWNER_KEY, type TestGateway } from '../gateway/test-gateway.ts'
import { waitUntil } from '../wait-until.ts'

/** Streams without an end, and files of the page, which are the same whatever the gateway holds. */
const LEFT_OUT = new Set(['/v1/stream/usage', '/mcp', '/assets/**', '/docs/**', '/docs', '/credits.json'])

/** Where one thing is shown that is not in the list of all. */
export interface Shown {
  /** The id of a source. */
  readonly source: string
  /** The tools whose own pages are read. */
  readonly slugs: readonly string[]
  /** What is searched for. */
  readonly words: string
}

/**
 * Reads everything that a key may read: every route that is asked with GET, lists in each of their forms, pages of
 * single things, and what MCP lists and finds.
 * @returns the texts by the name of the surface
 */
export async function readEverywhere(
  gateway: TestGateway,
  { source, slugs, words }: Shown,
  key = OWNER_KEY,
): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  const read = async (path: string): Promise<void> =>
    void seen.set(path, (await gateway.send(path, { key })).text)
  for (const { method, path } of ROUTES)
    if (method === 'GET' && !LEFT_OUT.has(path) && !path.includes(':')) await read(path)
  const query = encodeURIComponent(words)
  for (const asked of [`q=${query}`, `category=${source}`, `tools=${slugs.join(',')}`])
    for (const format of CATALOGUE_FORMATS) await read(`/v1/tools?${asked}&format=${format}`)
  await read('/v1/tools?toolset=all&format=openai&strict=true&limit=1000')
  for (const slug of slugs) {
    await read(`/v1/tools/${slug}`)
    // Of the nearest names, too.
    seen.set(`mistyped ${slug}`, (await gateway.send(`/v1/${slug}x`, { key, body: {} })).text)
    seen.set(`dry run of ${slug}`, (await gateway.send(`/v1/dry-run/${slug}`, { key, body: {} })).text)
  }
  for (const path of [`/app/sources/${source}`, `/app/sources/${source}/changes`]) await read(path)
  for (const format of ['csv', 'ndjson']) await read(`/app/ledger/export?format=${format}`)
  const { entries = [] } = (await gateway.send('/app/activity?limit=200', { key })).json
  for (const { seq } of entries) await read(`/app/activity/${seq}`)
  const client = await mcpClient(gateway, {
    key,
    query: '?toolset=all,finder',
  })
  const ask = async (name: string, work: Promise<unknown>): Promise<void> =>
    void seen.set(name, JSON.stringify(await work.catch(String)))
  await ask('tools/list', client.listTools())
  await ask('resources/list', client.listResources())
  await ask('search_tools', client.callTool({ name: 'search_tools', arguments: { query: words } }))
  for (const slug of slugs)
    await ask(`describe_tool ${slug}`, client.callTool({ name: 'describe_tool', arguments: { slug } }))
  await client.close()
  return seen
}

/**
 * Calls a tool in every way that exists, as its owner.
 * @returns what was answered, by the way
 */
export async function callEverywhere(
  gateway: TestGateway,
  slug: string,
  input: object,
): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  const send = async (path: string, body: object, headers = {}): Promise<string> => {
    const { text } = await gateway.asOwner(path, { body, headers })
    seen.set(`${path} ${Object.keys(headers).join()}`.trim(), text)
    return text
  }
  await send(`/v1/${slug}`, input)
  await send(`/v1/${slug}`, input, {
    'x-agent-mode': 'true',
    'x-trace': 'true',
  })
  await send(`/v1/${slug}`, input, { 'x-receipt': 'sign' })
  await send(`/v1/${slug}`, input, { 'idempotency-key': 'everywhere' })
  await send(`/v1/stream/${slug}`, input)
  await send(`/v1/dry-run/${slug}`, input)
  await send('/v1/batch', { calls: [{ slug, input }] })
  const { poll } = JSON.parse(await send(`/v1/async/${slug}`, input)) as {
    poll?: string
  }
  if (poll !== undefined)
    await waitUntil(async () => {
      const { text, json } = await gateway.asOwner(poll)
      seen.set('job', text)
      return ['completed', 'failed'].includes(json.status)
    }, 'the job is done')
  const client = await mcpClient(gateway, {
    key: OWNER_KEY,
    query: '?toolset=all,finder',
  })
  const ask = async (name: string, args: object): Promise<void> =>
    void seen.set(
      `MCP ${name}`,
      JSON.stringify(await client.callTool({ name, arguments: { ...args } }).catch(String)),
    )
  await ask(slug, input)
  await ask('call_tool', { slug, input })
  await client.close()
  return seen
}
