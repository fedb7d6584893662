import type { Server, ServerContext } from '@modelcontextprotocol/server'
import { GatewayError } from '../../src-shared/errors.ts'
import { internalError } from '../pipeline/batch.ts'
import { mayCall } from '../pipeline/checks/check-scope.ts'
import { refuseClosed } from '../pipeline/checks/find-tool.ts'
import { toolsSeenBy } from '../pipeline/checks/seen-tools.ts'
import { execute } from '../pipeline/execute.ts'
import { OWN_FIELDS, type OwnFields } from '../pipeline/checks/read-call.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import type { Picture } from '../tool-kit/define-tool.ts'
import { followCall } from './call-progress.ts'
import { toCall, wishesOf, type CallParts, type RequestFacts } from './call-parts.ts'
import { runCodeTool } from './code/code-tool.ts'
import { jsonResult, toMcpResult, type McpResult } from './call-result.ts'
import { toErrorResult } from './error-result.ts'
import {
  FINDER_NAMES,
  readCode,
  readNamedCall,
  runFinder,
  type AnsweringFinder,
  type NamedCall,
} from './finder-tools.ts'
import { agentIn, CLIENT_INFO } from './plain-call.ts'

/** The tool that a request calls, and its input. */
interface CallParameters {
  readonly name: string
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Answers `tools/call`. Errors that a model can act on (input, credits, rate, scope) are returned as error results.
 * @returns null when the client was shown no tool of this name
 */
export async function callTool(
  { name, arguments: args = {} }: CallParameters,
  parts: CallParts,
): Promise<McpResult | null> {
  let slug: string | null = null
  try {
    const named = readCall(name, args, parts)
    if (named === null) return null
    if ('slug' in named) ({ slug } = named)
    await parts.from.enforceRateLimit(slug)
    if ('code' in named) return await runCodeTool(named.code, parts)
    if ('finder' in named) return await finderResult(named.finder, args, parts)
    return await run(named, parts)
  } catch (error) {
    const { services, from } = parts
    if (!(error instanceof GatewayError)) services.reportBug(error, from.requestId)
    const known = error instanceof GatewayError ? error : internalError(error)
    from.charged(known.details.credits_used ?? 0)
    const { finders } = parts.toolset
    const shown = {
      describes: finders.includes('describe_tool'),
      searches: finders.includes('search_tools'),
    }
    return toErrorResult(known, { slug, ...shown })
  }
}

async function run(named: NamedCall, parts: CallParts): Promise<McpResult> {
  const { services, from, request } = parts
  from.running.begin()
  const progress = request.follow(named.slug)
  try {
    const answer = await execute(toCall(named, parts, progress.observer), services)
    from.answered(answer)
    // The tool is loaded: it has just run.
    const tool = await services.registry.find(named.slug)?.load()
    const isOfSource = tool?.source !== null && !tool?.chain
    return toMcpResult(answer, pictureOf(tool), wishesOf(parts), isOfSource)
  } finally {
    progress.end()
    from.running.end()
  }
}

function pictureOf(tool: RegisteredTool | undefined): ((data: object) => Picture | null) | undefined {
  const { definition } = tool ?? {}
  // The data of an answer has passed the tool's own output schema.
  return definition?.picture && ((data) => definition.picture?.(data as Record<string, unknown>) ?? null)
}

function readCall(
  name: string,
  args: Readonly<Record<string, unknown>>,
  { services, toolset, from }: CallParts,
): NamedCall | { readonly finder: AnsweringFinder } | { readonly code: string } | null {
  const { finders, tools, saved } = toolset
  if (FINDER_NAMES.some((finder) => finder === name) && !finders.some((finder) => finder === name))
    return null
  if (name === 'search_tools' || name === 'describe_tool') return { finder: name }
  if (name === 'call_tool') return readNamedCall(args)
  if (name === 'run_code') return { code: readCode(args) }
  const tool = (saved ?? services.registry).find(name)
  if (!tool) refuseClosed(name, from.account, services)
  if (!tool || !(finders.includes('call_tool') || tools.includes(tool))) return null
  return { slug: tool.slug, input: args }
}

async function finderResult(
  name: AnsweringFinder,
  args: Readonly<Record<string, unknown>>,
  parts: CallParts,
): Promise<McpResult> {
  const { services, from, toolset } = parts
  const seen = toolset.saved ?? toolsSeenBy(from.account, services)
  const found = await runFinder(name, args, seen, (tool) => mayCall(from.account, tool, services))
  return jsonResult(JSON.stringify(found), wishesOf(parts), { 'toolgate/credits_used': 0 })
}

/** What the SDK tells about a request. */
export function toRequestFacts(context: ServerContext, server: Server): RequestFacts {
  const { mcpReq } = context
  const traceparent = mcpReq._meta?.['traceparent']
  return {
    version: versionOf(context),
    agent: server.getClientVersion()?.name ?? agentIn(mcpReq._meta?.[CLIENT_INFO]),
    session: context.sessionId ?? '',
    traceparent: typeof traceparent === 'string' ? traceparent : null,
    own: ownIn(mcpReq._meta ?? {}),
    signal: mcpReq.signal,
    follow: (slug) => followCall(slug, context),
  }
}

// Arguments belong to the tool, so what the gateway is asked for may stand beside them: `toolgate/receipt`.
function ownIn(meta: Readonly<Record<string, unknown>>): OwnFields {
  return Object.fromEntries(
    OWN_FIELDS.flatMap((name) => {
      const value = meta[`toolgate/${name}`]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

// Requests of the newer revision name it in the message; a client without a session only in its header.
function versionOf({ mcpReq, http }: ServerContext): string {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {}
  const own = envelope['io.modelcontextprotocol/protocolVersion']
  return typeof own === 'string' ? own : (http?.req?.headers.get('mcp-protocol-version') ?? 'unknown')
}
