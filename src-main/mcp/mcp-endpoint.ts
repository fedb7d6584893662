import type { AuthInfo, McpHttpHandler, Server, ServerContext } from '@modelcontextprotocol/server'
import { sharerOf } from '../accounts/account.ts'
import { mayCall } from '../pipeline/checks/check-scope.ts'
import { savedToolsFor } from '../pipeline/checks/saved-tools.ts'
import { toolsSeenBy } from '../pipeline/checks/seen-tools.ts'
import type { Services } from '../pipeline/services.ts'
import { giveWay } from '../pipeline/turns/turns.ts'
import { describeServed } from '../registry/describe-all.ts'
import type { DescribedTool } from '../registry/described-tool.ts'
import { toMcpTool, toShortTool, type McpTool } from '../registry/mcp-tool.ts'
import type { FairShare } from '../shares/fair-share.ts'
import type { Sharer } from '../shares/place.ts'
import { SILENT } from './call-progress.ts'
import { toCallResult, toResultText, type ServerInfo } from './call-result.ts'
import { callTool, toRequestFacts } from './call-tool.ts'
import { finderTools } from './finder-tools.ts'
import type { McpCaller } from './mcp-caller.ts'
import type { McpExtension } from './mcp-extension.ts'
import { LegacySessions, SESSIONS } from './legacy-sessions.ts'
import { ListAnswers, type WholeAnswer } from './list-answers.ts'
import { PLAIN_REVISION, readPlainCall } from './plain-call.ts'
import { listResources, readResource, RESOURCE_TEMPLATES } from './resources.ts'
import { readToolset, type Toolset } from './toolset.ts'

/** How long a client may cache a list of tools; resources change with every call. */
const LIST_MS = 300_000
/** The same where tools come and go with their sources, or their toolset changes. */
const CHANGING_LIST_MS = 30_000

const INSTRUCTIONS =
  'Small tools for code, text, data, dates, crypto, the network and memory. Every call has a fixed price in ' +
  'credits, which ends its description, and costs nothing when it fails; a cancelled call is charged for what ' +
  'it has sent or asked. Not every tool is listed: find others with search_tools, read about one with ' +
  'describe_tool, and run it with call_tool. A long result ends with the addresses of its other pages, which ' +
  'are resources. A field that takes {"file": …} instead of its value takes the id of an uploaded file, the address ' +
  'of a resource, or a path below a folder that the owner allows.'

export interface McpOptions {
  readonly services: Services
  readonly version: string
  readonly extension?: McpExtension | undefined
}

/** A request that the gateway has accepted. */
export interface McpRequest {
  readonly request: Request
  /** The body as the gateway has read and checked it. */
  readonly body: unknown
  readonly from: McpCaller
}

type Sdk = typeof import('@modelcontextprotocol/server')

/** The parts that answer once the SDK is loaded: a handler for the newer revision, sessions for older ones. */
interface Opened {
  readonly sdk: Sdk
  readonly handler: McpHttpHandler
  readonly sessions: LegacySessions
}

/**
 * The MCP surface over the registry and the one call path, for revision 2026-07-28 and for older
 * ones back to 2024-11-05. The SDK is loaded with the first request.
 */
export class McpEndpoint {
  readonly #options: McpOptions
  readonly #described = new WeakMap<DescribedTool, McpTool>()
  readonly #lists = new ListAnswers()
  readonly #sessionShare: FairShare
  #opened: Promise<Opened> | null = null

  constructor(options: McpOptions) {
    this.#options = options
    this.#sessionShare = options.services.shares.open(SESSIONS)
    options.services.registry.onChange(() => void this.#tellOfTools())
  }

  /** @throws GatewayError validation_error for an unknown toolset */
  async answer(asked: McpRequest): Promise<Response | WholeAnswer> {
    // Tools of an extension may come and go.
    const { request, body, from } = asked
    const { extension, services } = this.#options
    const plain = extension ? null : await this.#answerPlain(asked)
    if (plain) return plain
    const name = extension ? null : this.#lists.nameOf(request, body, from.account, services)
    if (name === null) return await this.#answer(asked)
    const known = this.#lists.find(name, body)
    if (known) return known
    const response = await this.#answer(asked)
    await this.#lists.keep(name, response)
    return response
  }

  /** Answers a plain `tools/call` without the SDK; null for anything else, and for a tool that was not shown. */
  async #answerPlain({ request, body, from }: McpRequest): Promise<WholeAnswer | null> {
    const call = readPlainCall(request, body)
    if (!call) return null
    const { services } = this.#options
    const { traceparent, agent } = call
    const result = await callTool(call, {
      services,
      from,
      toolset: this.#toolsetOf(request, from),
      request: {
        version: PLAIN_REVISION,
        agent,
        session: '',
        traceparent,
        own: {},
        signal: null,
        follow: () => SILENT,
      },
    })
    if (!result) return null
    const written = toResultText(result, this.#info())
    const text = `{"result":${written},"jsonrpc":"2.0","id":${JSON.stringify(call.id)}}`
    return { contentType: 'application/json', body: text }
  }

  #toolsetOf(request: Request, { account }: McpCaller): Toolset {
    const { services } = this.#options
    return readToolset(new URL(request.url), request.headers, {
      seen: toolsSeenBy(account, services),
      boundTo: account.scopes?.toolset ?? null,
      savedFor: (sets) => savedToolsFor(sets, account, services),
    })
  }

  #info(): ServerInfo {
    return { name: 'toolgate', title: 'Toolgate', version: this.#options.version }
  }

  async #answer({ request, body, from }: McpRequest): Promise<Response> {
    // Read here so that a wrong name is refused like any other bad request, before a server is created.
    const toolset = this.#toolsetOf(request, from)
    const { sdk, handler, sessions } = await this.#open()
    const passed: Passed = { from, toolset }
    const authInfo: AuthInfo = { token: '', clientId: from.account.id, scopes: [], extra: { ...passed } }
    if (sessions.handles({ request, body }) && (await sdk.isLegacyRequest(request, body)))
      return await sessions.answer({ request, body, authInfo })
    return await handler.fetch(request, body === undefined ? { authInfo } : { authInfo, parsedBody: body })
  }

  // Clients that listen read their list again; the others when the time of theirs is over.
  async #tellOfTools(): Promise<void> {
    // An SDK that failed to load has no clients.
    const opened = await this.#opened?.catch(() => null)
    if (!opened) return
    opened.handler.notify.toolsChanged()
    await opened.sessions.toolsChanged()
  }

  /** Loads the SDK before a request needs it. */
  async prepare(): Promise<void> {
    await this.#open()
  }

  /** Ends the streams and sessions that are open. */
  async close(): Promise<void> {
    // An SDK that failed to load has nothing to end; the failure was already reported to the caller.
    const opened = await this.#opened?.catch(() => null)
    if (!opened) return
    const { handler, sessions } = opened
    await Promise.all([handler.close(), sessions.close()])
  }

  #open(): Promise<Opened> {
    this.#opened ??= this.#load().catch((error: unknown) => {
      // A failed load, for lack of a file handle for example, may succeed with the next request.
      this.#opened = null
      throw error
    })
    return this.#opened
  }

  async #load(): Promise<Opened> {
    const sdk = await import('@modelcontextprotocol/server')
    // What the SDK does for its first request takes as long as loading it.
    await giveWay()
    const { now } = this.#options.services
    // Without an `onerror`: it would get the SDK's refusals, and the clients already get those.
    const handler = sdk.createMcpHandler(({ authInfo }) => this.#serverFor(sdk, authInfo, () => handler))
    const serverFor = (authInfo: AuthInfo): Server => this.#serverFor(sdk, authInfo, () => handler)
    const sharerIn = (authInfo: AuthInfo): Sharer => sharerOf(passedIn(authInfo).from.account)
    const sessions = new LegacySessions(sdk, { serverFor, sharerIn, share: this.#sessionShare, now })
    return { sdk, handler, sessions }
  }

  #serverFor(sdk: Sdk, authInfo: AuthInfo | undefined, handler: () => McpHttpHandler): Server {
    const { services, extension } = this.#options
    const { saved } = passedIn(authInfo).toolset
    const ttlMs = saved || services.registry.hasSources ? CHANGING_LIST_MS : LIST_MS
    const hint = { ttlMs, cacheScope: 'private' } as const
    const server = new sdk.Server(
      { ...this.#info() },
      {
        ...extension?.options,
        capabilities: { tools: { listChanged: true }, resources: {}, ...extension?.options.capabilities },
        instructions: INSTRUCTIONS,
        cacheHints: {
          'tools/list': hint,
          'resources/templates/list': hint,
          'server/discover': hint,
        },
      },
    )
    // Every list is one page, so no cursor can come from here; sending the first page again would loop.
    const refuseCursor = (params?: { readonly cursor?: string | undefined }): void => {
      if (params?.cursor === undefined) return
      const advice = 'This list has one page. Request it without a cursor.'
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, advice)
    }
    server.setRequestHandler('tools/list', async ({ params }, context) => {
      refuseCursor(params)
      return {
        tools: [...(await this.#listed(passedIn(context.http?.authInfo))), ...(extension?.tools ?? [])],
      }
    })
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const extra = extension && (await extension.call(params, context, server, handler().notify))
      if (extra) return extra
      const call = { ...passedIn(context.http?.authInfo), request: toRequestFacts(context, server) }
      const result = await callTool(params, { services, ...call })
      if (result) return toCallResult(result)
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, unknownTool(params.name))
    })
    server.setRequestHandler('resources/list', async ({ params }, context) => {
      refuseCursor(params)
      const own = await listResources(callerIn(context).account.id, services)
      return { resources: [...own, ...(extension?.resources ?? [])] }
    })
    server.setRequestHandler('resources/templates/list', ({ params }) => {
      refuseCursor(params)
      return { resourceTemplates: [...RESOURCE_TEMPLATES, ...(extension?.resourceTemplates ?? [])] }
    })
    server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
      const found =
        (await readResource(uri, callerIn(context).account.id, services)) ?? extension?.read(uri)
      if (found) return found
      throw new sdk.ResourceNotFoundError(uri)
    })
    extension?.setUp(server)
    return server
  }

  async #listed({ toolset, from }: Passed): Promise<McpTool[]> {
    const { tools, finders, outputSchemas } = toolset
    const { services } = this.#options
    // The SDK's reading of a first request, the descriptions and its writing of the list are a turn each.
    await giveWay()
    const allowed = await describeServed(tools.filter((tool) => mayCall(from.account, tool, services)))
    await giveWay()
    const described = allowed.map((tool) => this.#describe(tool))
    const own = finderTools().filter(({ name }) => finders.some((finder) => finder === name))
    const listed = [...described, ...own]
    return outputSchemas ? listed : listed.map(toShortTool)
  }

  #describe(tool: DescribedTool): McpTool {
    let described = this.#described.get(tool)
    if (!described) this.#described.set(tool, (described = toMcpTool(tool)))
    return described
  }
}

/** What answer() passes with every request, in the only field that the SDK hands to its handlers. */
interface Passed {
  readonly from: McpCaller
  readonly toolset: Toolset
}

function passedIn(authInfo: AuthInfo | undefined): Passed {
  if (!authInfo?.extra) throw new Error('An MCP request bypassed answer()')
  // Only answer() writes it.
  return authInfo.extra as unknown as Passed
}

// A session outlives its first request, so the caller and the toolset are read from each request.
function callerIn({ http }: ServerContext): McpCaller {
  return passedIn(http?.authInfo).from
}

function unknownTool(name: string): string {
  return `There is no tool ${JSON.stringify(name.slice(0, 64))} here. Find tools with search_tools.`
}
