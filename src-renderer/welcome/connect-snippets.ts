import { SNIPPETS } from '../tools/code/code-snippets.ts'
import type { Tool } from '../gateway/gateway-types.ts'

export interface ConnectSnippet {
  readonly id: string
  readonly label: string
  readonly text: string
}

/** Snippets for connecting an agent, a shell or a program to this gateway. */
export function connectSnippets(
  baseUrl: string,
  key: string | null,
  tool: Tool,
): readonly ConnectSnippet[] {
  const call = { baseUrl, slug: tool.slug, input: tool.examples?.[0]?.input ?? {}, ...(key ? { key } : {}) }
  const written = SNIPPETS.filter(({ id }) => id !== 'mcp').map(({ id, label, write }) => ({
    id,
    label,
    text: write(call),
  }))
  return [{ id: 'mcp', label: 'MCP client', text: mcpConfig(baseUrl, key) }, ...written]
}

function mcpConfig(baseUrl: string, key: string | null): string {
  const server = {
    type: 'http',
    url: baseUrl.replace(/\/v1$/, '/mcp'),
    headers: { Authorization: `Bearer ${key ?? '$TOOLGATE_KEY'}` },
  }
  return `${JSON.stringify({ mcpServers: { toolgate: server } }, null, 2)}\n`
}
