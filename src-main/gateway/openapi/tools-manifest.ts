import type { z } from 'zod'
import type { DescribedTool } from '../../registry/described-tool.ts'
import type { GatewayContext } from '../gateway-context.ts'
import type { toolsManifest } from './tool-shapes.ts'
import type { Route } from '../route.ts'

/** The manifest at /.well-known/ai-tools.json. */
export type ToolsManifest = z.infer<typeof toolsManifest>

/** The facts about the instance that the documents state. */
export type InstanceFacts = Pick<GatewayContext, 'version' | 'baseUrl' | 'demoKey' | 'signUpOpen'>

/** One document that tells an AI client what it can call here and how. */
export function toToolsManifest(
  routes: readonly Route[],
  tools: readonly DescribedTool[],
  facts: InstanceFacts,
): ToolsManifest {
  const baseUrl = facts.baseUrl()
  return {
    name: 'Toolgate',
    description: `${tools.length} small tools at one address, each with an input schema and a fixed price in credits`,
    version: facts.version,
    base_url: `${baseUrl}/v1`,
    auth: toAuth(facts),
    openapi_url: `${baseUrl}/v1/openapi.json`,
    tools_url: `${baseUrl}/v1/tools`,
    ...(routes.some(({ path }) => path === '/mcp') ? { mcp_url: `${baseUrl}/mcp` } : {}),
    call: { method: 'POST', url: `${baseUrl}/v1/{slug}` },
    tools: tools.map(toManifestTool),
  }
}

function toAuth({ baseUrl, demoKey, signUpOpen }: InstanceFacts): ToolsManifest['auth'] {
  const signup = { method: 'POST', url: `${baseUrl()}/v1/auth/signup`, fields: ['email', 'name'] }
  return {
    type: 'bearer',
    header: 'Authorization',
    format: 'Bearer <API_KEY>',
    demo_key: demoKey,
    ...(signUpOpen ? { signup } : {}),
  }
}

function toManifestTool(tool: DescribedTool): ToolsManifest['tools'][number] {
  const { title, summary, category, tier, credits, sideEffects = false } = tool.definition
  return {
    slug: tool.slug,
    name: title,
    description: summary,
    category,
    tier,
    credits,
    side_effects: sideEffects,
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema,
  }
}
