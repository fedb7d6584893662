import {
  createRequestStateCodec,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type CallToolResult,
  type GetPromptResult,
  type InputRequiredResult,
  type Server,
  type ServerContext,
  type ServerNotifier,
  type Tool,
} from '@modelcontextprotocol/server'
import { setTimeout as pause } from 'node:timers/promises'
import type { McpExtension } from '../../src-main/mcp/mcp-extension.ts'
import {
  ENUM_SCHEMA,
  DEFAULTS_SCHEMA,
  SCHEMA_2020_12,
  textForm,
  USER_SCHEMA,
} from './mcp-fixture-schemas.ts'

// A 1x1 PNG and a WAV of no samples: the smallest that are valid.
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='

const codec = createRequestStateCodec<{ readonly step: number }>({
  key: 'a key for tests of thirty-two bytes',
})

type Result = CallToolResult | InputRequiredResult
type Args = Readonly<Record<string, unknown>>
interface Fixture {
  readonly schema?: Tool['inputSchema']
  readonly call: (
    args: Args,
    context: ServerContext,
    server: Server,
    notify: ServerNotifier,
  ) => Result | Promise<Result>
}

const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })
const answersOf = ({ mcpReq }: ServerContext): Args => mcpReq.inputResponses ?? {}

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
      const { content } = await mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: String(prompt) } }],
        maxTokens: 100,
      })
      return say(`LLM response: ${JSON.stringify(content)}`)
    },
  },
  test_elicitation: { call: ({ message }, context) => elicit(context, String(message), USER_SCHEMA) },
  test_elicitation_sep1034_defaults: {
    call: (_args, context) => elicit(context, 'Defaults', DEFAULTS_SCHEMA),
  },
  test_elicitation_sep1330_enums: { call: (_args, context) => elicit(context, 'Enums', ENUM_SCHEMA) },

  test_input_required_result_elicitation: {
    call: (_args, context) => {
      const name = context.mcpReq.inputResponses?.user_name
      return name === undefined
        ? inputRequired({ inputRequests: { user_name: askFor('What is your name?', 'name') } })
        : say(`Hello, ${JSON.stringify(name)}!`)
    },
  },
  test_input_required_result_sampling: {
    call: (_args, context) => {
      const answer = answersOf(context).capital_question
      return answer === undefined
        ? inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } })
        : say(JSON.stringify(answer))
    },
  },
  test_input_required_result_list_roots: {
    call: (_args, context) => {
      const roots = answersOf(context).client_roots
      return roots === undefined
        ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
        : say(JSON.stringify(roots))
    },
  },
  test_input_required_result_request_state: {
    call: async (_args, context) =>
      context.mcpReq.requestState<{ step: number }>()?.step === 1
        ? say('state-ok')
        : inputRequired({
            inputRequests: { confirm: askFor('Please confirm', 'ok', 'boolean') },
            requestState: await codec.mint({ step: 1 }, context),
          }),
  },
  test_input_required_result_tampered_state: {
    call: async (_args, context) =>
      context.mcpReq.requestState<{ step: number }>()?.step === 1
        ? say('state-ok')
        : inputRequired({
            inputRequests: { confirm: askFor('Please confirm', 'ok', 'boolean') },
            requestState: await codec.mint({ step: 1 }, context),
          }),
  },
  test_input_required_result_multiple_inputs: {
    call: async (_args, context) => {
      const { user_name, greeting, client_roots } = answersOf(context)
      if (user_name !== undefined && greeting !== undefined && client_roots !== undefined) return say('all')
      return inputRequired({
        inputRequests: {
          user_name: askFor('What is your name?', 'name'),
          greeting: sample('Generate a greeting'),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await codec.mint({ step: 1 }, context),
      })
    },
  },
  test_input_required_result_multi_round: {
    call: async (_args, context) => {
      const step = context.mcpReq.requestState<{ step: number }>()?.step ?? 0
      if (step === 2) return say('done')
      const asked =
        step === 0
          ? { step1: askFor('Step 1: What is your name?', 'name') }
          : { step2: askFor('Step 2: What is your favorite color?', 'color') }
      return inputRequired({
        inputRequests: asked,
        requestState: await codec.mint({ step: step + 1 }, context),
      })
    },
  },
  test_input_required_result_capabilities: {
    call: (_args, { mcpReq }) => {
      const envelope: Args = mcpReq.envelope ?? {}
      const can = Object(envelope['io.modelcontextprotocol/clientCapabilities']) as Args
      return inputRequired({
        inputRequests: {
          ...(can.sampling === undefined ? {} : { question: sample('What may I ask?') }),
          ...(can.elicitation === undefined ? {} : { name: askFor('What is your name?', 'name') }),
        },
      })
    },
  },
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

async function elicit(
  { mcpReq }: ServerContext,
  message: string,
  requestedSchema: typeof USER_SCHEMA,
): Promise<CallToolResult> {
  const { action, content } = await mcpReq.elicitInput({ message, requestedSchema })
  return say(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)
}

function askFor(message: string, field: string, type: 'string' | 'boolean' = 'string') {
  return inputRequired.elicit({ message, requestedSchema: textForm(field, type) })
}

function sample(text: string) {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 100,
  })
}

function promptNamed(
  name: string,
  args: Args,
  context: ServerContext,
): GetPromptResult | InputRequiredResult {
  const user = (content: GetPromptResult['messages'][number]['content']) => ({
    role: 'user' as const,
    content,
  })
  const text = (value: string) => user({ type: 'text', text: value })
  switch (name) {
    case 'test_prompt_with_arguments':
      return {
        messages: [text(`Prompt with arguments: arg1='${String(args.arg1)}', arg2='${String(args.arg2)}'`)],
      }
    case 'test_prompt_with_embedded_resource':
      return {
        messages: [
          user({
            type: 'resource',
            resource: {
              uri: String(args.resourceUri),
              mimeType: 'text/plain',
              text: 'Embedded resource content for testing.',
            },
          }),
          text('Please process the embedded resource above.'),
        ],
      }
    case 'test_prompt_with_image':
      return {
        messages: [
          user({ type: 'image', data: PNG, mimeType: 'image/png' }),
          text('Please analyze the image above.'),
        ],
      }
    case 'test_input_required_result_prompt':
      return answersOf(context).user_context === undefined
        ? inputRequired({
            inputRequests: { user_context: askFor('What context should the prompt use?', 'context') },
          })
        : { messages: [text('with context')] }
    default:
      return { messages: [text('This is a simple prompt for testing.')] }
  }
}

const PROMPTS: Readonly<Record<string, readonly string[]>> = {
  test_simple_prompt: [],
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
  test_prompt_with_image: [],
  test_input_required_result_prompt: [],
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
    requestState: { verify: (state, context) => codec.verify(state, context) },
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
