import { isRecord, UnknownAnswer } from '../client/refused.ts'
import type { GatewayClient } from '../client/gateway-client.ts'

/** A field of a tool, as far as the command line reads its schema. */
export interface FieldInfo {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: { readonly type?: string; readonly enum?: readonly unknown[] }
  readonly [keyword: string]: unknown
}

/** A tool as GET /v1/tools shows it, as far as the command line reads it. */
export interface ToolInfo {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly category: string
  readonly tier: string
  readonly credits: number
  readonly main_field: string | null
  readonly main_output: string | null
  /** The fields that take a file; absent where an older gateway answers. */
  readonly file_fields?: Readonly<Record<string, string>>
  readonly input_schema: {
    readonly properties: Readonly<Record<string, FieldInfo>>
    readonly required: readonly string[]
    readonly [keyword: string]: unknown
  }
  readonly output_schema: Readonly<Record<string, unknown>>
  readonly examples: readonly {
    readonly title: string
    readonly input: Readonly<Record<string, unknown>>
  }[]
}

/** @throws Refused for a slug that no tool has */
export async function fetchTool(client: GatewayClient, slug: string): Promise<ToolInfo> {
  const answer = await client.get(`/v1/tools/${encodeURIComponent(slug)}`)
  return toToolInfo(isRecord(answer) ? answer.tool : null)
}

/** All tools, or those that match a search. */
export async function fetchTools(
  client: GatewayClient,
  query: Readonly<Record<string, string | undefined>> = {},
): Promise<readonly ToolInfo[]> {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const answer = await client.get(`/v1/tools?${new URLSearchParams(given).toString()}`)
  if (!isRecord(answer) || !Array.isArray(answer.tools)) throw new UnknownAnswer('tools')
  return answer.tools.map(toToolInfo)
}

// By hand, because reading the library that checks schemas takes longer than the rest of a call.
function toToolInfo(tool: unknown): ToolInfo {
  if (!isRecord(tool) || typeof tool.slug !== 'string' || typeof tool.credits !== 'number')
    throw new UnknownAnswer('a tool')
  const { input_schema: input, examples } = tool
  if (!isRecord(input) || !isRecord(tool.output_schema) || !Array.isArray(examples))
    throw new UnknownAnswer(`the schema of ${tool.slug}`)
  const { properties = {}, required = [] } = input
  // What was checked is what decides how a call is made; the rest is text.
  return { ...tool, input_schema: { ...input, properties, required } } as unknown as ToolInfo
}
