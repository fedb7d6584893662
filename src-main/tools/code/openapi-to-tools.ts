import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGIT_WARNINGS } from '../lib/exact-json.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

const FORMATS = ['mcp', 'openai', 'anthropic'] as const

export default defineTool({
  slug: 'openapi-to-tools',
  title: 'OpenAPI to tools',
  summary:
    'Turns the operations of an OpenAPI document into tool definitions for MCP, OpenAI or Anthropic.',
  searchWords: [
    'swagger',
    'function calling',
    'api as functions',
    'mcp server from api',
    'function definitions',
    'rest to agent',
    'endpoints a model can call',
    'tool schema',
    'turn an api into tools',
    'anthropic',
    'plugin',
    'api for an agent',
    'connect an api to a model',
    'tools from an api document',
    'let an llm call an api',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 1,
  version: 4,
  cacheable: true,
  worker: true,
  mainField: 'spec',
  related: ['code-openapi-validate'],
  takes: { spec: ['openapi'] },
  gives: 'json',
  mainOutput: 'tools',

  input: z.strictObject({
    spec: z
      .union([z.string().min(1).max(2_000_000), namedValues(z.string(), z.unknown())])
      .describe('The OpenAPI 3.2, 3.1, 3.0 or 2.0 document as an object, or as JSON or YAML text'),
    format: z.enum(FORMATS).default('mcp').describe('The form of the definitions'),
    limit: z.int().min(1).max(500).default(128).describe('Most tools to create; models accept 128'),
  }),
  output: z.strictObject({
    tools: z
      .array(namedValues(z.string(), z.unknown()))
      .describe('The definitions in the order of the document'),
    operations: z
      .array(
        z.strictObject({
          name: z.string().describe('Name of the tool'),
          method: z.string().describe('The method to call it with'),
          path: z.string().describe('The path, with {names} to fill in'),
        }),
      )
      .describe('How each tool is called'),
    count: z.int().min(0).describe('Number of tools'),
    more: z.boolean().describe('Whether the document has more operations than the limit'),
    ...DIGIT_WARNINGS,
  }),

  // Taken from the descriptions by the rules of each API: name, description and JSON Schema of the
  // input.
  examples: [
    {
      title: 'A parameter in the path',
      input: {
        spec: {
          openapi: '3.1.0',
          info: { title: 'Pets', version: '1' },
          paths: {
            '/pets/{id}': {
              get: {
                operationId: 'getPet',
                summary: 'One pet',
                parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
                responses: { 200: { description: 'ok' } },
              },
            },
          },
        },
      },
      output: {
        tools: [
          {
            name: 'getPet',
            description: 'One pet',
            inputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
          },
        ],
        operations: [{ name: 'getPet', method: 'GET', path: '/pets/{id}' }],
        count: 1,
        more: false,
      },
    },
    {
      title: 'YAML, no operationId, for OpenAI',
      input: {
        spec: 'openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths:\n  /a/b:\n    get:\n      responses: {"200": {description: ok}}\n',
        format: 'openai',
      },
      output: {
        tools: [
          {
            type: 'function',
            function: {
              name: 'get_a_b',
              description: 'GET /a/b',
              parameters: { type: 'object', properties: {}, required: [] },
            },
          },
        ],
        operations: [{ name: 'get_a_b', method: 'GET', path: '/a/b' }],
        count: 1,
        more: false,
      },
    },
    {
      title: 'No operations',
      input: {
        spec: { openapi: '3.0.3', info: { title: 'Empty', version: '1' }, paths: {} },
        format: 'anthropic',
      },
      output: { tools: [], operations: [], count: 0, more: false },
    },
  ],

  prepare: () =>
    Promise.all([import('./lib/openapi/openapi-document.ts'), import('./lib/openapi/openapi-tools.ts')]),
  handler: async ({ spec, format, limit }) => {
    const { faultsOfDescription, lostDigitsOf, readDescription } =
      await import('./lib/openapi/openapi-document.ts')
    const { toTools } = await import('./lib/openapi/openapi-tools.ts')
    const document = readDescription(spec)
    const [fault] = await faultsOfDescription(document)
    if (fault)
      throw new InvalidInput('spec', `This is not a valid OpenAPI document: ${fault.path} ${fault.message}`)
    const all = toTools(document)
    const made = all.slice(0, limit)
    return {
      tools: made.map(({ name, description, inputSchema }) => {
        if (format === 'openai')
          return { type: 'function', function: { name, description, parameters: inputSchema } }
        return { name, description, [format === 'mcp' ? 'inputSchema' : 'input_schema']: inputSchema }
      }),
      operations: made.map(({ name, method, path }) => ({ name, method, path })),
      count: made.length,
      more: all.length > made.length,
      ...lostDigitsOf(spec),
    }
  },
})
