import { z } from 'zod'
import type { GatewayClient } from '../client/gateway-client.ts'

const field = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  items: z.looseObject({ type: z.string().optional() }).optional(),
})
export type FieldInfo = z.infer<typeof field>

const toolInfo = z.looseObject({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  tier: z.string(),
  credits: z.number(),
  main_field: z.string().nullable(),
  main_output: z.string().nullable(),
  input_schema: z.looseObject({
    properties: z.record(z.string(), field).default({}),
    required: z.array(z.string()).default([]),
  }),
  output_schema: z.looseObject({}),
  examples: z.array(z.object({ title: z.string(), input: z.record(z.string(), z.unknown()) })),
})

/** A tool as GET /v1/tools shows it, as far as the command line reads it. */
export type ToolInfo = z.infer<typeof toolInfo>

/** @throws Refused for a slug that no tool has */
export async function fetchTool(client: GatewayClient, slug: string): Promise<ToolInfo> {
  const answer = await client.get(`/v1/tools/${encodeURIComponent(slug)}`)
  return z.object({ tool: toolInfo }).parse(answer).tool
}

/** All tools, or those that match a search. */
export async function fetchTools(
  client: GatewayClient,
  query: Readonly<Record<string, string | undefined>> = {},
): Promise<readonly ToolInfo[]> {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const answer = await client.get(`/v1/tools?${new URLSearchParams(given).toString()}`)
  return z.object({ tools: z.array(toolInfo) }).parse(answer).tools
}
