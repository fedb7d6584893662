import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import type { TestGateway } from './test-gateway.ts'

interface ClientOptions {
  readonly key?: string
  /** What follows the path of the address. */
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly era?: 'auto' | 'legacy'
}

/** The official client of MCP, connected to a gateway without a socket; whoever opens it closes it. */
export async function mcpClient(
  gateway: TestGateway,
  { key = gateway.key, query = '', headers = {}, era = 'auto' }: ClientOptions = {},
): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1' }, { versionNegotiation: { mode: era } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:4777/mcp${query}`), {
      requestInit: { headers: { authorization: `Bearer ${key}`, ...headers } },
      fetch: async (url, init) => await gateway.instance.app.fetch(new Request(url, init)),
    }),
  )
  return client
}

type CallResult = Awaited<ReturnType<Client['callTool']>>

/** The texts of a result, which is what most models read of it. */
export function textsOf({ content }: Pick<CallResult, 'content'>): string[] {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
}

/** The text of a resource. */
export async function readText(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri })
  const [content] = contents
  expect(contents).toHaveLength(1)
  return content && 'text' in content ? content.text : ''
}
