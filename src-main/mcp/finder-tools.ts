import { z } from 'zod'
import { GatewayError } from '../../src-shared/errors.ts'
import { counted } from '../../src-shared/counted.ts'
import { LARGE_CALL_CHARS } from '../../src-shared/limits.ts'
import { describeAll, describeServed } from '../registry/describe-all.ts'
import { readJsonText } from '../registry/json-text.ts'
import { toMcpTool, withPrice, type McpAnnotations, type McpTool } from '../registry/mcp-tool.ts'
import { typeOfTool } from './code/tool-type.ts'
import type { ListedTool } from '../registry/registry.ts'
import type { Tools } from '../registry/tool-list.ts'
import { prepareSearch, searchTools } from '../registry/search-tools.ts'

const DETAILS = ['name', 'brief', 'types', 'schema'] as const

const search = z.strictObject({
  query: z.string().min(1).max(300).describe('What the tool should do, in a few words'),
  limit: z.int().min(1).max(50).default(10).describe('The most tools to return'),
  detail: z
    .enum(DETAILS)
    .default('brief')
    .describe(
      'name: slugs only. brief: also purpose and price. types: also its type. schema: also the input',
    ),
})
const describe = z.strictObject({ slug: z.string().min(1).max(64).describe('The slug of the tool') })
const call = z.strictObject({
  slug: z.string().min(1).max(64).describe('The slug of the tool'),
  input: z.record(z.string(), z.unknown()).default({}).describe('Its fields, as shown by describe_tool'),
})

const code = z.strictObject({
  code: z
    .string()
    .min(1)
    .max(100_000)
    .describe('The body of an async function; the value that it returns is the result'),
})

/** The tools about tools that a client gets without asking for each. */
export const USUAL_FINDERS = ['search_tools', 'describe_tool', 'call_tool'] as const
/** The names of the tools about tools. */
export const FINDER_NAMES = [...USUAL_FINDERS, 'run_code'] as const
export type FinderName = (typeof FINDER_NAMES)[number]
/** The tools that answer by themselves; the others run tools. */
export type AnsweringFinder = Exclude<FinderName, 'call_tool' | 'run_code'>

const READS: McpAnnotations = { readOnlyHint: true, openWorldHint: false }
const MAY_DO_ANYTHING: McpAnnotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
}

let described: readonly McpTool[] | undefined

/** Tools about tools: with them a short list gives access to the whole catalogue. They are free. */
export function finderTools(): readonly McpTool[] {
  described ??= [
    finderTool(
      'search_tools',
      'Find a tool',
      withPrice('Finds tools of this gateway by what they do.', 0),
      search,
      READS,
    ),
    finderTool(
      'describe_tool',
      'Describe a tool',
      withPrice('Shows the input, output, price and examples of a tool.', 0),
      describe,
      READS,
    ),
    finderTool(
      'call_tool',
      'Call a tool',
      'Calls any tool by its slug, at its own price.',
      call,
      MAY_DO_ANYTHING,
    ),
    finderTool(
      'run_code',
      'Run code that calls tools',
      'Runs JavaScript in which await tools["slug"](input) calls a tool of this gateway, at its own price, and gives ' +
        'its data. It has no clock, no random numbers and no network. search_tools with detail types tells how tools ' +
        'are called.',
      code,
      MAY_DO_ANYTHING,
    ),
  ]
  return described
}

/** The call that `call_tool` should run. */
export interface NamedCall {
  readonly slug: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Reads a call by name; models often send its `input` as JSON text. @throws GatewayError validation_error */
export function readNamedCall(args: Readonly<Record<string, unknown>>): NamedCall {
  const { input } = args
  return read(call, typeof input === 'string' ? { ...args, input: inputIn(input) } : args)
}

/** Reads the code of `run_code`. @throws GatewayError validation_error */
export function readCode(args: unknown): string {
  return read(code, args).code
}

function inputIn(text: string): unknown {
  if (text.length > LARGE_CALL_CHARS)
    throw invalidInput(`As text it has at most ${counted(LARGE_CALL_CHARS, 'character')}; send an object`)
  const read = readJsonText(text)
  if ('problem' in read) throw invalidInput(read.problem)
  return read.value
}

function invalidInput(message: string): GatewayError {
  return new GatewayError('validation_error', message, { issues: [{ path: 'input', message }] })
}

/**
 * Answers search_tools and describe_tool.
 * @param mayCall whether the key may call a tool; other tools are not found
 * @throws GatewayError validation_error, api_not_found
 */
export async function runFinder(
  name: AnsweringFinder,
  args: unknown,
  registry: Tools,
  mayCall: (tool: ListedTool) => boolean,
): Promise<Record<string, unknown>> {
  if (name === 'describe_tool') {
    const { slug } = read(describe, args)
    const listed = registry.find(slug)
    if (listed && mayCall(listed)) {
      const [tool] = await describeAll([listed])
      return { tool: { ...toMcpTool(tool!), examples: tool!.definition.examples } }
    }
    const nearest = registry.nearest(slug).filter((name) => {
      const near = registry.find(name)
      return near !== null && mayCall(near)
    })
    throw new GatewayError('api_not_found', `There is no tool ${JSON.stringify(slug)}.`, { nearest })
  }
  const { query, limit, detail } = read(search, args)
  await prepareSearch(registry)
  const found = searchTools(registry, query)
  const tools = found
    .map(({ tool }) => tool)
    .filter(mayCall)
    .slice(0, limit)
  return { tools: await inDetail(tools, detail), count: tools.length }
}

async function inDetail(
  tools: readonly ListedTool[],
  detail: (typeof DETAILS)[number],
): Promise<Record<string, unknown>[]> {
  if (detail === 'name') return tools.map(({ slug }) => ({ slug }))
  if (detail === 'brief') return tools.map(toBrief)
  if (detail === 'types')
    return (await describeServed(tools)).map((tool) => {
      const { summary, credits } = tool.definition
      return { slug: tool.slug, summary, credits, type: typeOfTool(tool) }
    })
  const schemas = new Map((await describeServed(tools)).map(({ slug, inputSchema }) => [slug, inputSchema]))
  return tools.flatMap((tool) =>
    schemas.has(tool.slug) ? [{ ...toBrief(tool), input_schema: schemas.get(tool.slug) }] : [],
  )
}

function toBrief({ facts }: ListedTool): Record<string, unknown> {
  const { slug, title, summary, category, credits } = facts
  return { slug, title, summary, category, credits }
}

function finderTool(
  name: FinderName,
  title: string,
  description: string,
  input: z.ZodObject,
  annotations: McpAnnotations,
): McpTool {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { target: 'draft-2020-12', io: 'input' })
  return {
    name,
    title,
    description,
    inputSchema: { ...schema, type: 'object' },
    // call_tool returns the tool's answer and the others return tools: all that is certain is an object.
    outputSchema: { type: 'object' },
    annotations,
    _meta: { 'toolgate/credits': 0, 'toolgate/tier': 'compute', 'toolgate/category': 'Toolgate' },
  }
}

function read<S extends z.ZodType>(schema: S, args: unknown): z.output<S> {
  const outcome = schema.safeParse(args ?? {})
  if (outcome.success) return outcome.data
  const issues = outcome.error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }))
  throw new GatewayError('validation_error', 'The arguments are not valid.', { issues })
}
