import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { isObject } from '../../src-shared/json-schema/json-identity.ts'
import { tokenEncoder, type TokenEncoder } from '../../src-main/tools/text/lib/token-encoding.ts'
import { AUTHORIZED, startMeasuredGateway } from './measured-gateway.ts'
import type { BenchTable } from './run.ts'

/** A step of a task: what is searched for, the tool, and its input from what the steps before have given. */
interface Step {
  readonly need: string
  readonly slug: string
  /** The fields as a script writes them, with `r1` for what the first step gave. */
  readonly fields: Readonly<Record<string, string>>
}

interface Task {
  readonly what: string
  readonly data: string
  readonly steps: readonly Step[]
}

const CSV = ['city,year,sales']
  .concat(Array.from({ length: 200 }, (_, at) => `City ${at % 12},${2000 + (at % 20)},${(at * 37) % 1000}`))
  .join('\n')
const HASHED: readonly Step[] = [
  { need: 'make a url part of a title', slug: 'text-slugify', fields: { text: 'data' } },
  { need: 'sha256 of a text', slug: 'crypto-hash-sha256', fields: { text: 'r1.slug' } },
  { need: 'encode a text as base64', slug: 'text-base64-encode', fields: { text: 'r2.hash' } },
]
const TASKS: readonly Task[] = [
  { what: 'one call', data: 'Tide Tables, and how to read them', steps: HASHED.slice(0, 1) },
  { what: 'three calls, short values', data: 'Tide Tables, and how to read them', steps: HASHED },
  {
    what: 'three calls, 200 rows',
    data: CSV,
    steps: [
      { need: 'csv to json', slug: 'text-csv-to-json', fields: { csv: 'data' } },
      {
        need: 'group rows by a column',
        slug: 'data-group-by',
        fields: { rows: 'r1.rows', by: '["city"]' },
      },
      { need: 'json to csv', slug: 'text-json-to-csv', fields: { json: 'r2.groups' } },
    ],
  },
]
const RUN_CODE = {
  name: 'run_code',
  title: 'Run code',
  description:
    'Runs JavaScript whose await tools["slug"](input) calls a tool of this gateway, at its own price, and gives ' +
    'its data. The value that the code returns is the result. search_tools has the types of tools.',
  inputSchema: {
    type: 'object',
    properties: { code: { type: 'string', description: 'The body of an async function' } },
    required: ['code'],
  },
}

/**
 * What an agent reads and writes for a task: with search, describe and call, and as it would be with a search that
 * tells types, and with one script after it that calls the tools. The script is written out and counted, and its
 * calls are made one by one, so that its result is real; there is no tool that runs it.
 */
export async function benchCodeMode(): Promise<BenchTable> {
  const { gateway, stop } = await startMeasuredGateway()
  try {
    const encode = await tokenEncoder('o200k_base')
    const client = new Client({ name: 'bench', version: '1' })
    const url = new URL(`http://127.0.0.1:${gateway.port}/mcp?toolset=finder`)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: AUTHORIZED } }))
    const rows = []
    for (const task of TASKS) rows.push(await rowOf(client, encode, task))
    await client.close()
    return { name: 'Tokens of a task, in a conversation of its own (o200k_base)', rows }
  } finally {
    await stop()
  }
}

async function rowOf(client: Client, encode: TokenEncoder, { what, data, steps }: Task) {
  const count = (value: unknown): number => encode(JSON.stringify(value)).length
  const { tools } = await client.listTools()
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content, structuredContent } = await client.callTool({ name, arguments: args })
    return { tokens: count({ name, args }) + count(content), data: structuredContent, content }
  }
  let plain = count(tools)
  let typed = count(tools.filter(({ name }) => name !== 'describe_tool'))
  let code = count([...tools.filter(({ name }) => name === 'search_tools'), RUN_CODE])
  const given: unknown[] = []
  const lines = [`const data = ${JSON.stringify(data)}`]
  let last: unknown
  for (const { need, slug, fields } of steps) {
    const query = { query: need, limit: 3 }
    const found = await call('search_tools', query)
    const described = await call('describe_tool', { slug })
    const input = Object.fromEntries(
      Object.entries(fields).map(([name, from]) => [name, valueOf(from, data, given)]),
    )
    const made = await call('call_tool', { slug, input })
    plain += found.tokens + described.tokens + made.tokens
    const types = await Promise.all(slugsIn(found.data).map((one) => signatureOf(client, one)))
    const asked = count({ name: 'search_tools', args: { ...query, detail: 'types' } }) + count(types)
    typed += asked + made.tokens
    code += asked
    given.push(made.data)
    const names = Object.entries(fields).map(([name, from]) => `${name}: ${from}`)
    lines.push(`const r${given.length} = await tools['${slug}']({ ${names.join(', ')} })`)
    last = made.content
  }
  lines.push(`return r${given.length}`)
  code += count({ name: 'run_code', args: { code: lines.join('\n') } }) + count(last)
  return {
    what,
    'search, describe, call': String(plain),
    'search with types, call': String(typed),
    'search with types, one script': String(code),
  }
}

function valueOf(from: string, data: string, given: readonly unknown[]): unknown {
  if (from === 'data') return data
  if (from.startsWith('[')) return JSON.parse(from)
  const [, step = '', name = ''] = /^r(\d+)\.(\w+)$/.exec(from) ?? []
  const value = given[Number(step) - 1]
  // Some clients get the envelope's data alone, others beside what it cost.
  const whole = isObject(value) && isObject(value.data) ? value.data : value
  if (!isObject(whole) || whole[name] === undefined) throw new Error(`${from} is missing`)
  return whole[name]
}

function slugsIn(found: unknown): string[] {
  const tools = isObject(found) && Array.isArray(found.tools) ? found.tools : []
  return tools.flatMap((tool) => (isObject(tool) ? [String(tool.slug)] : []))
}

async function signatureOf(client: Client, slug: string): Promise<object> {
  const { structuredContent } = await client.callTool({ name: 'describe_tool', arguments: { slug } })
  // As src-main/mcp/finder-tools.ts writes it.
  const { tool } = structuredContent as {
    tool: { title: string; inputSchema: object; outputSchema?: object }
  }
  return {
    slug,
    title: tool.title,
    type: `(input: ${typeOf(tool.inputSchema)}) => ${typeOf(tool.outputSchema ?? {})}`,
  }
}

// As short as a type can be that still names every field.
function typeOf(schema: unknown): string {
  if (!isObject(schema)) return 'unknown'
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (schema.type === 'array') return `${typeOf(schema.items)}[]`
  if (isObject(schema.properties)) {
    const required = new Set(Array.isArray(schema.required) ? schema.required : [])
    const members = Object.entries(schema.properties).map(
      ([name, of]) => `${name}${required.has(name) ? '' : '?'}: ${typeOf(of)}`,
    )
    return `{ ${members.join('; ')} }`
  }
  return typeof schema.type === 'string' ? schema.type.replace('integer', 'number') : 'unknown'
}
