import { isDeepStrictEqual } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { isObject } from '../../src-shared/json-schema/json-identity.ts'
import { bytePairsOf, type BytePairs } from '../../src-main/tokens/byte-pairs.ts'
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
/**
 * What an agent reads and writes for a task: with search, describe and call, with a search that tells types, and with
 * one script after it that calls the tools.
 */
export async function benchCodeMode(): Promise<BenchTable> {
  const { gateway, stop } = await startMeasuredGateway()
  try {
    const { encode } = await bytePairsOf('o200k_base')
    const client = new Client({ name: 'bench', version: '1' })
    const url = new URL(`http://127.0.0.1:${gateway.port}/mcp?toolset=finder&tools=run_code`)
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: AUTHORIZED } }))
    const rows = []
    for (const task of TASKS) rows.push(await rowOf(client, encode, task))
    await client.close()
    return { name: 'Tokens of a task, in a conversation of its own (o200k_base)', rows }
  } finally {
    await stop()
  }
}

async function rowOf(client: Client, encode: BytePairs['encode'], { what, data, steps }: Task) {
  const count = (value: unknown): number => encode(JSON.stringify(value)).length
  const { tools } = await client.listTools()
  const listed = (...names: string[]): number => count(tools.filter(({ name }) => names.includes(name)))
  const call = async (name: string, args: Record<string, unknown>) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
    if (isError === true) throw new Error(`${name}: ${JSON.stringify(content)}`)
    return { tokens: count({ name, args }) + count(content), data: structuredContent }
  }
  let plain = listed('search_tools', 'describe_tool', 'call_tool')
  let typed = listed('search_tools', 'call_tool')
  let code = listed('search_tools', 'run_code')
  const given: unknown[] = []
  const lines = [`const data = ${JSON.stringify(data)}`]
  for (const { need, slug, fields } of steps) {
    const query = { query: need, limit: 3 }
    const found = await call('search_tools', query)
    const described = await call('describe_tool', { slug })
    const values = Object.entries(fields).map(([name, from]) => [name, valueOf(from, data, given)])
    const made = await call('call_tool', { slug, input: Object.fromEntries(values) })
    const types = await call('search_tools', { ...query, detail: 'types' })
    plain += found.tokens + described.tokens + made.tokens
    typed += types.tokens + made.tokens
    code += types.tokens
    given.push(made.data)
    const written = Object.entries(fields).map(([name, from]) => `${name}: ${from}`)
    lines.push(`const r${given.length} = await tools['${slug}']({ ${written.join(', ')} })`)
  }
  lines.push(`return r${given.length}`)
  const ran = await call('run_code', { code: lines.join('\n') })
  refuseOther(ran.data, given.at(-1))
  return {
    what,
    'search, describe, call': String(plain),
    'search with types, call': String(typed),
    'search with types, run_code': String(code + ran.tokens),
  }
}

// Fewer tokens for another result would be nothing.
function refuseOther(ran: unknown, made: unknown): void {
  const [one, other] = [isObject(ran) ? ran.result : ran, dataOf(made)]
  if (!isDeepStrictEqual(one, other)) throw new Error('The script and the calls have different results')
}

function valueOf(from: string, data: string, given: readonly unknown[]): unknown {
  if (from === 'data') return data
  if (from.startsWith('[')) return JSON.parse(from)
  const [, step = '', name = ''] = /^r(\d+)\.(\w+)$/.exec(from) ?? []
  const whole = dataOf(given[Number(step) - 1])
  if (!isObject(whole) || whole[name] === undefined) throw new Error(`${from} is missing`)
  return whole[name]
}

// Some clients get the envelope's data alone, others beside what it cost.
function dataOf(value: unknown): unknown {
  const whole = isObject(value) && isObject(value.data) ? value.data : value
  if (!isObject(whole)) return whole
  const { _engine, ...data } = whole
  return data
}
