import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Starts a server of MCP over HTTP with one tool, whose time is not the gateway's. */
export async function startHttpEcho(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const tools = [{ name: 'echo', description: 'Echoes.', inputSchema: { type: 'object', properties: {} } }]
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      serverInfo: { name: 'echo', version: '1' },
    },
    'tools/list': { tools },
    'tools/call': { content: [{ type: 'text', text: 'echoed' }] },
  }
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    // Only the gateway asks.
    const { id, method } = JSON.parse(await text(request)) as { id?: number; method: string }
    if (id === undefined) return void response.writeHead(202).end()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening server has an address with a port.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/mcp`, stop: () => void server.close() }
}
