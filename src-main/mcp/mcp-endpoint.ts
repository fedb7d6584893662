import type { AuthInfo, McpHttpHandler, McpRequestContext, Server } from '@modelcontextprotocol/server'
import type { Services } from '../pipeline/services.ts'
import { toMcpTool, type McpTool } from '../registry/mcp-tool.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import { callTool, mayCall } from './call-tool.ts'
import { FINDER_TOOLS } from './finder-tools.ts'
import type { McpCaller } from './mcp-caller.ts'
import { listResources, readResource, RESOURCE_TEMPLATES } from './resources.ts'
import { readToolset, type Toolset } from './toolset.ts'

/** How long a client may keep a list; the tools change with the program only, resources with every call. */
const LIST_TTL_MS = 300_000

const INSTRUCTIONS =
  'Small tools for code, text, data, dates, crypto, the network and memory. Every call has a fixed price in ' +
  'credits, shown in its description under toolgate/credits, and costs nothing when it fails. Not every tool is ' +
  'listed: find others with search_tools, look at one with describe_tool, and run it with call_tool.'

export interface McpOptions {
  readonly services: Services
  readonly version: string
  /** Adds to each server what only a test of the protocol needs. */
  readonly extend?: ((server: Server) => void) | undefined
}

/** A request that the gateway has let in. */
export interface McpRequest {
  readonly request: Request
  /** The body as the gateway has read and checked it. */
  readonly body: unknown
  readonly from: McpCaller
}

/**
 * The MCP surface (revision 2026-07-28, and 2025-11-25 without sessions) over the registry and the one call path.
 * The SDK is loaded with the first request.
 */
export class McpEndpoint {
  readonly #options: McpOptions
  readonly #described = new Map<RegisteredTool, McpTool>()
  #handler: Promise<McpHttpHandler> | null = null

  constructor(options: McpOptions) {
    this.#options = options
  }

  /** @throws GatewayError validation_error for a toolset that there is not */
  async answer({ request, body, from }: McpRequest): Promise<Response> {
    // Read here so that a wrong name is refused as any other bad request, before there is a server to ask.
    const toolset = readToolset(new URL(request.url), request.headers, this.#options.services.registry)
    const handler = await (this.#handler ??= this.#open())
    const authInfo: AuthInfo = {
      token: '',
      clientId: from.account.id,
      scopes: [],
      extra: { from, toolset } satisfies Passed,
    }
    return await handler.fetch(request, body === undefined ? { authInfo } : { authInfo, parsedBody: body })
  }

  /** Ends the streams that are open. */
  async close(): Promise<void> {
    await (await this.#handler)?.close()
  }

  async #open(): Promise<McpHttpHandler> {
    const sdk = await import('@modelcontextprotocol/server')
    return sdk.createMcpHandler((context) => this.#serverFor(sdk, context), {
      onerror: () => undefined,
    })
  }

  #serverFor(sdk: typeof import('@modelcontextprotocol/server'), { authInfo }: McpRequestContext): Server {
    // answer() passes these along with every request.
    const { from, toolset } = authInfo?.extra as unknown as Passed
    const { services, version, extend } = this.#options
    const listHint = { ttlMs: LIST_TTL_MS, cacheScope: 'private' as const }
    const server = new sdk.Server(
      { name: 'toolgate', title: 'Toolgate', version },
      {
        capabilities: { tools: {}, resources: {} },
        instructions: INSTRUCTIONS,
        cacheHints: {
          'tools/list': listHint,
          'resources/templates/list': listHint,
          'server/discover': listHint,
        },
      },
    )
    server.setRequestHandler('tools/list', () => ({ tools: this.#listed(toolset, from) }))
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const result = await callTool(params, { services, toolset, from, context })
      if (result) return server.projectCallToolResult(result, undefined)
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, unknownTool(params.name))
    })
    server.setRequestHandler('resources/list', () => ({
      resources: listResources(from.account.id, services),
    }))
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: [...RESOURCE_TEMPLATES],
    }))
    server.setRequestHandler('resources/read', ({ params: { uri } }) => {
      const found = readResource(uri, from.account.id, services)
      if (found) return found
      throw new sdk.ResourceNotFoundError(uri)
    })
    extend?.(server)
    return server
  }

  #listed({ tools, reachesAll, outputSchemas }: Toolset, from: McpCaller): McpTool[] {
    const allowed = tools.filter((tool) => mayCall(from, tool)).map((tool) => this.#describe(tool))
    const listed = reachesAll ? [...allowed, ...FINDER_TOOLS] : allowed
    return outputSchemas ? listed : listed.map(withoutOutput)
  }

  #describe(tool: RegisteredTool): McpTool {
    let described = this.#described.get(tool)
    if (!described) this.#described.set(tool, (described = toMcpTool(tool)))
    return described
  }
}

/** What the gateway hands to the server of one request. */
interface Passed extends Record<string, unknown> {
  readonly from: McpCaller
  readonly toolset: Toolset
}

function withoutOutput(tool: McpTool): McpTool {
  const { outputSchema: _left, ...rest } = tool
  // The list's own type asks for an output schema; MCP does not.
  return rest as McpTool
}

function unknownTool(name: string): string {
  return `There is no tool ${JSON.stringify(name.slice(0, 64))} here. search_tools finds those that there are.`
}
