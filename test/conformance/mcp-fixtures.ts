import {
  MissingRequiredClientCapabilityError,
  type CallToolResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { setTimeout as pause } from 'node:timers/promises'
import type { McpExtension } from '../../src-main/mcp/mcp-extension.ts'
import { PNG, say, type Fixture } from './mcp-fixture.ts'
import { PROMPTS, promptNamed } from './mcp-fixture-prompts.ts'
import { QUESTIONS, STATE_CODEC } from './mcp-fixture-questions.ts'
import { DEFAULTS_SCHEMA, ENUM_SCHEMA, SCHEMA_2020_12, USER_SCHEMA } from './mcp-fixture-schemas.ts'

// A WAV of no samples: the smallest that is valid.
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

/** The tools that the suite calls by name, each as its scenario describes it. */
const TOOLS: Readonly<Record<string, Fixture>> = {
  test_simple_text: { call: () => say('This is a simple text response for testing.') },
  test_image_content: { call: () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }) },
  test_audio_content: { call: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }) },
  test_embedded_resource: {
    call: () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    call: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        { type: 'image', data: PNG, mimeType: 'image/png' },
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  },
  test_error_handling: {
    call: () => ({ ...say('This tool intentionally returns an error for testing'), isError: true }),
  },
  test_tool_with_progress: {
    call: async (_args, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined)
          await mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 100 },
          })
        await pause(10)
      }
      return say('done')
    },
  },
  test_tool_with_logging: { call: (_args, context) => log(context) },
  test_logging_tool: { call: (_args, context) => log(context) },
  test_streaming_elicitation: { call: () => say('nothing was asked') },
  test_missing_capability: { call: () => refuseWithoutSampling() },
  test_trigger_tool_change: {
    call: (_args, _context, _server, notify) => {
      notify.toolsChanged()
      return say('changed')
    },
  },
  test_trigger_prompt_change: {
    call: (_args, _context, _server, notify) => {
      notify.promptsChanged()
      return say('changed')
    },
  },
  json_schema_2020_12_tool: { schema: SCHEMA_2020_12, call: () => say('ok') },
  test_sampling: {
    call: async ({ prompt }, { mcpReq }) => {
      const asked = {
        messages: [{ role: 'user' as const, content: { type: 'text' as const, text: String(prompt) } }],
        maxTokens: 100,
      }
      const { content } = await mcpReq.requestSampling(asked, withCall(mcpReq))
      return say(`LLM response: ${JSON.stringify(content)}`)
    },
  },
  test_elicitation: { call: ({ message }, context) => elicit(context, String(message), USER_SCHEMA) },
  test_elicitation_sep1034_defaults: {
    call: (_args, context) => elicit(context, 'Defaults', DEFAULTS_SCHEMA),
  },
  test_elicitation_sep1330_enums: { call: (_args, context) => elicit(context, 'Enums', ENUM_SCHEMA) },
  ...QUESTIONS,
}

async function log({ mcpReq }: ServerContext): Promise<CallToolResult> {
  for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await mcpReq.log('info', line)
    await pause(10)
  }
  return say('logged')
}

function refuseWithoutSampling(): never {
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
}

// Otherwise the SDK asks on the client's standing stream, and nobody is asked when a call comes before that stream.
function withCall({ id }: ServerContext['mcpReq']): { readonly relatedRequestId: typeof id } {
  return { relatedRequestId: id }
}

async function elicit(
  { mcpReq }: ServerContext,
  message: string,
  requestedSchema: typeof USER_SCHEMA,
): Promise<CallToolResult> {
  const { action, content } = await mcpReq.elicitInput({ message, requestedSchema }, withCall(mcpReq))
  return say(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)
}

const resource = (uri: string, mimeType: string) => ({ uri, name: uri, description: uri, mimeType })

/** Everything that the protocol's suite looks for by name. */
export const MCP_FIXTURES: McpExtension = {
  options: {
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true },
      prompts: { listChanged: true },
      logging: {},
      completions: {},
    },
    requestState: { verify: (state, context) => STATE_CODEC.verify(state, context) },
  },
  tools: Object.entries(TOOLS).map(([name, { schema }]) => ({
    name,
    description: name,
    inputSchema: schema ?? { type: 'object' },
  })),
  resources: [
    resource('test://static-text', 'text/plain'),
    resource('test://static-binary', 'image/png'),
    resource('test://watched-resource', 'text/plain'),
  ],
  resourceTemplates: [
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'template',
      description: 'A template',
      mimeType: 'application/json',
    },
  ],
  call: async ({ name, arguments: args = {} }, context, server, notify) =>
    Object.hasOwn(TOOLS, name) ? await TOOLS[name]!.call(args, context, server, notify) : null,
  read: (uri) => {
    if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] }
    if (uri === 'test://static-text' || uri === 'test://watched-resource') {
      const text = 'This is the content of the static text resource.'
      return { contents: [{ uri, mimeType: 'text/plain', text }] }
    }
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
    if (id === undefined) return null
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    return { contents: [{ uri, mimeType: 'application/json', text }] }
  },
  setUp: (server) => {
    server.setRequestHandler('prompts/list', () => ({
      prompts: Object.entries(PROMPTS).map(([name, fields]) => ({
        name,
        description: name,
        arguments: fields.map((field) => ({ name: field, description: field, required: true })),
      })),
    }))
    server.setRequestHandler('prompts/get', ({ params }, context) =>
      promptNamed(params.name, params.arguments ?? {}, context),
    )
    server.setRequestHandler('completion/complete', () => ({
      completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false },
    }))
    server.setRequestHandler('resources/subscribe', () => ({}))
    server.setRequestHandler('resources/unsubscribe', () => ({}))
  },
}
